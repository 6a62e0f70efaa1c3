import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// The sessions in a live, their connections, and the entrants who wait.
struct AdmissionTests {
    private typealias Entrants = Admission<Int>

    private let ann = Samples.user("ann").userID
    private let one = ConnectionAddress(edge: EdgeID(number: 0), loop: 0, number: 1)
    private let two = ConnectionAddress(edge: EdgeID(number: 1), loop: 1, number: 7)
    private let session: SessionID = Samples.id("s1")

    private func entrant(_ answer: Int, over connection: ConnectionAddress) -> Entrants.Entrant {
        Entrants.Entrant(session: session, connection: connection, answer: answer)
    }

    @Test func `a session is attached to its latest connection`() {
        var admission = Entrants(limits: Limits())
        admission.take(session, since: 3)
        admission.take(session, since: 9)
        #expect(admission.places[session]?.since == 3, "a second entry does not change the first time")
        #expect(admission.attach(session, to: one) == (true, nil))
        #expect(admission.attach(session, to: one) == (false, nil))
        #expect(admission.attach(session, to: two) == (true, one))
        #expect(admission.lost(one, of: session).wasAttached == false, "the lost connection had already been replaced")
        #expect(admission.places[session]?.connection == two)
        #expect(admission.lost(two, of: session).wasAttached)
        #expect(admission.places[session] != nil, "the session keeps its place and may come back")
        #expect(admission.attach(Samples.id("unknown"), to: one) == (false, nil))
    }

    @Test func `entrants are admitted together, unless their connection is lost`() {
        var admission = Entrants(limits: Limits())
        admission.take(session, since: 0)
        admission.wait(entrant(1, over: one))
        admission.wait(entrant(2, over: two))
        admission.wait(entrant(3, over: one))
        #expect(admission.lost(one, of: session).entrants.map(\.answer) == [1, 3])
        #expect(admission.takeEntrants().map(\.answer) == [2])
        #expect(admission.takeEntrants().isEmpty && admission.entrants.isEmpty)
    }

    private func origin(_ connection: ConnectionAddress, generation: Int64) -> RoomRequest.Origin {
        RoomRequest.Origin(session: session, connection: connection, generation: generation)
    }

    @Test func `what an older connection of a session asks for and comes late is dropped`() {
        var admission = Entrants(limits: Limits())
        #expect(admission.ask(origin(two, generation: 2)) == true)
        #expect(admission.ask(origin(one, generation: 1)) == false, "it was replaced before it asked")
        #expect(admission.isLatest(two, of: session) && !admission.isLatest(one, of: session))
        #expect(admission.edge(of: session) == two.edge)
        #expect(admission.lost(one, of: session).wasLatest == false)
        #expect(admission.isLatest(two, of: session), "the loss of an older connection changes nothing")
        #expect(admission.ask(origin(two, generation: 2)) == true, "it may ask again")
    }

    @Test func `a session that asks and is lost is forgotten, and one that is in the live is remembered`() {
        var admission = Entrants(limits: Limits())
        #expect(admission.ask(origin(one, generation: 1)) == true)
        #expect(admission.lost(one, of: session).wasLatest)
        #expect(!admission.knows(session))

        #expect(admission.ask(origin(one, generation: 1)) == true)
        admission.take(session, since: 0)
        #expect(admission.lost(one, of: session).wasLatest)
        #expect(admission.knows(session) && !admission.isLatest(one, of: session))
        #expect(admission.ask(origin(two, generation: 0)) == false, "its generation is remembered")
        admission.forgetAsker(session)
        #expect(admission.knows(session))
        _ = admission.remove(session)
        #expect(!admission.knows(session) && admission.edge(of: session) == nil)
    }

    @Test func `a user may see events since the first of their sessions entered`() {
        var admission = Entrants(limits: Limits())
        let others: [SessionID] = [Samples.id("s2"), Samples.id("unknown")]
        #expect(admission.since(of: [session] + others) == nil)
        admission.take(session, since: 5)
        admission.take(Samples.id("s2"), since: 2)
        admission.take(Samples.id("s3"), since: 1)
        #expect(admission.since(of: [session] + others) == 2)
        admission.entered([Samples.id("s2")], after: 4)
        admission.entered([session], after: 4)
        #expect(admission.since(of: [Samples.id("s2")]) == 4 && admission.since(of: [session]) == 5)
        #expect(admission.remove(session)?.since == 5)
        #expect(admission.count == 2 && admission.since(of: [session]) == nil)
    }

    @Test func `a session may leave unless another connection has replaced its own`() {
        var admission = Entrants(limits: Limits())
        let gone: SessionID = Samples.id("gone")
        admission.take(session, since: 0)
        #expect(admission.rejection(ofLeaving: gone, over: one)?.code == .notMember)
        #expect(admission.rejection(ofLeaving: session, over: one) == nil, "the session has no connection yet")
        _ = admission.attach(session, to: two)
        #expect(admission.rejection(ofLeaving: session, over: one)?.code == .notMember)
        #expect(admission.rejection(ofLeaving: session, over: two) == nil)
    }

    @Test func `the next visit of a removed user is stored again`() {
        var admission = Entrants(limits: Limits())
        admission.know(ann)
        #expect(admission.isKnown(ann))
        admission.forget(ann)
        #expect(!admission.isKnown(ann))
    }
}
