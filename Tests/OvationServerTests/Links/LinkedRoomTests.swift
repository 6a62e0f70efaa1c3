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

/// A live at one node and its edge at another, over a broker.
@Suite struct LinkedRoomTests {
    private let world: LinkWorld

    init() throws { world = try LinkWorld() }

    private func ask(_ request: RoomRequest) -> Mutex<Result<RoomReply, Rejection>?>.Box {
        let box = Mutex<Result<RoomReply, Rejection>?>.Box(nil)
        world.linked.submit(request) { result in box.value.withLock { $0 = result } }
        world.loop.run()
        return box
    }

    // MARK: - Everything that crosses

    @Test func `every request comes to the live as it was asked`() throws {
        let bodies = (CrossingSamples.bodies.map(\.1) + CrossingSamples.commands.map { RoomRequest.Body.command($0.1) })
            .filter { !LinkedRoomLossTests.isLetter($0) }
        for body in bodies {
            let request = CrossingSamples.request(body)
            _ = ask(request)
            #expect(try world.room.requests.last?.crossing(bytesMax: 1 << 20) == request.crossing(bytesMax: 1 << 20))
        }
        #expect(world.room.requests.count == bodies.count)
    }

    @Test func `every answer comes to who has asked as the live gave it`() throws {
        let answers = CrossingSamples.replies.map { Result<RoomReply, Rejection>.success($0.1) }
        for answer in answers + [.failure(CrossingSamples.rejection)] {
            world.room.answers(answer)
            let got = ask(CrossingSamples.request(.info)).value.withLock { $0 }
            #expect(try got?.crossing(bytesMax: 1 << 20) == answer.crossing(bytesMax: 1 << 20))
        }
    }

    @Test func `every notice comes to the live once`() {
        let before = world.room.notices.count
        for (_, notice) in CrossingSamples.notices { world.linked.notify(notice) }
        world.loop.run()
        world.loop.advanceTime(by: .seconds(5))
        #expect(Array(world.room.notices.dropFirst(before)) == CrossingSamples.notices.map(\.1))
    }

    @Test func `every message of the live comes to the edge as it was sent, in its order`() throws {
        let port = world.port()
        var sent: [EdgeMessage] = []
        // Viewers come first, and go after the rest.
        let samples = CrossingSamples.edgeMessages.map(\.1)
        func isLast(_ message: EdgeMessage) -> Bool {
            switch message {
            case .detach, .forget: true
            default: false
            }
        }
        sent += samples.filter { if case .admit = $0 { true } else { false } }
        sent += samples.filter { if case .admit = $0 { false } else { !isLast($0) } }
        sent += samples.filter(isLast)
        var number: Int64 = 16
        sent = sent.map { message in
            guard case .batch(let batch) = message else { return message }
            number += 1
            return .batch(EdgeMessage.EventBatch(number: number, members: batch.members, events: batch.events))
        }
        for message in sent { port.handle(message) }
        world.loop.run()
        let edge = try #require(world.edges.made.first)
        #expect(edge.epoch == "e1")
        // Who is in the fan-out already is for the edge to know.
        var viewers: Set<ConnectionAddress> = []
        let expected = sent.map { message in
            guard case .admit(let admitted) = message else { return message }
            let members = admitted.members.map { member in
                EdgeMessage.Admitted.Member(
                    entrant: member.entrant, membership: member.membership,
                    isPresent: !viewers.insert(member.entrant.connection).inserted)
            }
            return .admit(
                EdgeMessage.Admitted(members: members, snapshot: admitted.snapshot, after: admitted.after))
        }
        #expect(
            try edge.messages.map { try $0.crossing(bytesMax: 1 << 20) }
                == expected.map { try $0.crossing(bytesMax: 1 << 20) })
        #expect(!world.refused(.badValue))
    }

    // MARK: - What is missing

    @Test func `a batch that was lost is asked for, and what came behind it waits`() throws {
        let port = world.port()
        port.handle(LinkWorld.admit(1, after: 0))
        port.handle(LinkWorld.batch(1))
        world.homeBroker.lose { _ in true }
        port.handle(LinkWorld.batch(2))
        port.handle(.exit(CrossingSamples.session))
        world.homeBroker.lose(nil)
        port.handle(LinkWorld.batch(3))
        world.loop.run()
        #expect(world.edges.words == ["admit [1]", "batch 1"])
        world.loop.advanceTime(by: .milliseconds(200))
        #expect(world.edges.words == ["admit [1]", "batch 1", "batch 2", "exit session-1", "batch 3"])
        #expect(!world.registry.render().contains("ovation_broker_asked_again_total 0\n"))
    }

    @Test func `the last batch that was lost is noticed within a second`() {
        let port = world.port()
        port.handle(LinkWorld.admit(1, after: 0))
        port.handle(LinkWorld.batch(1))
        let live = BrokerSubject.live(world.room.liveID, in: LinkWorld.cluster)
        world.homeBroker.lose { $0 == live }
        port.handle(LinkWorld.batch(2))
        world.loop.run()
        world.homeBroker.lose(nil)
        #expect(world.edges.words == ["admit [1]", "batch 1"])
        world.loop.advanceTime(by: .milliseconds(1200))
        #expect(world.edges.words == ["admit [1]", "batch 1", "batch 2"])
    }

    @Test func `what was sent while the connection was lost is told when it is back`() {
        let port = world.port()
        port.handle(LinkWorld.admit(1, after: 0))
        world.loop.run()
        world.server.setReached(world.edgeBroker.inner, false)
        for number in 1...200 { port.handle(LinkWorld.batch(Int64(number))) }
        world.server.setReached(world.edgeBroker.inner, true)
        world.loop.run()
        world.loop.advanceTime(by: .seconds(2))
        #expect(world.edges.words == ["admit [1]"] + (1...200).map { "batch \($0)" })
    }

    @Test func `viewers who miss more than is kept are sent back, and others go on behind it`() {
        let port = world.port()
        port.handle(LinkWorld.admit(1, after: 0))
        world.loop.run()
        world.server.setReached(world.edgeBroker.inner, false)
        for number in 1...Int64(LinkRing.countMax + 1) { port.handle(LinkWorld.batch(number)) }
        world.server.setReached(world.edgeBroker.inner, true)
        world.loop.run()
        world.loop.advanceTime(by: .seconds(2))
        #expect(world.edges.words == ["admit [1]", "back 1", "detach 1"])
        let last = Int64(LinkRing.countMax + 1)
        port.handle(.detach(LinkWorld.connection(1)))
        port.handle(LinkWorld.admit(2, after: last))
        port.handle(LinkWorld.batch(last + 1))
        world.loop.run()
        #expect(world.edges.words.suffix(2) == ["admit [2]", "batch \(last + 1)"])
    }

    @Test func `a notice that was lost is sent again until the home has heard it`() {
        let before = world.room.notices.count
        let notice = RoomNotice.sessionEnded(CrossingSamples.session, .heartbeatInterrupt)
        world.edgeBroker.lose { _ in true }
        world.linked.notify(notice)
        world.loop.advanceTime(by: .seconds(3))
        #expect(world.room.notices.count == before)
        world.edgeBroker.lose(nil)
        world.loop.advanceTime(by: .seconds(3))
        #expect(Array(world.room.notices.dropFirst(before)) == [notice])
    }

    // MARK: - Homes that do not answer

    @Test func `nothing was done where no home listens, and the caller is told so`() {
        world.home.stop()
        let answer = ask(CrossingSamples.request(.info)).value.withLock { $0 }
        guard case .failure(let rejection)? = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
        #expect(rejection.code == .homeAway)
        #expect(rejection.code.isTemporary)
        #expect(world.registry.render().contains("ovation_broker_requests_total{outcome=\"nobody\"} 1\n"))
    }

    @Test func `a home that says nothing leaves the outcome open after ten seconds`() {
        world.room.answers(nil)
        let box = ask(CrossingSamples.request(.info))
        world.loop.advanceTime(by: .seconds(9))
        #expect(box.value.withLock { $0 == nil })
        world.loop.advanceTime(by: .seconds(1))
        guard case .failure(let rejection)? = box.value.withLock({ $0 }) else {
            Issue.record("no answer")
            return
        }
        #expect(rejection.code == .outcomeUnknown)
    }

    @Test func `an entrant whose admission got lost is sent back, one who was answered is not`() {
        let port = world.port()
        port.handle(.flush)
        world.room.answers(nil)
        _ = ask(CrossingSamples.request(.enter(id: 1, created: false)))
        world.loop.advanceTime(by: .seconds(10))
        #expect(world.edges.words == ["flush", "back 4711"])
        _ = ask(CrossingSamples.request(.enter(id: 2, created: false)))
        port.handle(.refuseEntry(CrossingSamples.connection, id: 2, CrossingSamples.rejection))
        world.loop.run()
        world.loop.advanceTime(by: .seconds(20))
        #expect(world.edges.words.count == 3)
    }

    // MARK: - The end of the way

    @Test func `who was let in behind a batch that got lost is sent back when the live is reached no more`() {
        let port = world.port()
        port.handle(LinkWorld.admit(1, after: 0))
        world.loop.run()
        let live = BrokerSubject.live(world.room.liveID, in: LinkWorld.cluster)
        world.homeBroker.lose { $0 == live }
        port.handle(LinkWorld.batch(1))
        port.handle(LinkWorld.admit(2, after: 1))
        world.loop.run()
        #expect(world.edges.words == ["admit [1]"])
        world.linked.stop()
        world.loop.run()
        #expect(world.edges.words.filter { $0.hasPrefix("back") } == ["back 1", "back 2"])
        #expect(world.edges.words.filter { $0.hasPrefix("detach") } == ["detach 1", "detach 2"])
    }

    @Test func `what is found of a live that is reached no more lets nobody in`() {
        let port = world.port()
        port.handle(LinkWorld.admit(1, after: 0))
        world.loop.run()
        let edge = BrokerSubject.edge(LinkWorld.edgeRun, of: world.room.liveID, in: LinkWorld.cluster)
        world.homeBroker.lose { $0 == edge }
        port.handle(LinkWorld.admit(2, after: 0))
        world.homeBroker.lose(nil)
        port.handle(.flush)
        world.loop.run()
        // The home is asked for the admission, and the way ends before its answer is read.
        world.loop.scheduleTask(in: .milliseconds(200)) { [linked = world.linked] in linked.stop() }
        world.loop.advanceTime(by: .seconds(3))
        #expect(!world.edges.words.contains("admit [2]"))
        #expect(world.edges.words.contains("back 1"))
    }

    @Test func `a request that comes when a live is reached no more is told that nothing was done`() {
        world.linked.stop()
        let count = world.room.requests.count
        let answer = ask(CrossingSamples.request(.enter(id: 1, created: false))).value.withLock { $0 }
        guard case .failure(let rejection)? = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
        #expect(rejection.code == .homeAway)
        world.loop.advanceTime(by: .seconds(20))
        #expect(world.room.requests.count == count)
    }

    @Test func `who enters, leaves and enters again comes to the home in that order`() {
        let port = world.port()
        world.room.answers(nil)
        let requests = [
            CrossingSamples.request(.enter(id: 1, created: false)), CrossingSamples.request(.leave),
            CrossingSamples.request(.enter(id: 3, created: false)),
        ]
        for request in requests { _ = ask(request) }
        #expect(world.room.requests.map(\.words) == ["enter"])
        world.room.answers(.success(.done))
        port.handle(.refuseEntry(CrossingSamples.connection, id: 1, CrossingSamples.rejection))
        world.loop.run()
        #expect(world.room.requests.map(\.words) == ["enter", "leave", "enter"])
    }

    // MARK: - Strangers

    @Test func `what a stranger sends is counted and does nothing`() throws {
        let port = world.port()
        port.handle(LinkWorld.admit(1, after: 0))
        world.loop.run()
        let stranger = world.server.connect()
        let live = BrokerSubject.live(world.room.liveID, in: LinkWorld.cluster)
        let seal = FrameSeal(secret: "the secret of another cluster, as long", bytesMax: 1 << 20)
        let crossing = try LinkWorld.batch(1).crossing(bytesMax: 1 << 20)
        let item = LinkItem(number: 1, epoch: "e1", content: .batch(needs: [:]), crossing: crossing)
        let frame = BrokerFrame(sender: LinkWorld.homeRun, number: 1000, body: item.bytes)
        try stranger.publish(try seal.seal(frame, for: .subject(live)), to: live)
        try stranger.publish([UInt8](repeating: 1, count: 1 << 20), to: live)
        try stranger.publish([], to: live)
        try stranger.publish([2, 3, 4], to: live)
        world.loop.run()
        world.loop.advanceTime(by: .seconds(2))
        #expect(world.edges.words == ["admit [1]"])
        for reason in [ServerMetrics.CrossingFault.stranger, .cutShort, .version] { #expect(world.refused(reason)) }
    }

    @Test func `frames that were recorded and are sent again do nothing`() throws {
        let recorder = world.server.connect()
        let subjects: [BrokerSubject] = [
            .live(world.room.liveID, in: LinkWorld.cluster), .home(LinkWorld.homeRun, in: LinkWorld.cluster),
            .edge(LinkWorld.edgeRun, of: world.room.liveID, in: LinkWorld.cluster),
        ]
        let recorded = Mutex<[(BrokerSubject, [UInt8])]>([])
        for subject in subjects {
            _ = try recorder.subscribe(
                to: subject, queue: BrokerQueue.Limits(messagesMax: 100, bytesMax: 1 << 20), on: { $0() },
                { delivery in
                    guard case .message(let message) = delivery else { return }
                    recorded.withLock { $0.append((subject, message.payload)) }
                })
        }
        let port = world.port()
        port.handle(LinkWorld.admit(1, after: 0))
        port.handle(LinkWorld.batch(1))
        _ = ask(CrossingSamples.request(.leave))
        let (words, requests) = (world.edges.words, world.room.requests.count)
        let copies = recorded.withLock { $0 }
        #expect(copies.count == 3)
        for (subject, payload) in copies { try recorder.publish(payload, to: subject) }
        world.loop.run()
        #expect(world.edges.words == words)
        #expect(world.room.requests.count == requests)
        #expect(world.refused(.repeated))
    }

    @Test func `a node speaks for its own connections only`() {
        var request = CrossingSamples.request(.leave)
        request.origin?.connection = ConnectionAddress(edge: EdgeID(number: 7), loop: 0, number: 1)
        let answer = ask(request).value.withLock { $0 }
        guard case .failure(let rejection)? = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
        #expect(rejection.code == .outcomeUnknown)
        #expect(world.room.requests.isEmpty)
    }
}

extension RoomRequest {
    /// What it asks for, in a word.
    fileprivate var words: String {
        switch body {
        case .enter: "enter"
        case .leave: "leave"
        default: "something else"
        }
    }
}

extension Mutex where Value: Sendable {
    /// A value that a closure and a test share.
    final class Box: Sendable {
        let value: Mutex<Value>

        init(_ value: Value) { self.value = Mutex(value) }
    }
}
