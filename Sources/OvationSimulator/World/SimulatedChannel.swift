import NIOCore
import NIOWebSocket

/// The server's end of a simulated connection: a channel whose bytes go to a ``Link`` instead of a socket.
///
/// Sound as `Sendable` because only the thread that runs the simulation touches it.
final class SimulatedChannel: Channel, ChannelCore, NIOSynchronousChannelOptions, @unchecked Sendable {
    private let loop: SimulatedLoop
    private let closePromise: EventLoopPromise<Void>
    private var pending: [ByteBuffer] = []
    private var unread: [WebSocketFrame] = []
    private var isReading = true
    private var ownPipeline: ChannelPipeline?
    /// Takes what the server has written.
    var onWrite: ((ByteBuffer) -> Void)?
    /// Told when the server's end is closed, once.
    var onClose: (() -> Void)?

    private(set) var isActive = true
    private(set) var isWritable = true

    init(_ loop: SimulatedLoop) {
        self.loop = loop
        closePromise = loop.makePromise(of: Void.self)
        ownPipeline = ChannelPipeline(channel: self)
    }

    var eventLoop: any EventLoop { loop }
    var allocator: ByteBufferAllocator { ByteBufferAllocator() }
    var closeFuture: EventLoopFuture<Void> { closePromise.futureResult }
    var localAddress: SocketAddress? { nil }
    var remoteAddress: SocketAddress? { nil }
    var parent: (any Channel)? { nil }
    var _channelCore: any ChannelCore { self }
    var syncOptions: (any NIOSynchronousChannelOptions)? { self }

    var pipeline: ChannelPipeline {
        guard let ownPipeline else { preconditionFailure("a channel has its pipeline as soon as it is made") }
        return ownPipeline
    }

    /// Hands a frame of the client to the server, now or when it reads again.
    func receive(_ frame: WebSocketFrame) {
        guard isActive else { return }
        unread.append(frame)
        readOn()
    }

    /// Takes bytes again, or takes none any more.
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

    func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) throws {
        guard option is ChannelOptions.Types.AutoReadOption, let value = value as? Bool else { return }
        isReading = value
        // Not from within: the code that turns reading on is in the middle of something.
        if value { loop.execute { self.readOn() } }
    }

    func getOption<Option: ChannelOption>(_ option: Option) throws -> Option.Value {
        guard option is ChannelOptions.Types.AutoReadOption, let value = isReading as? Option.Value else {
            throw ChannelError.operationUnsupported
        }
        return value
    }

    func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> EventLoopFuture<Void> {
        loop.makeFailedFuture(ChannelError.operationUnsupported)
    }

    func getOption<Option: ChannelOption>(_ option: Option) -> EventLoopFuture<Option.Value> {
        loop.makeFailedFuture(ChannelError.operationUnsupported)
    }

    // MARK: What the pipeline asks for

    func write0(_ data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isActive else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        pending.append(unwrapData(data))
        promise?.succeed(())
    }

    func flush0() {
        let buffers = pending
        pending = []
        for buffer in buffers { onWrite?(buffer) }
    }

    func close0(error: any Error, mode: CloseMode, promise: EventLoopPromise<Void>?) {
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

    func localAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    func remoteAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    func register0(promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
    func registerAlreadyConfigured0(promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
    func bind0(to: SocketAddress, promise: EventLoopPromise<Void>?) { promise?.fail(ChannelError.operationUnsupported) }
    func connect0(to: SocketAddress, promise: EventLoopPromise<Void>?) {
        promise?.fail(ChannelError.operationUnsupported)
    }
    func read0() {}
    func triggerUserOutboundEvent0(_ event: Any, promise: EventLoopPromise<Void>?) { promise?.succeed(()) }
    func channelRead0(_ data: NIOAny) {}
    func errorCaught0(error: any Error) {}
}
