import OvationBroker
import OvationModel
import OvationSimulator
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode

/// What was asked of the home of a live that goes. Time stands still until a test lets it pass.
@Suite(.timeLimit(.minutes(5)))
struct HomesGoneTests {
    private static let live: LiveID = Samples.id("live")

    /// The second node has asked the first one, which runs the live, for an order. The first one does not answer.
    private struct Waiting: Sendable {
        let pair: NodePair
        let answer: NodePair.Answer<Result<GiftCharged, Rejection>>
        /// Who has the question.
        let mute: any BrokerSubscription

        var code: ErrorCode? {
            guard case .failure(let rejection)? = answer.value else { return nil }
            return rejection.code
        }
    }

    private static func ask(_ pair: NodePair) async throws -> Waiting {
        try await pair.begin(live)
        let credited: Result<StorageOutcome, Rejection> = try await pair.answer("coins") { done in
            pair.nodes[0].credit(Samples.alice.userID, Samples.coins(500), reference: "c", done)
        }
        _ = try credited.get()
        pair.nodes[0].node.homeLink?.stop()
        let home = NodeRun(slot: UInt16(pair.seats[0].slot), incarnation: pair.seats[0].incarnation)
        let mute = try pair.broker.connect().subscribe(
            to: .home(home, in: ClusterName(unchecked: "tests")), queue: NodeLink.queue, on: { $0() }, { _ in })
        let answer = NodePair.Answer<Result<GiftCharged, Rejection>>()
        pair.nodes[1].send(order, in: live, for: Samples.alice) { answer.set($0) }
        try await pair.until("the question") { mute.counts.received == 1 }
        #expect(answer.value == nil)
        return Waiting(pair: pair, answer: answer, mute: mute)
    }

    private static let order = GiftSend(orderID: Samples.id("o"), giftID: Samples.cake.giftID)

    /// The second node runs the live from here on, and charges the order once.
    private static func goesOn(_ pair: NodePair) async throws {
        pair.database.leave(pair.seats[0])
        await pair.pass(seconds: 1)
        try await pair.until("the live at the other node") {
            pair.nodes[1].node.services.directory.ownRoom(live) != nil
        }
        for _ in 0..<2 {
            let charged: Result<GiftCharged, Rejection> = try await pair.answer("a gift") { done in
                pair.nodes[1].send(order, in: live, for: Samples.alice, done)
            }
            #expect(try charged.get().balance == Samples.coins(401))
        }
    }

    @Test func `an order in the air to a home that says that it goes is of unknown outcome at once, and charged once`()
        async throws
    {
        try await NodePair.run { pair in
            let waiting = try await Self.ask(pair)
            pair.nodes[0].node.leaveOthers()
            try await pair.until("the end of the call") { waiting.code == .outcomeUnknown }
            try await Self.goesOn(pair)
        }
    }

    @Test func `an order in the air to a home that was killed ends with the second look, a second apart`() async throws
    {
        try await NodePair.run { pair in
            let waiting = try await Self.ask(pair)
            waiting.mute.cancel()
            await pair.pass(seconds: 2)
            try await pair.until("the end of the call") { waiting.code == .outcomeUnknown }
            try await Self.goesOn(pair)
        }
    }

    @Test func `an order in the air to a home that says nothing ends when its live is another's`() async throws {
        try await NodePair.run { pair in
            let waiting = try await Self.ask(pair)
            await pair.pass(seconds: 3)
            #expect(waiting.code == nil, "it may be slow")
            pair.database.leave(pair.seats[0])
            await pair.pass(seconds: 1)
            try await pair.until("the end of the call") { waiting.code == .outcomeUnknown }
            try await Self.goesOn(pair)
        }
    }
}
