import NIOCore
import NIOPosix
import OvationModel
import OvationTestKit
import Testing

@testable import ovation_lab

/// The load tool's viewers come back.
@Suite struct LoadReturnTests {
    /// A local port that was bound once and now refuses connections.
    private static func closedPort() async throws -> SocketAddress {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try #require(listener.localAddress)
        try await listener.close().get()
        return address
    }

    @Test func `a viewer who was inside keeps trying to come back while connections are refused`() async throws {
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
        // At the end of a run no viewer comes back.
        try await shard.submit { $0.leave() }
    }
}
