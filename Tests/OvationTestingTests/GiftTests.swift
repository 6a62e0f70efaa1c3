import OvationClient
import OvationModel
import OvationTesting
import OvationWire
import Testing

/// Tests of gifts as an app writes them. The article "Testing an app" shows them.
struct GiftTests {
    @Test func `a gift is charged once, earned by the host and told to everybody`() async throws {
        let ovation = try await OvationTestServer.start()
        try await ovation.addLive("stage", host: "ada")
        try await ovation.addUser("alice", coins: 1_000)
        let alice = try await ovation.logIn("alice")
        _ = try await alice.joinRoom("stage")
        try await alice.sendGift("crown", count: 3, to: [], in: "stage")
        #expect(try await ovation.balance(of: "alice") == 700)
        #expect(try await ovation.earnings(of: "ada") == 150)
        #expect(try await ovation.gifts(in: "stage").map(\.count) == [3])
    }

    @Test func `a gift reaches the others in the live`() async throws {
        let ovation = try await OvationTestServer.start()
        try await ovation.addLive("stage", host: "ada")
        try await ovation.addUser("alice", coins: 1_000, name: "Alice")
        let (alice, bob) = (try await ovation.logIn("alice"), try await ovation.logIn("bob"))
        let events = bob.events()
        for client in [alice, bob] { _ = try await client.joinRoom("stage") }
        try await alice.sendGift("rose", count: 5, to: ["bob"], in: "stage")
        for await case .room(_, _, .giftReceived(let gift)) in events {
            #expect(gift.sender.userName == "Alice" && gift.to.map(\.userID) == ["bob"] && gift.count == 5)
            break
        }
    }

    @Test func `a gift without coins is refused, and nothing moves`() async throws {
        let ovation = try await OvationTestServer.start()
        try await ovation.addLive("stage", host: "ada")
        try await ovation.addUser("alice", coins: 99)
        let alice = try await ovation.logIn("alice")
        _ = try await alice.joinRoom("stage")
        let refusal = await #expect(throws: Rejection.self) {
            try await alice.sendGift("crown", count: 1, to: [], in: "stage")
        }
        #expect(refusal?.code == .insufficientBalance)
        #expect(try await ovation.balance(of: "alice") == 99)
        #expect(try await ovation.gifts(in: "stage").isEmpty)
        #expect(try await ovation.isLedgerBalanced())
    }

    @Test func `a charged gift survives a server crash, and the client continues`() async throws {
        let ovation = try await OvationTestServer.start()
        try await ovation.addLive("stage", host: "ada")
        try await ovation.addUser("alice", coins: 10)
        let alice = try await ovation.logIn("alice")
        _ = try await alice.joinRoom("stage")
        try await alice.sendGift("rose", count: 1, to: [], in: "stage", orderID: "order-1")
        try await ovation.restart()
        // The client waits for the connection, then sends the order again: it is the same one.
        try await alice.sendGift("rose", count: 1, to: [], in: "stage", orderID: "order-1")
        #expect(try await ovation.balance(of: "alice") == 9)
        #expect(try await ovation.gifts(in: "stage").count == 1)
    }
}
