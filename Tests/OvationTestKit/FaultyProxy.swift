import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A TCP proxy before a server, with which tests cut connections and lose what the server answers.
public final class FaultyProxy: Sendable {
    private let state: ProxyState
    private let listening: any Channel

    /// The port that it listens on, on 127.0.0.1.
    public var port: Int { listening.localAddress?.port ?? 0 }

    /// Starts a proxy before a port of 127.0.0.1.
    public init(to targetPort: Int) async throws {
        let state = ProxyState(targetPort: targetPort)
        self.state = state
        listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { state.accept($0) }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    /// Ends every connection.
    public func cut() {
        for channel in state.faults.withLock({ Array($0.connections.values) }) { channel.close(promise: nil) }
    }

    /// Ends every connection and lets nobody in until ``open()``.
    public func close() {
        state.faults.withLock { $0.isClosed = true }
        cut()
    }

    /// Lets connections in again.
    public func open() { state.faults.withLock { $0.isClosed = false } }

    /// Lets the answer to the next message with some bytes get lost, with the connection.
    public func loseAnswer(to text: String) { state.faults.withLock { $0.losesAnswerTo = Array(text.utf8) } }
}

/// What a proxy knows, and what it does with connections.
private final class ProxyState: Sendable {
    /// What it does with bytes.
    struct Faults {
        /// Nobody is let in.
        var isClosed = false
        /// When a client sends these bytes, nothing of what the server answers afterwards arrives, and the client's connection ends.
        var losesAnswerTo: [UInt8]?
        var connections: [ObjectIdentifier: any Channel] = [:]
    }

    private let targetPort: Int
    let faults = Mutex(Faults())

    init(targetPort: Int) { self.targetPort = targetPort }

    func accept(_ client: any Channel) -> EventLoopFuture<Void> {
        guard !faults.withLock({ $0.isClosed }) else { return client.close() }
        return ClientBootstrap(group: client.eventLoop).channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: targetPort).flatMap { server in
                self.faults.withLock { $0.connections[ObjectIdentifier(client)] = client }
                client.closeFuture.whenComplete { _ in
                    _ = self.faults.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(client)) }
                }
                let isLosing = Flag()
                return client.eventLoop.submit {
                    try client.pipeline.syncOperations.addHandler(
                        Forwarder(to: server) { buffer in self.sent(buffer, isLosing) })
                    try server.pipeline.syncOperations.addHandler(
                        Forwarder(to: client) { _ in
                            guard isLosing.isSet else { return true }
                            // The server has answered: what it did is done.
                            client.close(promise: nil)
                            return false
                        })
                }
            }.map {
                client.setOption(.autoRead, value: true).whenComplete { _ in }
                client.read()
            }
    }

    private func sent(_ buffer: ByteBuffer, _ isLosing: Flag) -> Bool {
        faults.withLock { faults in
            guard let bytes = faults.losesAnswerTo, Data(buffer.readableBytesView).range(of: Data(bytes)) != nil else { return }
            faults.losesAnswerTo = nil
            isLosing.set()
        }
        return true
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }

    /// Gives what one side sends to the other.
    private final class Forwarder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let other: any Channel
        private let passes: (ByteBuffer) -> Bool

        init(to other: any Channel, passes: @escaping (ByteBuffer) -> Bool) {
            self.other = other
            self.passes = passes
        }

        func handlerAdded(context: ChannelHandlerContext) {
            context.channel.setOption(.autoRead, value: true).whenComplete { _ in }
            context.read()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let buffer = unwrapInboundIn(data)
            if passes(buffer) { other.writeAndFlush(buffer, promise: nil) }
        }

        func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
