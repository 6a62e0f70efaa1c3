import AtomicXCore
import OvationTesting
import Testing

/// An app's stores against a server inside the test. The process has only one set of stores, so these tests run one after the other.
@MainActor
@Suite(.serialized)
struct StoreTests {
    @Test(arguments: [TestServerOptions.Connection.inProcess, .loopback])
    func `an app's stores send a gift`(_ connection: TestServerOptions.Connection) async throws {
        let ovation = try await OvationTestServer.start(TestServerOptions(connection: connection))
        try await ovation.addLive("stage", host: "ada", name: "Ada's evening")
        try await ovation.addUser("alice", coins: 1_000)

        Ovation.configure(serverURL: ovation.url)
        try await LoginStore.shared.login(
            sdkAppID: Int32(OvationTestServer.appID), userID: "alice", userSig: ovation.userSig(for: "alice"))
        let live = try await LiveListStore.shared.joinLive(liveID: "stage")
        try await GiftStore.create(liveID: live.liveID).sendGift(giftID: "rose", count: 2)

        #expect(live.liveName == "Ada's evening")
        #expect(try await ovation.balance(of: "alice") == 998)
        try await LoginStore.shared.logout()
    }
}
