import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct LeaderboardStoreTests {
    private func row(_ rank: Int, _ user: UserInfo, _ coins: Int64, level: Int? = nil) throws -> BoardRow {
        BoardRow(rank: rank, user: user, coins: try World.coins(coins), gifterLevel: level)
    }

    @Test func `the top senders come with the snapshot, follow the live, and are published only when they change`()
        async throws
    {
        let world = World()
        var snapshot = World.snapshot()
        snapshot.topSenders = [try row(1, World.other, 5, level: 1)]
        let entered = snapshot
        world.server.on("room.join") { frame in
            World.entering(frame.room ?? World.live, role: .viewer, snapshot: entered)
        }
        try await world.enter()
        let first = try #require(world.leaderboard.state.value.topSenders.first)
        #expect(first.rank == 1 && first.user.userName == "Other" && first.coins == 5 && first.gifterLevel == 1)
        let states = Recorder(world.leaderboard.state.subscribe())
        let changed = BoardChanged(top: [try row(1, World.viewer, 9), try row(2, World.other, 5, level: 1)])
        try await world.send(.boardChanged(changed))
        try await world.send(.boardChanged(changed))
        #expect(states.values.map { $0.topSenders.map(\.user.userID) } == [["other"], ["viewer", "other"]])
    }

    @Test func `a board of one live is asked with its id, a board of all lives without one`() async throws {
        let world = World()
        try await world.logIn()
        let page = BoardPage(kind: .hosts, period: .day, rows: [try row(1, World.owner, 70)])
        world.server.on("board.list", ok: page)
        let hosts = try await world.leaderboard.fetchLeaderboard(kind: .hosts, period: .day, count: 3)
        #expect(hosts.map(\.user.userID) == ["host"] && hosts.map(\.coins) == [70] && hosts.map(\.gifterLevel) == [0])
        _ = try await world.leaderboard.fetchLeaderboard(period: .live)
        let asked = world.server.commands.filter { $0.command.op == "board.list" }
        #expect(asked.map(\.room) == [nil, World.live])
        #expect(
            asked.map(\.command) == [
                .boardList(BoardList(kind: .hosts, period: .day, count: 3)),
                .boardList(BoardList(kind: .senders, period: .live, count: 20)),
            ])
    }

    @Test func `a refused fetch throws an ErrorInfo`() async throws {
        let world = World()
        try await world.logIn()
        world.server.on("board.list", error: Rejection(.roomNotFound))
        await #expect(throws: ErrorInfo.self) { try await world.leaderboard.fetchLeaderboard(period: .live) }
    }

    @Test func `orders in one event raise one gift event each, and the summary counts them all`() async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.gift.giftEventPublisher)
        guard case .giftReceived(var gift) = try World.giftReceived(order: "o3", count: 6) else { return }
        gift.orders = try [1, 2, 3].map { number in
            GiftReceived.Order(
                orderID: OrderID(unchecked: "o\(number)"), count: number, coins: try World.coins(Int64(number) * 5),
                durable: Int64(number), at: ScriptedServer.at)
        }
        try await world.send(.giftReceived(gift), seq: 101, durable: 3)
        try await world.send(.giftReceived(gift), seq: 101, durable: 3)
        let counts = events.values.map { event -> UInt in
            guard case .onReceiveGift(_, _, let count, _) = event else { return 0 }
            return count
        }
        #expect(counts == [1, 2, 3])
        try await world.queue.advance(milliseconds: 1_000)
        let summary = world.summary.state.value.summaryData
        #expect(summary.totalGiftsSent == 6 && summary.totalGiftCoins == 30)
    }
}
