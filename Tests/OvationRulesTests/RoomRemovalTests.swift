import OvationModel
import OvationRules
import Testing

/// A removal from the moment at which it is in force until it is announced or taken back.
struct RoomRemovalTests {
    private static let bob = UserID(unchecked: "bob")
    private static let sessions = ["bob-1", "bob-2"].map { SessionID(unchecked: $0) }

    /// A live from which bob was kicked with two windows. The kick is not announced yet.
    private func kicked() throws -> TestLive {
        let live = TestLive()
        try live.enter("owner", "adam")
        for session in Self.sessions { try live.perform(.enter(session), as: "bob") }
        let outcome = try live.decide(.kicking("bob"), from: .named("owner"))
        #expect(outcome.removed == [Self.bob] && outcome.released.isEmpty)
        return live
    }

    @Test func `a removed user is out at once and still receives events until the removal is announced`() throws {
        let live = try kicked()
        #expect(!live.isMember("bob") && live.room.isBeingRemoved(Self.bob))
        #expect(live.audience == ["adam"])
        #expect(live.refusal(.text(), as: "bob") == .notMember)
        #expect(live.room.sessions.isSuperset(of: Self.sessions))
        #expect(live.room.sessions(of: Self.bob) == Self.sessions)
        #expect(live.note(.removalTold(Self.bob)).released == Self.sessions)
        #expect(live.room.sessions(of: Self.bob).isEmpty && live.room.user(of: Self.sessions[0]) == nil)
        #expect(live.note(.removalTold(Self.bob)).released.isEmpty, "a removal releases the sessions only once")
    }

    @Test func `a removed user cannot enter before the removal is announced`() throws {
        let live = try kicked()
        #expect(live.refusal(.entering("bob"), as: "bob") == .notMember)
        live.note(.removalTold(Self.bob))
        #expect(live.refusal(.entering("bob"), as: "bob") == nil)
    }

    @Test func `a removal that cannot be stored leaves the user in the live, without an event`() throws {
        let live = try kicked()
        let viewers = live.room.statistics.totalViewers
        #expect(live.note(.removalNotKept(Self.bob)) == RoomOutcome())
        #expect(live.isMember("bob") && !live.room.isBeingRemoved(Self.bob))
        #expect(live.room.sessions(of: Self.bob) == Self.sessions && live.room.statistics.totalViewers == viewers)
    }

    @Test func `a session that leaves during a removal does not come back when the removal fails`() throws {
        let live = try kicked()
        let left = try live.perform(.leave(Self.sessions[0]), as: "bob")
        #expect(left.released == [Self.sessions[0]] && left.publications.isEmpty && left.removed.isEmpty)
        live.note(.removalNotKept(Self.bob))
        #expect(live.room.sessions(of: Self.bob) == [Self.sessions[1]])

        let other = try kicked()
        for session in Self.sessions { try other.perform(.leave(session), as: "bob") }
        other.note(.removalNotKept(Self.bob))
        #expect(!other.isMember("bob"), "a user without a session is not a member")
        #expect(other.refusal(.entering("bob"), as: "bob") == nil)
    }

    @Test func `a removal that was taken back but stored after all removes the user when it is read`() throws {
        let live = try kicked()
        live.note(.removalNotKept(Self.bob))
        let outcome = live.note(.removalRead(Self.bob))
        #expect(outcome.released == Self.sessions && outcome.publications.isEmpty)
        #expect(!live.isMember("bob") && live.room.sessions(of: Self.bob).isEmpty)
        #expect(live.refusal(.entering("bob"), as: "bob") == nil)
    }

    @Test func `an owner whose removal is read is absent from then on`() throws {
        let live = TestLive()
        try live.enter("owner", "adam")
        live.note(.removalRead(TestLive.owner.userID))
        live.pass(seconds: Int64(live.room.limits.ownerAbsenceSeconds))
        #expect(live.room.overdueMessage(at: live.now) == Room.ownerOverdueMessage)
        try live.enter("owner")
        #expect(live.room.overdueMessage(at: live.now) == nil)
    }

    @Test func `the end releases all sessions, including those of removed users`() throws {
        let live = try kicked()
        let released = live.note(.ended).released
        #expect(Set(released).isSuperset(of: Self.sessions) && released.count == 4)
        #expect(live.room.sessions.isEmpty && live.note(.ended).released.isEmpty)
    }
}
