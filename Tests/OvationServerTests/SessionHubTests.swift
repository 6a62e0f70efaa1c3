import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// The sessions of users, their connections, and the lives of each session.
struct SessionHubTests {
    private let ann = Samples.user("ann").userID
    private let one = ConnectionAddress(edge: EdgeID(number: 0), loop: 0, number: 1)
    private let two = ConnectionAddress(edge: EdgeID(number: 0), loop: 1, number: 1)
    private let session: SessionID = Samples.id("s1")
    private let live: LiveID = Samples.id("live")

    private func makeHub(sessionsMax: Int = 2, silenceSeconds: Int = 90) -> SessionHub {
        var limits = Limits()
        limits.sessionsPerUserMax = sessionsMax
        limits.silenceSeconds = silenceSeconds
        return SessionHub(limits: limits)
    }

    private func left(_ connection: ConnectionAddress?, rooms: [LiveID] = []) -> SessionHub.Left {
        SessionHub.Left(connection: connection, rooms: rooms)
    }

    @Test func `sessions at other nodes count, and only those of this node give way here`() {
        let hub = makeHub(sessionsMax: 2)
        #expect(hub.openedElsewhere(Samples.id("e0"), user: ann, at: Samples.time).isEmpty, "nobody of them is here")
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        #expect(hub.openedElsewhere(Samples.id("e1"), user: ann, at: Samples.time).isEmpty)
        #expect(hub.openedElsewhere(Samples.id("e1"), user: ann, at: Samples.time).isEmpty, "told twice")
        hub.closedElsewhere(Samples.id("e1"))
        hub.closedElsewhere(session)
        #expect(hub.isOpen(session, over: one), "another node cannot end a session of this one so")
        #expect(hub.openedElsewhere(Samples.id("e2"), user: ann, at: Samples.time).isEmpty)
        let gone = hub.openedElsewhere(Samples.id("e3"), user: ann, at: Samples.time)
        #expect(gone.map(\.session) == [session] && gone.first?.connection == one)
        #expect(hub.ownSessions(of: ann).isEmpty && hub.count == 0)
        // Nothing is known of a user who is not here: what others have does not count for the next session.
        _ = hub.open(Samples.id("s2"), user: ann, connection: two, at: Samples.time)
        #expect(hub.openedElsewhere(Samples.id("e4"), user: ann, at: Samples.time).isEmpty)
    }

    @Test func `a session whose client goes on at another node ends after ten seconds`() {
        let hub = makeHub()
        let ben = Samples.user("ben").userID
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        #expect(hub.replaceElsewhere(session, of: ben, at: Samples.time) == nil, "it is another user's")
        #expect(hub.replaceElsewhere(session, of: ann, at: Samples.time) == one)
        #expect(hub.expire(at: Samples.time.adding(milliseconds: 9_999)).isEmpty)
        #expect(hub.expire(at: Samples.time.adding(seconds: 10)).map(\.session) == [session])
    }

    @Test func `a device that moves to another node counts once, also with one session a user`() {
        let hub = makeHub(sessionsMax: 1)
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        _ = hub.replaceElsewhere(session, of: ann, at: Samples.time)
        let gone = hub.openedElsewhere(Samples.id("e1"), user: ann, replacing: session, at: Samples.time)
        #expect(gone.isEmpty, "the hand-over lasts ten seconds")
        #expect(hub.expire(at: Samples.time.adding(seconds: 10)).map(\.session) == [session])
    }

    @Test func `a device that comes from another node counts once where another one of its user is`() {
        let hub = makeHub(sessionsMax: 2)
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        _ = hub.openedElsewhere(Samples.id("e1"), user: ann, at: Samples.time)
        let gone = hub.open(
            Samples.id("s2"), user: ann, connection: two, replacing: Samples.id("e1"), at: Samples.time)
        #expect(gone.isEmpty)
        // A third one is one too many, and the oldest gives way.
        #expect(hub.openedElsewhere(Samples.id("e2"), user: ann, at: Samples.time).map(\.session) == [session])
    }

    @Test func `a session that comes back in the meantime stays`() {
        let hub = makeHub()
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        _ = hub.replaceElsewhere(session, of: ann, at: Samples.time)
        _ = hub.resume(session, user: ann, connection: two)
        #expect(hub.expire(at: Samples.time.adding(seconds: 1_000)).isEmpty)
    }

    @Test func `a session that resumes over another connection names the previous one, and the rooms that knew it`() {
        let hub = makeHub()
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        #expect(hub.resume(session, user: ann, connection: two) == .resumed(generation: 2, from: left(one)))
        #expect(hub.isOpen(session, over: two) && !hub.isOpen(session, over: one))
        #expect(hub.connections(of: ann) == [two])
        #expect(hub.note(session, in: live) && !hub.note(Samples.id("other"), in: live))
        #expect(
            hub.resume(session, user: ann, connection: one) == .resumed(generation: 3, from: left(two, rooms: [live])))
        _ = hub.detach(session, connection: one, at: Samples.time)
        #expect(
            hub.resume(session, user: ann, connection: two) == .resumed(generation: 4, from: left(nil)),
            "the rooms know of the loss already")
        let ben = Samples.user("ben").userID
        #expect(hub.resume(session, user: ben, connection: one) == .over, "the session belongs to another user")
        #expect(hub.resume(Samples.id("other"), user: ann, connection: one) == .over)
    }

    @Test func `a login that its own client gave up does not replace the newer one`() {
        let hub = makeHub()
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        #expect(hub.resume(session, user: ann, connection: two, attempt: 3) == .resumed(generation: 2, from: left(one)))
        #expect(hub.resume(session, user: ann, connection: one, attempt: 2) == .late)
        #expect(hub.isOpen(session, over: two))
        // An equal number is a repetition. A client without numbers always counts as the newest.
        #expect(hub.resume(session, user: ann, connection: one, attempt: 3) == .resumed(generation: 3, from: left(two)))
        #expect(hub.resume(session, user: ann, connection: two) == .resumed(generation: 4, from: left(one)))
        #expect(hub.resume(session, user: ann, connection: one, attempt: 2) == .late)
        _ = hub.detach(session, connection: two, at: Samples.time)
        #expect(hub.resume(session, user: ann, connection: one, attempt: .min) == .late)
        #expect(
            hub.resume(session, user: ann, connection: one, attempt: .max) == .resumed(generation: 5, from: left(nil)))
    }

    @Test func `a replaced connection can change nothing any more`() {
        let hub = makeHub()
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        _ = hub.resume(session, user: ann, connection: two)
        #expect(!hub.enter(session, over: one, room: live, roomsMax: 9))
        #expect(hub.detach(session, connection: one, at: Samples.time) == nil)
        #expect(hub.close(session, connection: one) == nil)
        #expect(hub.enter(session, over: two, room: live, roomsMax: 9))
        #expect(hub.rooms(of: ann) == [live])
    }

    @Test func `releasing a place frees only a place that was reserved for a creation`() {
        let hub = makeHub()
        let other: LiveID = Samples.id("other")
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        #expect(hub.enter(session, over: one, room: live, roomsMax: 2))
        // The session is already in the live, so nothing is reserved and nothing is released.
        #expect(hub.reserve(session, over: one, room: live, roomsMax: 2))
        hub.release(session, room: live)
        #expect(hub.rooms(of: ann) == [live])
        // A reserved place counts, and the list of lives does not show it.
        #expect(hub.reserve(session, over: one, room: other, roomsMax: 2))
        #expect(hub.rooms(of: ann) == [live])
        #expect(!hub.reserve(session, over: one, room: Samples.id("third"), roomsMax: 2))
        #expect(!hub.enter(session, over: one, room: Samples.id("third"), roomsMax: 2))
        // The session has entered meanwhile over a newer connection, so the old one's refusal changes nothing.
        _ = hub.resume(session, user: ann, connection: two)
        #expect(hub.enter(session, over: two, room: other, roomsMax: 2))
        hub.release(session, room: other)
        #expect(hub.rooms(of: ann) == [live, other])
        #expect(
            !hub.reserve(session, over: one, room: Samples.id("third"), roomsMax: 9),
            "the session has moved to another connection")
        hub.exit(session, room: other)
        #expect(hub.reserve(session, over: two, room: other, roomsMax: 2))
        hub.release(session, room: other)
        #expect(hub.reserve(session, over: two, room: Samples.id("third"), roomsMax: 2))
    }

    @Test func `a session may be in a limited number of lives, and may enter its own again`() {
        let hub = makeHub()
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        #expect(hub.enter(session, over: one, room: live, roomsMax: 1))
        #expect(hub.enter(session, over: one, room: live, roomsMax: 1))
        #expect(!hub.enter(session, over: one, room: Samples.id("second"), roomsMax: 1))
        hub.exit(session, room: live)
        #expect(hub.enter(session, over: one, room: Samples.id("second"), roomsMax: 1))
    }

    @Test func `when a user has too many sessions, the oldest is closed with its lives and its connection`() {
        let hub = makeHub(sessionsMax: 1)
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        _ = hub.enter(session, over: one, room: live, roomsMax: 9)
        let gone = hub.open(Samples.id("s2"), user: ann, connection: two, at: Samples.time)
        #expect(gone.map(\.session) == [session])
        #expect(gone.first?.rooms == [live] && gone.first?.connection == one)
        #expect(hub.count == 1)
    }

    @Test func `a session without a connection ends when its time is over, and not before`() {
        let hub = makeHub(silenceSeconds: 90)
        _ = hub.open(session, user: ann, connection: one, at: Samples.time)
        _ = hub.enter(session, over: one, room: live, roomsMax: 9)
        #expect(hub.expire(at: Samples.time.adding(seconds: 1_000)).isEmpty, "the session has a connection")
        #expect(hub.detach(session, connection: one, at: Samples.time) == [live])
        #expect(hub.expire(at: Samples.time.adding(seconds: 89)).isEmpty)
        let gone = hub.expire(at: Samples.time.adding(seconds: 90))
        #expect(gone.map(\.session) == [session] && gone.first?.rooms == [live])
        #expect(hub.count == 0)
    }
}
