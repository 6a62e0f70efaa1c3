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

/// What a live and a node that hears it do when one of them has lost something, or is gone.
@Suite struct LinkedRoomLossTests {
    private let world: LinkWorld
    private let over = RoomNotice.sessionEnded(CrossingSamples.session, .heartbeatInterrupt)

    init() throws { world = try LinkWorld() }

    static func isLetter(_ body: RoomRequest.Body) -> Bool {
        if case .command(.coHost(.receive)) = body { true } else { false }
    }

    private func ask(_ request: RoomRequest, over room: LinkedRoom? = nil) -> Mutex<Result<RoomReply, Rejection>?>.Box {
        let box = Mutex<Result<RoomReply, Rejection>?>.Box(nil)
        (room ?? world.linked).submit(request) { result in box.value.withLock { $0 = result } }
        world.loop.run()
        return box
    }

    private func code(_ box: Mutex<Result<RoomReply, Rejection>?>.Box) -> ErrorCode? {
        if case .failure(let rejection)? = box.value.withLock({ $0 }) { rejection.code } else { nil }
    }

    private var goneCount: Int { world.gone.value.withLock { $0 } }

    // MARK: - Notices

    @Test func `a notice that a home in doubt did not take is sent again until it does`() {
        let before = world.room.notices.count
        world.doubt.value.withLock { $0 = true }
        world.linked.notify(over)
        world.loop.advanceTime(by: .seconds(3))
        #expect(world.room.notices.count == before)
        world.doubt.value.withLock { $0 = false }
        world.loop.advanceTime(by: .seconds(1))
        #expect(Array(world.room.notices.dropFirst(before)) == [over])
    }

    @Test func `a notice that nobody listened for is sent again when the home is back`() throws {
        let before = world.room.notices.count
        world.home.stop()
        world.linked.notify(over)
        world.loop.advanceTime(by: .seconds(3))
        try world.home.start(on: world.loop)
        world.loop.advanceTime(by: .seconds(1))
        #expect(Array(world.room.notices.dropFirst(before)) == [over])
    }

    @Test func `a notice that is sent again and again leaves one request behind`() {
        world.edgeBroker.lose { _ in true }
        world.linked.notify(over)
        world.loop.advanceTime(by: .seconds(60))
        // The other one is the renewal.
        #expect(world.edgeBroker.awaitedCount <= 2)
        world.linked.stop()
        world.loop.run()
        #expect(world.edgeBroker.awaitedCount == 0)
    }

    // MARK: - Entrants

    @Test func `an entrant to a live of which nothing was ever heard is sent back and answered`() throws {
        world.edgeBroker.lose { _ in true }
        let silent = try world.link(to: Samples.id("silent"))
        let box = ask(CrossingSamples.request(.enter(id: 1, created: false)), over: silent)
        world.loop.advanceTime(by: .seconds(10))
        #expect(world.sentBack.value.withLock { $0 } == [CrossingSamples.connection])
        #expect(code(box) == .outcomeUnknown)
    }

    @Test func `who waits for a live is answered at once when the live is given up`() throws {
        world.room.answers(nil)
        let asked = ask(CrossingSamples.request(.info))
        let entry = ask(CrossingSamples.request(.enter(id: 1, created: false)))
        world.linked.stop()
        world.loop.run()
        #expect(code(asked) == .outcomeUnknown && code(entry) == .outcomeUnknown)
        #expect(world.edges.words.last == "back 4711")
        #expect(code(ask(CrossingSamples.request(.info))) == .homeAway, "and nothing is asked over it any more")
    }

    @Test func `who ended a live is answered, though its end comes first`() {
        world.room.answers(nil)
        let asked = ask(CrossingSamples.request(.info))
        world.port().handle(.forget)
        world.loop.run()
        world.linked.stop()
        world.loop.advanceTime(by: .milliseconds(1_900))
        #expect(code(asked) == nil)
        world.loop.advanceTime(by: .milliseconds(200))
        #expect(code(asked) == .outcomeUnknown)
    }

    // MARK: - Who is there

    @Test func `a session that is over here and counts at the home is let go there, and one that is back is not`()
        throws
    {
        let port = try #require(world.port() as? FarEdge)
        let (left, stays): (SessionID, SessionID) = (Samples.id("left"), Samples.id("stays"))
        for session in [left, stays] { port.tookIn(session) }
        world.here.value.withLock { $0 = [] }
        let before = world.room.notices.count
        world.loop.advanceTime(by: .seconds(1))
        world.here.value.withLock { $0 = [stays] }
        // The next renewal but one is after 11 s.
        world.loop.advanceTime(by: .milliseconds(9_900))
        #expect(
            Array(world.room.notices.dropFirst(before)) == [.sessionEnded(left, .heartbeatInterrupt)])
        port.letGo(left)
        world.loop.advanceTime(by: .seconds(60))
        #expect(
            Array(world.room.notices.dropFirst(before)) == [.sessionEnded(left, .heartbeatInterrupt)])
        #expect(world.registry.render().contains("ovation_sessions_let_go_total 1\n"))
    }

    @Test func `however many sessions a node has, all are looked at in turn`() {
        var roster = SessionRoster()
        for number in 0..<25 { roster.insert(SessionID(unchecked: "s\(number)")) }
        roster.insert(Samples.id("s3"))
        var seen: [SessionID] = []
        for _ in 0..<3 { seen += roster.page(countMax: 10) }
        #expect(seen.count == 25 && Set(seen).count == 25)
        let removals = (0..<2).map { _ in roster.remove(Samples.id("s0")) }
        #expect(removals == [true, false])
        let page = roster.page(countMax: 100)
        #expect(Set(page) == Set(roster.all) && page.count == 24)
    }

    @Test func `a home lets go of the sessions of a node that says nothing for as long as a client may be away`() throws
    {
        let port = try #require(world.port() as? FarEdge)
        port.tookIn(CrossingSamples.session)
        port.handle(LinkWorld.admit(1, after: 0))
        world.loop.run()
        let before = world.room.notices.count
        world.edgeBroker.lose { _ in true }
        world.loop.advanceTime(by: .seconds(90))
        #expect(world.room.notices.count == before)
        world.loop.advanceTime(by: .seconds(20))
        #expect(world.room.notices.dropFirst(before).last == over)
        port.letGo(CrossingSamples.session)
        // The node was there after all: its viewers come back.
        world.edgeBroker.lose(nil)
        world.loop.advanceTime(by: .seconds(10))
        #expect(world.edges.words == ["admit [1]", "back 1", "detach 1"])
    }

    @Test func `the sessions of a process whose slot another one has are kept as long as their clients may come back`()
        throws
    {
        let port = try #require(world.port() as? FarEdge)
        port.tookIn(CrossingSamples.session)
        let before = world.room.notices.count
        world.linked.stop()
        let later = NodeLink(
            world.edgeBroker, node: NodeRun(slot: LinkWorld.edgeRun.slot, incarnation: 10), cluster: LinkWorld.cluster,
            secret: LinkWorld.secret, metrics: world.home.link.metrics)
        for second in 1...100 {
            if second % 10 == 1 {
                later.ask(
                    HomeQuestion.renew(world.room.liveID).bytes, at: .home(LinkWorld.homeRun, in: LinkWorld.cluster)
                ) { _ in }
            }
            world.loop.advanceTime(by: .seconds(1))
            if second == 80 { #expect(world.room.notices.count == before) }
        }
        #expect(Array(world.room.notices.dropFirst(before)) == [over])
    }

    @Test func `a session that is back at the next process of its node stays when the one before is let go`() throws {
        let port = try #require(world.port() as? FarEdge)
        let back: SessionID = Samples.id("back")
        for session in [CrossingSamples.session, back] { port.tookIn(session) }
        let before = world.room.notices.count
        world.linked.stop()
        let later = NodeLink(
            world.edgeBroker, node: NodeRun(slot: LinkWorld.edgeRun.slot, incarnation: 10), cluster: LinkWorld.cluster,
            secret: LinkWorld.secret, metrics: world.home.link.metrics)
        func ask(_ question: HomeQuestion) {
            later.ask(question.bytes, at: .home(LinkWorld.homeRun, in: LinkWorld.cluster)) { _ in }
            world.loop.advanceTime(by: .seconds(10))
        }
        // It is known to be there by a question, and has not said yet that it hears the live.
        ask(.missing(world.room.liveID, batch: .max, message: 0))
        port.tookIn(back)
        for _ in 1...20 { ask(.renew(world.room.liveID)) }
        #expect(Array(world.room.notices.dropFirst(before)) == [over], "the other one is over")
    }

    @Test func `a session of a node that has let go of the live before the answer came is let go, too`() throws {
        let port = try #require(world.port() as? FarEdge)
        let other = NodeLink(
            world.edgeBroker, node: NodeRun(slot: 3, incarnation: 1), cluster: LinkWorld.cluster,
            secret: LinkWorld.secret, metrics: world.home.link.metrics)
        other.ask(
            HomeQuestion.missing(world.room.liveID, batch: .max, message: 0).bytes,
            at: .home(LinkWorld.homeRun, in: LinkWorld.cluster)
        ) { _ in }
        world.loop.run()
        let late = try #require(world.far.port(for: EdgeID(number: 3)) as? FarEdge)
        port.tookIn(CrossingSamples.session)
        world.loop.advanceTime(by: .seconds(200))
        // It asked, and nobody there hears the live any more: it never says that it is there.
        let session: SessionID = Samples.id("late")
        late.tookIn(session)
        world.loop.advanceTime(by: .seconds(85))
        let isOver: RoomNotice = .sessionEnded(session, .heartbeatInterrupt)
        #expect(!world.room.notices.contains(isOver), "how long it was silent without a session there does not count")
        world.loop.advanceTime(by: .seconds(25))
        #expect(world.room.notices.contains(isOver))
    }

    // MARK: - Lives that are heard no more

    @Test func `a live that nobody here is in is heard no more after half a minute`() {
        world.loop.advanceTime(by: .seconds(30))
        #expect(goneCount > 0)
    }

    @Test func `a live that somebody here is in is heard on, also while their connection is lost`() {
        world.port().handle(.flush)
        _ = ask(CrossingSamples.request(.enter(id: 1, created: false)))
        world.port().handle(.refuseEntry(CrossingSamples.connection, id: 1, CrossingSamples.rejection))
        world.loop.advanceTime(by: .seconds(60))
        #expect(goneCount == 0)
        world.linked.notify(
            .sessionEnded(CrossingSamples.request(.leave).origin?.session ?? CrossingSamples.session, .leave))
        world.loop.advanceTime(by: .seconds(60))
        #expect(goneCount > 0)
    }

    @Test func `who enters a live that is heard anew is let in at once, however much was sent here before`() throws {
        let port = world.port()
        for _ in 0..<300 { port.handle(.exit(CrossingSamples.session)) }
        world.loop.run()
        world.linked.stop()
        world.loop.run()
        for _ in 0..<300 { port.handle(.exit(CrossingSamples.session)) }
        let anew = try world.link(to: world.room.liveID)
        world.room.answers(nil)
        _ = ask(CrossingSamples.request(.enter(id: 1, created: false)), over: anew)
        port.handle(LinkWorld.admit(7, after: 0))
        world.loop.run()
        #expect(world.edges.words.last == "admit [7]")
    }

    // MARK: - Links and battles

    @Test func `letters between lives are for lives of one node, and are refused as if the live were gone`() {
        let letters = CrossingSamples.commands.map { RoomRequest.Body.command($0.1) }.filter(Self.isLetter)
        #expect(!letters.isEmpty)
        for letter in letters { #expect(code(ask(CrossingSamples.request(letter))) == .roomNotFound) }
        #expect(world.room.requests.isEmpty)
    }
}
