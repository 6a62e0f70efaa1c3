import OvationClient
import OvationModel
import OvationTesting
import OvationWire
import Testing

/// How test servers start, run side by side and stop.
struct ServerLifeTests {
    private struct Mistake: Error {}

    private static let connections: [TestServerOptions.Connection] = [.inProcess, .loopback]

    @Test(arguments: connections)
    func `two servers share nothing`(_ connection: TestServerOptions.Connection) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for count in 1...4 {
                group.addTask {
                    try await OvationTestServer.run(TestServerOptions(connection: connection)) { ovation in
                        try await ovation.addLive("stage", host: "ada")
                        try await ovation.addUser("alice", coins: 100)
                        let alice = try await ovation.logIn("alice")
                        _ = try await alice.joinRoom("stage")
                        try await alice.sendGift("rose", count: count, to: [], in: "stage", orderID: "the-same")
                        #expect(try await ovation.balance(of: "alice") == Int64(100 - count))
                        #expect(try await ovation.gifts(in: "stage").map(\.count) == [count])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: connections)
    func `a server stops when the test throws`(_ connection: TestServerOptions.Connection) async throws {
        var server: OvationTestServer?
        await #expect(throws: Mistake.self) {
            try await OvationTestServer.run(TestServerOptions(connection: connection)) { ovation in
                server = ovation
                try await ovation.addUser("alice", coins: 7)
                throw Mistake()
            }
        }
        let ovation = try #require(server)
        await #expect(throws: TestServerError.stopped) { try await ovation.addUser("alice", coins: 1) }
        // The stored data can still be read.
        #expect(try await ovation.balance(of: "alice") == 7)
    }

    @Test func `a server without references stops by itself`() async throws {
        var ovation: OvationTestServer? = try await OvationTestServer.start()
        weak let held = ovation
        let alice = try #require(try await ovation?.logIn("alice"))
        ovation = nil
        #expect(held == nil)
        // The client keeps looking for the server until its timeout, on its own clock rather than the test's.
        let refusal = await #expect(throws: Rejection.self) { try await alice.wallet() }
        #expect(refusal?.code == .networkUnavailable)
    }

    @Test(arguments: connections)
    func `stored data survives a restart`(_ connection: TestServerOptions.Connection) async throws {
        try await OvationTestServer.run(TestServerOptions(connection: connection)) { ovation in
            try await ovation.addLive("stage", host: "ada")
            try await ovation.addUser("alice", coins: 7)
            try await ovation.restart()
            let alice = try await ovation.logIn("alice")
            _ = try await alice.joinRoom("stage")
            #expect(try await alice.wallet().balance == Coins(7))
        }
    }

    @Test func `a top-up reaches the user's clients`() async throws {
        let ovation = try await OvationTestServer.start()
        let alice = try await ovation.logIn("alice")
        let events = alice.events()
        try await ovation.addUser("alice", coins: 40)
        try await ovation.addUser("alice", coins: 2)
        var told: [Int64] = []
        for await case .walletChanged(let wallet) in events {
            told.append(wallet.balance.amount)
            if told.count == 2 { break }
        }
        #expect(told == [40, 42])
    }

    @Test func `a value that a backend could not set is refused`() async throws {
        let ovation = try await OvationTestServer.start()
        try await ovation.addLive("stage", host: "ada")
        await #expect(throws: Rejection.self) { try await ovation.addLive("stage", host: "eve") }
        await #expect(throws: Rejection.self) { try await ovation.addUser("alice", coins: -1) }
        await #expect(throws: Rejection.self) {
            try await ovation.addUser("alice", name: String(repeating: "a", count: 101))
        }
        #expect(try await ovation.gifts(in: "nowhere").isEmpty)
    }
}
