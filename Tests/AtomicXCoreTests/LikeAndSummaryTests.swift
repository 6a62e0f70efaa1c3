import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct LikeStoreTests {
    private struct Told: Equatable {
        let user: String
        let count: UInt
    }

    private func told(_ events: Recorder<LikeEvent>) -> [Told] {
        events.values.map { event in
            switch event {
            case .onReceiveLikesMessage(_, let count, let sender): Told(user: sender.userID, count: count)
            }
        }
    }

    @Test func `each sender of likes gets one event, and the last event includes the unnamed likes`() async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.like.likeEventPublisher)
        let received = LikeReceived(
            total: 120, added: 10, senders: [.init(user: World.other, count: 4), .init(user: World.viewer, count: 3)])
        try await world.send(.likeReceived(received))
        #expect(told(events) == [Told(user: "other", count: 4), Told(user: "viewer", count: 6)])
        #expect(world.like.state.value.totalLikeCount == 120)
    }

    @Test func `likes without a named sender raise an event too`() async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.like.likeEventPublisher)
        try await world.send(.likeReceived(LikeReceived(total: 5, added: 5, senders: [])))
        #expect(told(events) == [Told(user: "", count: 5)])
    }

    @Test func `absurd like counts are clamped`() async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.like.likeEventPublisher)
        let received = LikeReceived(
            total: -1, added: -5,
            senders: [
                .init(user: World.other, count: .max), .init(user: World.viewer, count: .max),
                .init(user: World.owner, count: -3),
            ])
        try await world.send(.likeReceived(received))
        #expect(world.like.state.value.totalLikeCount == 0)
        #expect(told(events).map(\.count) == [UInt(Int.max), UInt(Int.max), 0])
    }

    @Test func `likes are sent with their count, and a count of 0 is refused`() async throws {
        let world = World()
        try await world.enter()
        try await world.like.sendLike()
        try await world.like.sendLike(count: 20)
        #expect(
            world.server.commands("like.send") == [.likeSend(LikeSend(count: 1)), .likeSend(LikeSend(count: 20))])
        do {
            try await world.like.sendLike(count: 0)
            Issue.record("a count of 0 was accepted")
        } catch {
            #expect(error.code == -1001)
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct LiveSummaryStoreTests {
    private func statistics(duration: Int64 = 1_000) -> RoomStatistics {
        var statistics = RoomStatistics()
        statistics.totalViewers = 10
        statistics.totalGiftsSent = 20
        statistics.totalGiftCoins = 100
        statistics.totalUniqueGiftSenders = 3
        statistics.totalLikesReceived = 40
        statistics.totalMessageSent = 50
        statistics.totalDuration = duration
        return statistics
    }

    private func enter(_ world: World) async throws {
        try await world.logIn()
        let snapshot = World.snapshot(statistics: statistics())
        world.server.on("room.join") { _ in World.entering(World.live, role: .viewer, snapshot: snapshot) }
        try await world.hub.liveList.joinLive(liveID: "live_1")
    }

    @Test func `the snapshot's numbers appear without delay`() async throws {
        let world = World()
        try await enter(world)
        let data = world.summary.state.value.summaryData
        #expect(data.totalViewers == 10 && data.totalGiftsSent == 20 && data.totalGiftCoins == 100)
        #expect(data.totalGiftUniqueSenders == 3 && data.totalLikesReceived == 40 && data.totalMessageSent == 50)
        #expect(data.totalDuration == 1_000)
        #expect(world.like.state.value.totalLikeCount == 40)
    }

    @Test func `events count up until the server's own numbers replace them`() async throws {
        let world = World()
        try await enter(world)
        try await world.send(World.text("hi"), seq: 101)
        try await world.send(try World.giftReceived(order: "o1", count: 3), seq: 102, durable: 1)
        try await world.send(.likeReceived(LikeReceived(total: 44, added: 4, senders: [])))
        try await world.send(.audienceJoined(AudienceJoined(user: World.other, count: 2, totalViewers: 11)), seq: 103)
        try await world.queue.advance(milliseconds: 300)
        var data = world.summary.state.value.summaryData
        #expect(data.totalMessageSent == 51 && data.totalGiftsSent == 23 && data.totalGiftCoins == 115)
        #expect(data.totalLikesReceived == 44 && data.totalViewers == 11)
        try await world.send(.audienceCounted(AudienceCounted(count: 5, statistics: statistics(duration: 9_000))))
        try await world.queue.advance(milliseconds: 300)
        data = world.summary.state.value.summaryData
        #expect(data.totalMessageSent == 50 && data.totalGiftsSent == 20 && data.totalDuration == 9_000)
        #expect(world.audience.state.value.audienceCount == 5)
    }

    @Test func `the numbers of the end appear without delay and stay`() async throws {
        let world = World()
        try await enter(world)
        try await world.send(World.text("hi"), seq: 101)
        var last = statistics(duration: 60_000)
        last.totalLikesReceived = 99
        try await world.send(
            .roomEnded(RoomEnded(reason: .endedByHost, message: "", statistics: last)), seq: 102, durable: 1)
        #expect(world.summary.state.value.summaryData.totalDuration == 60_000)
        #expect(world.summary.state.value.summaryData.totalLikesReceived == 99)
        #expect(world.like.state.value.totalLikeCount == 99)
        try await world.queue.advance(milliseconds: 10_000)
        #expect(world.summary.state.value.summaryData.totalDuration == 60_000)
    }

    @Test func `absurd statistics are clamped`() async throws {
        let world = World()
        try await enter(world)
        var absurd = RoomStatistics()
        absurd.totalViewers = -1
        absurd.totalDuration = .min
        try await world.send(.audienceCounted(AudienceCounted(count: -1, statistics: absurd)))
        try await world.send(try World.giftReceived(order: "o1", count: 1 << 40), seq: 102, durable: 1)
        try await world.send(try World.giftReceived(order: "o2", count: -7), seq: 103, durable: 2)
        try await world.queue.advance(milliseconds: 300)
        #expect(world.summary.state.value.summaryData.totalViewers == 0)
        #expect(world.audience.state.value.audienceCount == 0)
    }
}
