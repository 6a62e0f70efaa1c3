import NIOCore
import NIOEmbedded
import OvationBackend
import OvationBroker
import OvationModel
import OvationObservability
import OvationRules
import OvationTestKit
import Synchronization
import Testing

@testable import OvationNode

/// Calls to a home that end because it is gone.
@Suite struct HomeCallsTests {
    private typealias Box = Mutex<Result<RoomReply, Rejection>?>.Box

    private let world: LinkWorld
    private let far: FarRoom

    init() throws {
        let world = try LinkWorld()
        self.world = world
        far = FarRoom(
            world.room.liveID, at: LinkWorld.homeRun, over: world.linked.link, on: world.loop, bytesMax: 1 << 20)
    }

    private var calls: HomeCalls { world.linked.link.calls }

    private func ask(over port: any RoomPort) -> Box {
        let box = Box(nil)
        port.submit(RoomRequest(actor: .server, body: .info)) { result in box.value.withLock { $0 = result } }
        world.loop.run()
        return box
    }

    private func code(_ box: Box) -> ErrorCode? {
        if case .failure(let rejection)? = box.value.withLock({ $0 }) { rejection.code } else { nil }
    }

    @Test func `what a home that is gone was asked is of unknown outcome at once, by whom it may have been asked`() {
        world.room.answers(nil)
        let boxes = [ask(over: far), ask(over: world.linked)]
        #expect(calls.count == 2)
        world.linked.link.endCalls(at: LinkWorld.homeRun)
        world.loop.run()
        #expect(boxes.map(code) == [.outcomeUnknown, .outcomeUnknown])
        #expect(calls.count == 0)
        #expect(world.registry.render().contains("ovation_home_calls_ended_total 2\n"))
    }

    @Test func `where nobody listens any more, the next question ends what was asked before`() {
        world.room.answers(nil)
        let before = [ask(over: far), ask(over: world.linked)]
        world.home.stop()
        let after = ask(over: far)
        #expect(before.map(code) == [.outcomeUnknown, .outcomeUnknown])
        #expect(code(after) == .homeAway, "and nothing of that one was done")
        #expect(calls.count == 0)
    }

    @Test func `calls to other processes and about other lives go on`() {
        world.room.answers(nil)
        let box = ask(over: far)
        calls.end(at: NodeRun(slot: LinkWorld.homeRun.slot, incarnation: 6))
        calls.end(HomeCalls.Place(liveID: Samples.id("other"), home: LinkWorld.homeRun))
        world.loop.run()
        #expect(code(box) == nil && calls.count == 1)
        calls.end(HomeCalls.Place(liveID: world.room.liveID, home: LinkWorld.homeRun))
        world.loop.run()
        #expect(code(box) == .outcomeUnknown)
    }

    @Test func `a call waits when it was under way with the look before, and nothing is kept of one that was answered`()
    {
        world.room.answers(nil)
        _ = ask(over: far)
        #expect(calls.look().isEmpty)
        let place = HomeCalls.Place(liveID: world.room.liveID, home: LinkWorld.homeRun)
        #expect(calls.look() == [place])
        world.loop.advanceTime(by: .seconds(10))
        #expect(calls.look().isEmpty)
        world.room.answers(.success(.done))
        _ = ask(over: far)
        _ = ask(over: world.linked)
        #expect(calls.count == 0)
    }

    @Test func `a live that has just ended may still answer who ended it`() {
        world.room.answers(nil)
        let box = ask(over: far)
        let place = HomeCalls.Place(liveID: world.room.liveID, home: LinkWorld.homeRun)
        _ = calls.look()
        for _ in 0..<2 {
            #expect(calls.look() == [place])
            // By the storage and by the home itself.
            #expect(calls.endAbsent(place) == 0 && calls.endAbsent(place) == 0)
        }
        world.loop.run()
        #expect(code(box) == nil)
        _ = calls.look()
        #expect(calls.endAbsent(place) == 1)
        world.loop.run()
        #expect(code(box) == .outcomeUnknown)
    }

    @Test func `a home says whether it runs a live`() throws {
        let answers = Mutex<[[UInt8]]>.Box([])
        for live in [world.room.liveID, Samples.id("other")] {
            world.linked.link.ask(.runs(live), at: LinkWorld.homeRun) { result in
                if case .success(let bytes) = result { answers.value.withLock { $0.append(bytes) } }
            }
        }
        world.loop.run()
        let read = try answers.value.withLock { $0 }.map { try HomeAnswer($0) }
        #expect(read == [.answered([]), .notHere])
        #expect(try HomeQuestion(HomeQuestion.runs(world.room.liveID).bytes) == .runs(world.room.liveID))
    }
}
