import NIOCore
import NIOPosix
import OvationModel
import OvationTestKit
import Testing

@testable import ovation_lab

/// How viewers of the load tool come back.
@Suite struct LoadReturnTests {
    /// A port of this machine that takes no connection: it was bound once, and nobody listens.
    private static func closedPort() async throws -> SocketAddress {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try #require(listener.localAddress)
        try await listener.close().get()
        return address
    }

    @Test func `a viewer who was in tries again where a way back is closed`() async throws {
        let shard = LoadShard(
            eventLoop: MultiThreadedEventLoopGroup.singleton.next(), number: 0,
            target: LoadTarget(
                host: "h", path: "/v1/ws", address: try await Self.closedPort(), tls: nil, sdkAppID: 1,
                userSig: { _ in "dev" }, mark: StampMark(run: "abcd2345"), rooms: 1))
        try await shard.submit { shard in
            shard.setReconnects(true)
            shard.connect([0], until: .present, perSecond: nil, inFlightMax: 1)
            shard.viewers[0]?.session = SessionID(unchecked: "s")
        }
        let wait = Patience.begin("a viewer that tries again and again")
        defer { wait.end() }
        while try await shard.submit({ $0.statistics.connectsFailed }) < 3 {}
        // At the end of a run nobody comes back.
        try await shard.submit { $0.leave() }
    }
}
