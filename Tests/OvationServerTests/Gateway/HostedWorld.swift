import Logging
import NIOCore
import NIOEmbedded
import OvationModel
import OvationRules
import OvationStorageSQLite
import OvationTestKit

@testable import OvationNode
@testable import OvationSupport

/// A node on one embedded event loop, whose sockets are embedded channels.
final class HostedWorld {
    /// A client's socket and the node's connection for it.
    struct Socket {
        let channel: EmbeddedChannel
        let connection: Connection

        /// The texts that the node wrote since the last call, one for each write.
        func written() throws -> [String] {
            var writes: [String] = []
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { writes.append(String(buffer: bytes)) }
            return writes
        }
    }

    let loop = EmbeddedEventLoop()
    let clock = ManualClock()
    let host: HostedNode
    private(set) var sockets: [Socket] = []

    var shard: LoopShard { host.node.shards[0] }

    init(limits: Limits = Limits()) throws {
        host = HostedNode(
            configuration: NodeConfiguration(sdkAppID: 1, secret: "secret", limits: limits),
            storage: try SQLiteStorage(inMemory: LedgerPolicy()), catalogue: GiftCatalogue(), eventLoops: [loop],
            clock: ServerClock(wall: { [clock] in clock.now }, nanoseconds: { [clock] in clock.nanoseconds }),
            ids: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Opens a socket without a login.
    ///
    /// - Parameter handler: a handler between the socket and the network; nil for none.
    func connect(through handler: (any ChannelHandler)? = nil) throws -> Socket {
        let channel = EmbeddedChannel(loop: loop)
        if let handler { try channel.pipeline.syncOperations.addHandler(handler) }
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        try host.open(on: channel)
        guard let connection = shard.connection(sockets.count + 1) else { throw ChannelError.ioOnClosedChannel }
        let socket = Socket(channel: channel, connection: connection)
        sockets.append(socket)
        return socket
    }

    /// Closes every channel, as NIO requires.
    func end() {
        for socket in sockets { socket.channel.close(promise: nil) }
        loop.run()
        host.end()
    }
}
