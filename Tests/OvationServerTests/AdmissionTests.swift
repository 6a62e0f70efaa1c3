import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// The sessions in a live, their connections, and the entrants who wait.
struct AdmissionTests {
    private typealias Entrants = Admission<Int>

    private let ann = Samples.user("ann").userID
    private let one = ConnectionAddress(loop: 0, number: 1)
    private let two = ConnectionAddress(loop: 1, number: 7)
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

    @Test func `entrants are admitted together with the others of their event loop, unless their connection is lost`() {
        var admission = Entrants(limits: Limits())
        admission.take(session, since: 0)
        #expect(admission.wait(entrant(1, over: one)) == false)
        #expect(admission.wait(entrant(2, over: two)) == false)
        #expect(admission.wait(entrant(3, over: one)) == false)
        #expect(admission.takeEntrants(loop: 1).map(\.answer) == [2])
        #expect(admission.lost(one, of: session).entrants.map(\.answer) == [1, 3])
        #expect(admission.takeEntrants(loop: 0).isEmpty && admission.entrants.isEmpty)
    }

    @Test func `an entrant whose session is already attached to the same connection is recognised`() {
        var admission = Entrants(limits: Limits())
        admission.take(session, since: 0)
        _ = admission.attach(session, to: one)
        #expect(admission.wait(entrant(1, over: one)) == true)
        #expect(admission.wait(entrant(2, over: two)) == false)
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
