import OvationModel
import OvationTestKit
import Testing

@testable import OvationServer

/// Who is in a live over which connection, and who waits to be let in.
struct AdmissionTests {
    private typealias Entrants = Admission<Int>

    private let ann = Samples.user("ann").userID
    private let one = ConnectionAddress(loop: 0, number: 1)
    private let two = ConnectionAddress(loop: 1, number: 7)
    private let session: SessionID = Samples.id("s1")

    private func entrant(_ answer: Int, over connection: ConnectionAddress) -> Entrants.Entrant {
        Entrants.Entrant(session: session, connection: connection, answer: answer)
    }

    @Test func `a session hears of the live over the connection that came last`() {
        var admission = Entrants(limits: Limits())
        admission.take(session, of: ann, since: 3)
        admission.take(session, of: ann, since: 9)
        #expect(admission.places[session]?.since == 3, "it has been in since")
        #expect(admission.attach(session, to: one) == (true, nil))
        #expect(admission.attach(session, to: one) == (false, nil))
        #expect(admission.attach(session, to: two) == (true, one))
        #expect(admission.lost(one, of: session).wasAttached == false, "the one that was replaced")
        #expect(admission.places[session]?.connection == two)
        #expect(admission.lost(two, of: session).wasAttached)
        #expect(admission.places[session] != nil, "it may come back")
        #expect(admission.attach(Samples.id("unknown"), to: one) == (false, nil))
    }

    @Test func `those who wait are let in with the others of their event loop, unless their connection is lost`() {
        var admission = Entrants(limits: Limits())
        admission.take(session, of: ann, since: 0)
        #expect(admission.wait(entrant(1, over: one)) == false)
        #expect(admission.wait(entrant(2, over: two)) == false)
        #expect(admission.wait(entrant(3, over: one)) == false)
        #expect(admission.takeEntrants(loop: 1).map(\.answer) == [2])
        #expect(admission.lost(one, of: session).entrants.map(\.answer) == [1, 3])
        #expect(admission.takeEntrants(loop: 0).isEmpty && admission.entrants.isEmpty)
    }

    @Test func `one who enters again over the connection that they are in with is known as such`() {
        var admission = Entrants(limits: Limits())
        admission.take(session, of: ann, since: 0)
        _ = admission.attach(session, to: one)
        #expect(admission.wait(entrant(1, over: one)) == true)
        #expect(admission.wait(entrant(2, over: two)) == false)
    }

    @Test func `a user may be told what happened since the first of their sessions came`() {
        var admission = Entrants(limits: Limits())
        #expect(admission.since(of: ann) == nil)
        admission.take(session, of: ann, since: 5)
        admission.take(Samples.id("s2"), of: ann, since: 2)
        admission.take(Samples.id("s3"), of: Samples.user("ben").userID, since: 1)
        #expect(admission.since(of: ann) == 2)
        #expect(Set(admission.sessions(of: ann)) == [session, Samples.id("s2")])
        #expect(admission.remove(session)?.since == 5)
        #expect(admission.removeAll().count == 2 && admission.count == 0)
    }

    @Test func `a session leaves unless its connection was replaced`() {
        var admission = Entrants(limits: Limits())
        let gone: SessionID = Samples.id("gone")
        admission.take(session, of: ann, since: 0)
        #expect(admission.rejection(ofLeaving: gone, over: one)?.code == .notMember)
        #expect(admission.rejection(ofLeaving: session, over: one) == nil, "it hears over none yet")
        _ = admission.attach(session, to: two)
        #expect(admission.rejection(ofLeaving: session, over: one)?.code == .notMember)
        #expect(admission.rejection(ofLeaving: session, over: two) == nil)
    }

    @Test func `a removal is in force until it is told or taken back, and the next visit is kept anew`() {
        var admission = Entrants(limits: Limits())
        admission.know(ann)
        admission.beginRemoval(of: ann)
        admission.forget(ann)
        #expect(admission.isBeingRemoved(ann) && !admission.isKnown(ann))
        admission.finishRemoval(of: ann)
        #expect(!admission.isBeingRemoved(ann))
    }
}
