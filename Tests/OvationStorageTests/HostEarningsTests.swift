import OvationModel
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationStorageSQLite

/// What a live earned its host, over an update from a version that did not count it.
@Suite struct HostEarningsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func coins(_ storage: SQLiteStorage, _ live: String = "live") async throws -> Coins? {
        let earnings = try #require(try await storage.hostEarnings(of: Samples.id(live), in: nil))
        #expect(earnings.owner == Samples.host.userID)
        return earnings.coins
    }

    @Test func `an order that another version kept makes the earnings unknown for good, and the ledger still balances`()
        async throws
    {
        let storage = try SQLiteStorage(path: folder.file())
        _ = try await storage.commit([
            .createRoom(Samples.room()), .credit(Samples.alice, 1_000, "c"), .order(Samples.order("1", Samples.cake)),
        ])
        #expect(try await coins(storage) == Samples.coins(49))
        // As if the version before had kept the order: it leaves the count alone.
        try storage.execute("UPDATE room_counter SET host_coins = 0, host_coins_of = 0")
        #expect(try await coins(storage) == nil)
        _ = try await storage.commit([.order(Samples.order("2", Samples.cake))])
        #expect(try await coins(storage) == nil)
        #expect(try await storage.auditLedger().problems == [])
        try await storage.close()
    }

    @Test func `an update counts what lives that are on have earned, and leaves those that are over`() async throws {
        let storage = try SQLiteStorage(path: folder.file())
        let over = Samples.info("over").sessionID
        _ = try await storage.commit([
            .createRoom(Samples.room()), .createRoom(Samples.room("over")), .createRoom(Samples.room("quiet")),
            .credit(Samples.alice, 10_000, "c"), .order(Samples.order("1", Samples.cake)),
            .order(Samples.order("2", Samples.cake, to: [Samples.host, Samples.bob])),
            .order(Samples.order("3", Samples.cake, live: "over")), .end(over),
        ])
        try storage.execute("UPDATE room_counter SET host_coins = 0, host_coins_of = 0")
        let update = try #require(
            Schema.hostEarnings.split(separator: ";").map(String.init).first { $0.contains("UPDATE") })
        try storage.execute(update)
        #expect(try await coins(storage) == Samples.coins(49 + 49))
        #expect(try await coins(storage, "quiet") == .zero)
        #expect(try await coins(storage, "over") == nil)
        _ = try await storage.commit([.order(Samples.order("4", Samples.cake))])
        #expect(try await coins(storage) == Samples.coins(3 * 49))
        #expect(try await storage.auditLedger().problems == [])
        try await storage.close()
    }
}
