import NIOCore
import NIOEmbedded
import OvationBackend
import OvationBroker
import OvationModel
import OvationRules
import OvationTestKit
import OvationWire
import Synchronization
import Testing

@testable import OvationNode

/// What simulated worlds of several nodes have found in the way between a home and its edges.
@Suite struct LinkedOrderTests {
    private typealias Box = Mutex<Result<RoomReply, Rejection>?>.Box

    private let world: LinkWorld

    init() throws { world = try LinkWorld() }

    private func ask(_ request: RoomRequest) -> Box {
        let box = Box(nil)
        world.linked.submit(request) { result in box.value.withLock { $0 = result } }
        world.loop.run()
        return box
    }

    private func isAnswered(_ box: Box) -> Bool { box.value.withLock { $0 != nil } }

    // MARK: - Leaving

    @Test func `who leaves before being let in leaves after it, so that the answers come in the order of the commands`()
    {
        let port = world.port()
        world.room.answers(nil)
        _ = ask(CrossingSamples.request(.enter(id: 1, created: false)))
        world.room.answers(.success(.done))
        let left = ask(CrossingSamples.request(.leave))
        #expect(!isAnswered(left))
        #expect(world.room.requests.count == 1)
        port.handle(.refuseEntry(CrossingSamples.connection, id: 1, CrossingSamples.rejection))
        world.loop.run()
        #expect(isAnswered(left))
        #expect(world.room.requests.count == 2)
    }

    @Test func `who leaves while two entries are under way leaves after both`() {
        let port = world.port()
        world.room.answers(nil)
        for id: Int64 in 1...2 { _ = ask(CrossingSamples.request(.enter(id: id, created: false))) }
        world.room.answers(.success(.done))
        let left = ask(CrossingSamples.request(.leave))
        port.handle(.refuseEntry(CrossingSamples.connection, id: 1, CrossingSamples.rejection))
        world.loop.run()
        #expect(!isAnswered(left))
        port.handle(.refuseEntry(CrossingSamples.connection, id: 2, CrossingSamples.rejection))
        world.loop.run()
        #expect(isAnswered(left))
    }

    @Test func `who leaves is not held back by an entry that nobody answers`() {
        world.room.answers(nil)
        _ = ask(CrossingSamples.request(.enter(id: 1, created: false)))
        world.room.answers(.success(.done))
        let left = ask(CrossingSamples.request(.leave))
        world.loop.advanceTime(by: .seconds(10))
        #expect(isAnswered(left))
    }

    // MARK: - Runs of numbers

    @Test func `what is late of an earlier run of a live is passed over, and does not bring that run back`() throws {
        world.port().handle(LinkWorld.admit(1, after: 0))
        world.loop.run()
        let later = FarEdges(
            world.room.liveID, epoch: "e2", home: world.home, loop: RoomLoop(eventLoop: world.loop, index: 0),
            bytesMax: 1 << 20, silenceSeconds: 90)
        let port = try #require(later.port(for: EdgeID(number: LinkWorld.edgeRun.slot)))
        port.handle(LinkWorld.admit(2, after: 0))
        world.loop.run()
        #expect(world.edges.made.map(\.epoch) == ["e1", "e2"])
        world.port().handle(.exit(CrossingSamples.session))
        world.loop.run()
        #expect(world.edges.made.map(\.epoch) == ["e1", "e2"])
        #expect(world.edges.words == ["admit [1]", "back 1", "detach 1", "admit [2]"])
    }

    @Test func `runs are ordered by where their numbers begin, however many digits these have`() {
        #expect(EdgeStream.isLater("10", than: "z"))
        #expect(!EdgeStream.isLater("z", than: "10"))
        #expect(!EdgeStream.isLater("z", than: "z"))
    }

    // MARK: - Orders

    @Test func `an order that the rules of a home refuse is refused for good by the home, which looks it up first`()
        throws
    {
        let wished = Mutex<OrderWish?>.Box(nil)
        world.home.stop()
        try world.home.start(
            on: world.loop,
            settle: { wish, rejection, done in
                wished.value.withLock { $0 = wish }
                done(.failure(rejection))
            })
        world.room.answers(.failure(CrossingSamples.rejection))
        let order = RoomCommand.gift(Samples.id("order-1"), giftID: Samples.id("crown"), gift: nil, count: 2, to: [])
        let box = ask(CrossingSamples.request(.command(order)))
        guard case .success(.orderRefused(let rejection))? = box.value.withLock({ $0 }) else {
            Issue.record("\(String(describing: box.value.withLock { $0 }))")
            return
        }
        #expect(rejection == CrossingSamples.rejection)
        #expect(wished.value.withLock { $0 }?.key.orderID == Samples.id("order-1"))
        #expect(wished.value.withLock { $0 }?.count == 2)
    }

    // MARK: - A home that was frozen

    @Test func `a home that may have been frozen does nothing for others, who look for the home anew`() throws {
        world.home.stop()
        try world.home.start(on: world.loop, isInDoubt: { true })
        let box = ask(CrossingSamples.request(.info))
        guard case .failure(let rejection)? = box.value.withLock({ $0 }) else {
            Issue.record("\(String(describing: box.value.withLock { $0 }))")
            return
        }
        #expect(rejection.code == .homeAway)
        #expect(world.room.requests.isEmpty)
    }
}
