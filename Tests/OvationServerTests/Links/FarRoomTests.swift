import NIOCore
import NIOEmbedded
import OvationBackend
import OvationBroker
import OvationModel
import OvationRules
import OvationTestKit
import Synchronization
import Testing

@testable import OvationNode

/// Callers without a place in a live ask it at the node that runs it.
@Suite struct FarRoomTests {
    private let world: LinkWorld
    private let far: FarRoom

    init() throws {
        let world = try LinkWorld()
        self.world = world
        let link = NodeLink(
            world.edgeBroker, node: NodeRun(slot: 3, incarnation: 1), cluster: LinkWorld.cluster,
            secret: LinkWorld.secret, metrics: world.home.link.metrics)
        far = FarRoom(
            world.room.liveID, at: LinkWorld.homeRun, over: link, on: world.loop, bytesMax: 1 << 20)
    }

    private func ask(_ body: RoomRequest.Body) -> Mutex<Result<RoomReply, Rejection>?>.Box {
        let box = Mutex<Result<RoomReply, Rejection>?>.Box(nil)
        far.submit(RoomRequest(actor: .server, body: body)) { result in box.value.withLock { $0 = result } }
        world.loop.run()
        return box
    }

    @Test func `every answer comes as the live gave it`() throws {
        for (_, reply) in CrossingSamples.replies {
            let answer = Result<RoomReply, Rejection>.success(reply)
            world.room.answers(answer)
            let got = ask(.info).value.withLock { $0 }
            #expect(try got?.crossing(bytesMax: 1 << 20) == answer.crossing(bytesMax: 1 << 20))
        }
        world.room.answers(.failure(CrossingSamples.rejection))
        #expect(ask(.statistics).value.withLock { $0?.failure } == CrossingSamples.rejection)
    }

    @Test func `nothing was done where no home listens, and the caller is told so`() {
        world.home.stop()
        #expect(ask(.info).value.withLock { $0?.failure?.code } == .homeAway)
        #expect(world.room.requests.isEmpty)
    }

    @Test func `a home that says nothing leaves the outcome open after ten seconds`() {
        world.room.answers(nil)
        let answer = ask(.command(.end(message: "")))
        world.loop.advanceTime(by: .milliseconds(9_999))
        #expect(answer.value.withLock { $0 == nil })
        world.loop.advanceTime(by: .milliseconds(1))
        #expect(answer.value.withLock { $0?.failure?.code } == .outcomeUnknown)
    }

    @Test func `a live that is over leaves nothing at its home, also where no other node had a viewer`() {
        let before = world.home.livesCount
        let other = FarEdges(
            LiveID(unchecked: "other"), epoch: "e1", home: world.home,
            loop: RoomLoop(eventLoop: world.loop, index: 0), bytesMax: 1 << 20, silenceSeconds: 90)
        world.home.add(other)
        let home = world.home
        let edges = RoomEdges([], makeFarPort: { other.port(for: $0) }, onForget: { home.forget(other) })
        #expect(world.home.livesCount == before + 1)
        edges.tellAll(.forget)
        #expect(world.home.livesCount == before)
    }
}

extension Result {
    /// The error; nil for a success.
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
