package import NIOCore
package import NIOWebSocket

/// The server's end of a simulated connection: a channel that passes its bytes to its host instead of a socket.
///
/// It is safely `Sendable`, because only the world's thread uses it.
package final class SimulatedChannel: Channel, ChannelCore, NIOSynchronousChannelOptions, @unchecked Sendable {
    private let loop: SimulatedLoop
    private let closePromise: EventLoopPromise<Void>
    private var pending: [ByteBuffer] = []
    private var unread: [WebSocketFrame] = []
    private var isReading = true
    private var ownPipeline: ChannelPipeline?
    /// Receives the server's output.
    package var onWrite: ((ByteBuffer) -> Void)?
    /// Called once, when the server's end is closed.
    package var onClose: (() -> Void)?

    package private(set) var isActive = true
    package private(set) var isWritable = true

    package init(_ loop: SimulatedLoop) {
        self.loop = loop
        closePromise = loop.makePromise(of: Void.self)
        ownPipeline = ChannelPipeline(channel: self)
    }

    package var eventLoop: any EventLoop { loop }
    package var allocator: ByteBufferAllocator { ByteBufferAllocator() }
    package var closeFuture: EventLoopFuture<Void> { closePromise.futureResult }
    package var localAddress: SocketAddress? { nil }
    package var remoteAddress: SocketAddress? { nil }
    package var parent: (any Channel)? { nil }
    package var _channelCore: any ChannelCore { self }
    package var syncOptions: (any NIOSynchronousChannelOptions)? { self }

    package var pipeline: ChannelPipeline {
        guard let ownPipeline else { preconditionFailure("a channel has its pipeline as soon as it is made") }
        return ownPipeline
    }

    /// Delivers a client's frame to the server, now or when it reads again.
    package func receive(_ frame: WebSocketFrame) {
        guard isActive else { return }
        unread.append(frame)
        readOn()
    }

    /// Sets whether the channel accepts output.
    func setWritable(_ isWritable: Bool) {
        guard isActive, isWritable != self.isWritable else { return }
        self.isWritable = isWritable
        pipeline.fireChannelWritabilityChanged()
    }

    private func readOn() {
        guard isReading, isActive, !unread.isEmpty else { return }
        while isReading, isActive, !unread.isEmpty { pipeline.fireChannelRead(unread.removeFirst()) }
        if isActive { pipeline.fireChannelReadComplete() }
    }

    // MARK: Options

    package func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) throws {
        guard option is ChannelOptions.Types.AutoReadOption, let value = value as? Bool else { return }
        isReading = value
        // This is deferred, because the code that turns reading on is still running.
        if value { loop.execute { self.readOn() } }
    }

    package func getOption<Option: ChannelOption>(_ option: Option) throws -> Option.Value {
        guard option is ChannelOptions.Types.AutoReadOption, let value = isReading as? Option.Value else {
            throw ChannelError.operationUnsupported
        }
        return value
    }

    package func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> EventLoopFuture<Void> {
        loop.makeFailedFuture(ChannelError.operationUnsupported)
    }

    package func getOption<Option: ChannelOption>(_ option: Option) -> EventLoopFuture<Option.Value> {
        loop.makeFailedFuture(ChannelError.operationUnsupported)
    }

    // MARK: Calls from the pipeline

    package func write0(_ data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isActive else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        pending.append(unwrapData(data))
        promise?.succeed(())
    }

    package func flush0() {
        let buffers = pending
        pending = []
        for buffer in buffers { onWrite?(buffer) }
    }

    package func close0(error: any Error, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isActive else {
            promise?.fail(ChannelError.alreadyClosed)
            return
        }
        isActive = false
        promise?.succeed(())
        onClose?()
        onClose = nil
        onWrite = nil
        pipeline.fireChannelInactive()
        pipeline.fireChannelUnregistered()
        loop.execute {
            self.removeHandlers(pipeline: self.pipeline)
            self.closePromise.succeed(())
        }
    }

    package func localAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    package func remoteAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    package func register0(promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
    package func registerAlreadyConfigured0(promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
    package func bind0(to: SocketAddress, promise: EventLoopPromise<Void>?) {
        promise?.fail(ChannelError.operationUnsupported)
    }
    package func connect0(to: SocketAddress, promise: EventLoopPromise<Void>?) {
        promise?.fail(ChannelError.operationUnsupported)
    }
    package func read0() {}
    package func triggerUserOutboundEvent0(_ event: Any, promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
    package func channelRead0(_ data: NIOAny) {}
    package func errorCaught0(error: any Error) {}
}
