import Foundation
import OvationClient
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationWire
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct CrashTests {
    /// The answers that the sender got, in order.
    private final class Answers: Sendable {
        private let answers = Mutex<[GiftCharged]>([])

        var orderIDs: [OrderID] { answers.withLock { $0.map(\.orderID) } }

        /// Adds an answer, and returns how many there are now.
        func append(_ answer: GiftCharged) -> Int {
            answers.withLock {
                $0.append(answer)
                return $0.count
            }
        }
    }

    private func logIn(_ user: String, _ server: ServerProcess) async throws -> OvationClient {
        var configuration = ClientConfiguration(serverURL: server.url)
        configuration.requestTimeoutSeconds = 30
        let client = OvationClient(configuration: configuration, orderJournal: InMemoryOrderJournal())
        _ = try await client.logIn(sdkAppID: 1_400_000_001, userID: try #require(UserID(user)), userSig: "dev")
        return client
    }

    /// Kills a server when its time has come, and starts it again.
    private static func restart(
        _ server: ServerProcess, _ data: URL, when hasCome: @escaping @Sendable () async -> Bool
    ) async throws -> ServerProcess {
        guard await hasCome() else {
            throw ServerProcess.Failure(description: "the orders ended before the server was killed")
        }
        await server.kill()
        return try await ServerProcess.start(data: data, port: server.port)
    }

    /// Sends forty times, with five under way at once.
    private func sendForty(_ send: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 {
                group.addTask { for _ in 0..<8 { try await send() } }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a server killed amid gift orders loses no acknowledged order and delivers each once`() async throws {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        let server = try await ServerProcess.start(data: data)
        let liveID = try #require(LiveID("crash"))
        let rose = try #require(GiftID("rose"))

        let host = try await logIn("host", server)
        _ = try await host.createRoom(liveID, settings: RoomSettings())
        let viewer = try await logIn("viewer", server)
        let viewed = viewer.events()
        _ = try await viewer.joinRoom(liveID)
        let sender = try await logIn("sender", server)
        _ = try await sender.joinRoom(liveID)

        // Forty orders, five under way at once; the server is killed when the twelfth is acknowledged.
        let charged = Answers()
        let (acknowledged, acknowledge) = AsyncStream.makeStream(of: Int.self)
        async let restarted = Self.restart(server, data) {
            for await count in acknowledged where count == 12 { return true }
            return false
        }
        try await sendForty {
            acknowledge.yield(charged.append(try await sender.sendGift(rose, count: 1, to: [], in: liveID)))
        }
        let second = try await restarted

        let acknowledgedIDs = charged.orderIDs
        #expect(acknowledgedIDs.count == 40)
        #expect(Set(acknowledgedIDs).count == 40)
        // When the viewer has this last gift, all earlier ones have been delivered.
        let last = try await sender.sendGift(rose, count: 1, to: [], in: liveID)
        var delivered: [OrderID] = []
        for await event in viewed {
            guard case .room(_, _, .giftReceived(let gift)) = event else { continue }
            delivered.append(gift.orderID)
            if gift.orderID == last.orderID { break }
        }
        await viewer.logOut()
        await sender.logOut()
        await host.logOut()
        #expect(await second.terminate().status == 0)

        let storage = try SQLiteStorage(
            path: data.appendingPathComponent("ovation.sqlite").path, policy: LedgerPolicy())
        let audit = try await storage.auditLedger()
        #expect(audit.problems == [])
        var committed: Set<OrderID> = []
        for id in acknowledgedIDs + [last.orderID] {
            let order = try await storage.order(OrderKey(sender: try #require(UserID("sender")), orderID: id))
            #expect(order != nil, "every acknowledged order is stored")
            committed.insert(id)
        }
        #expect(audit.orders == committed.count, "only acknowledged orders were charged")
        let price = try #require(try await storage.catalogue().items.first { $0.gift.giftID == rose }).gift.coins.amount
        let balance = try await storage.balance(of: .user(try #require(UserID("sender"))))
        #expect(balance?.amount == 10_000 - 41 * price)
        try await storage.close()

        #expect(Set(delivered) == committed, "every committed gift was delivered")
        #expect(delivered.count == committed.count, "no gift was delivered twice")
    }

    @Test func `a server that is asked to stop tells its clients to reconnect, and does not wait for silent ones`()
        async throws
    {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        // A server that waited for these clients would wait half of these 240 seconds.
        let server = try await ServerProcess.start(data: data, arguments: ["--limits.stopSeconds", "240"])
        let polite = try await RawClient.open(port: server.port)
        try await polite.logIn("polite")
        // One connection never sends a command, and one has not even asked for a WebSocket.
        let mute = try await RawClient.open(port: server.port)
        let idle = try await RawClient.connect(port: server.port)
        async let code = polite.closeCode()
        let (status, seconds) = await server.terminate()
        #expect(status == 0)
        #expect(seconds < 60, "a stop does not wait for silent clients")
        #expect(await code == 3000)
        #expect(await mute.closeCode() == 3000)
        await idle.cut()
    }
}
