import NIOCore
import OvationModel
import OvationSupport

/// A client's WebSocket and one at another server, whose bytes go from each to the other as they are.
///
/// Neither is read while the other does not take what came, so that no more than `FarSocket.Bounds.bytesMax` and one reading waits each
/// way. Nothing is read of what a client sends; of what the server sends only where its frames end, so that a close can be put behind
/// them. All of it is on the event loop that both have.
package final class SocketJoint {
    /// How a joint ended.
    package enum End: String, Sendable, CaseIterable {
        /// The client closed, or the other server closed the socket in order.
        case finished
        /// The other server is gone.
        case lost
        /// Nothing moved for too long.
        case silent
        /// This server stops.
        case stopped
    }

    /// How long either side may take to end when the other has.
    private static let closeTime = TimeAmount.seconds(1)

    private let near: any Channel
    private let far: any Channel
    private let socket: FarSocket
    private var boundary = FrameBoundary()
    private var movedAt: NIODeadline
    private var look: Scheduled<Void>?
    private var cut: Scheduled<Void>?
    private var isEnding = false

    private init(_ near: any Channel, _ socket: FarSocket) {
        self.near = near
        self.socket = socket
        far = socket.channel
        movedAt = near.eventLoop.now
    }

    /// Joins a client's connection, whose handshake was answered, to the socket at the other server. On their event loop.
    ///
    /// - Throws: where one of them has ended.
    static func join(_ near: any Channel, to socket: FarSocket) throws {
        let far = socket.channel
        let joint = SocketJoint(near, socket)
        for channel in [near, far] {
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            let buffers = AdaptiveRecvByteBufferAllocator(
                minimum: 1_024, initial: 16_384, maximum: FarSocket.readBytesMax)
            try channel.syncOptions?.setOption(.recvAllocator, value: buffers)
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: socket.bounds.waterMark)
        }
        try near.pipeline.syncOperations.addHandler(JointHandler(joint, .near))
        let pipeline = far.pipeline.syncOperations
        try pipeline.addHandler(JointHandler(joint, .far))
        joint.begin(try pipeline.handler(type: FarHandshake.self).release())
    }

    private func begin(_ rest: ByteBuffer) {
        scheduleLook()
        if rest.readableBytes > 0 {
            came(rest, from: .far)
            near.flush()
        }
        guard far.isActive else { return ended(.far) }
        guard near.isActive else { return ended(.near) }
        setReading(far, true)
    }

    // MARK: - Bytes

    fileprivate enum Side {
        /// The client.
        case near
        /// The other server.
        case far
    }

    private func other(_ side: Side) -> any Channel { side == .near ? far : near }

    private func setReading(_ channel: any Channel, _ reads: Bool) {
        try? channel.syncOptions?.setOption(.autoRead, value: reads)
    }

    fileprivate func came(_ bytes: ByteBuffer, from side: Side) {
        guard !isEnding else { return }
        movedAt = near.eventLoop.now
        switch side {
        case .near: socket.onBytes(bytes.readableBytes)
        case .far: boundary.take(bytes.readableBytesView)
        }
        other(side).write(bytes, promise: nil)
    }

    fileprivate func readEnded(of side: Side) { if !isEnding { other(side).flush() } }

    /// A side takes bytes again, or takes none any more: the other is read accordingly.
    fileprivate func changed(_ side: Side, isWritable: Bool) {
        guard !isEnding else { return }
        movedAt = near.eventLoop.now
        setReading(other(side), isWritable)
    }

    // MARK: - The end

    /// A side has ended, or sends nothing any more.
    fileprivate func ended(_ side: Side) {
        if isEnding { (side == .near ? near : far).close(promise: nil) }
        switch side {
        case .near: end(.finished)
        case .far: end(boundary.hasClose ? .finished : .lost)
        }
        if isEnding, !near.isActive, !far.isActive { cut?.cancel() }
    }

    fileprivate func stop() { end(.stopped) }

    private func end(_ end: End) {
        guard !isEnding else { return }
        isEnding = true
        look?.cancel()
        let code: CloseCode? =
            switch end {
            case .finished: nil
            case .lost, .silent: .serviceRestart
            case .stopped: .shutdown
            }
        // A client that sends would lose the close if the connection were closed under it, so only this half is. What comes meanwhile is
        // thrown away.
        if let code, boundary.isBetweenFrames, !boundary.hasClose { near.write(Framing.close(code), promise: nil) }
        for channel in [near, far] where channel.isActive {
            setReading(channel, true)
            let flushed = channel.eventLoop.makePromise(of: Void.self)
            flushed.futureResult.whenComplete { _ in channel.close(mode: .output, promise: nil) }
            channel.writeAndFlush(ByteBuffer(), promise: flushed)
        }
        cut = near.eventLoop.scheduleTask(in: Self.closeTime) { [near, far] in
            near.close(promise: nil)
            far.close(promise: nil)
        }
        socket.onEnd(end)
    }

    /// Looks from time to time whether anything moved: a server that is gone without a word takes nothing, and then nobody is read.
    private func scheduleLook() {
        let deadline = movedAt + socket.bounds.silence
        // Sound, because a joint is made and used on this event loop alone, and the loop says so where it is not.
        look = near.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
            guard !isEnding else { return }
            if near.eventLoop.now >= movedAt + socket.bounds.silence { end(.silent) } else { scheduleLook() }
        }
    }
}

/// One end of a joint.
private final class JointHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let joint: SocketJoint
    private let side: SocketJoint.Side

    init(_ joint: SocketJoint, _ side: SocketJoint.Side) {
        self.joint = joint
        self.side = side
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { joint.came(unwrapInboundIn(data), from: side) }

    func channelReadComplete(context: ChannelHandlerContext) { joint.readEnded(of: side) }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        joint.changed(side, isWritable: context.channel.isWritable)
    }

    func channelInactive(context: ChannelHandlerContext) {
        joint.ended(side)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if (event as? ChannelEvent) == .inputClosed { joint.ended(side) }
        if event is ChannelShouldQuiesceEvent { joint.stop() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
