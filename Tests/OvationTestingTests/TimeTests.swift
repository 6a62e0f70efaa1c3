import OvationClient
import OvationModel
import OvationTesting
import OvationWire
import Testing

/// Time in a server without sockets, which the test controls.
struct TimeTests {
    @Test func `a one-minute mute ends after a minute`() async throws {
        let ovation = try await OvationTestServer.start()
        try await ovation.addLive("stage", host: "ada")
        let (ada, alice) = (try await ovation.logIn("ada"), try await ovation.logIn("alice"))
        for client in [ada, alice] { _ = try await client.joinRoom("stage") }
        try await ada.setMuted(true, user: "alice", in: "stage", seconds: 60)
        let refusal = await #expect(throws: Rejection.self) {
            try await alice.sendBarrage(BarrageSend(text: "Hello"), in: "stage")
        }
        #expect(refusal?.code == .memberMuted)
        try await ovation.advance(by: .seconds(60))
        _ = try await alice.sendBarrage(BarrageSend(text: "Hello"), in: "stage")
    }

    @Test func `a UserSig valid for an hour expires after an hour`() async throws {
        let ovation = try await OvationTestServer.start()
        let userSig = ovation.userSig(for: "alice", validForSeconds: 3_600)
        let client = OvationClient(configuration: ClientConfiguration(serverURL: ovation.url))
        let events = client.events()
        _ = try await client.logIn(sdkAppID: OvationTestServer.appID, userID: "alice", userSig: userSig)
        // The server checks once a second.
        try await ovation.advance(by: .seconds(3_602))
        for await case .loginExpired in events { break }
        #expect(client.session == nil)
    }

    @Test func `clients stay connected when an hour is skipped`() async throws {
        let ovation = try await OvationTestServer.start()
        let alice = try await ovation.logIn("alice")
        let before = ovation.now
        try await ovation.advance(by: .seconds(3_600))
        #expect(ovation.now.milliseconds - before.milliseconds >= 3_600_000)
        #expect(alice.connectionState == .connected)
        _ = try await alice.wallet()
    }

    @Test func `time set to manual moves only with the client's own calls`() async throws {
        let ovation = try await OvationTestServer.start(TestServerOptions(time: .byHand))
        let alice = try await ovation.logIn("alice")
        let before = ovation.now
        for _ in 1...10 { _ = try await alice.wallet() }
        // A call moves the time by a tenth of a second, and so do the login and whatever else the client sends.
        #expect(ovation.now.milliseconds - before.milliseconds < 5_000)
    }

    @Test func `advancing a server behind sockets fails, because it runs on the machine's time`() async throws {
        try await OvationTestServer.run(TestServerOptions(connection: .loopback)) { ovation in
            await #expect(throws: TestServerError.machineTime) { try await ovation.advance(by: .seconds(1)) }
        }
    }
}
