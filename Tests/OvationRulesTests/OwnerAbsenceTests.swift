import OvationModel
import OvationRules
import Testing

/// A live whose owner is gone ends by itself.
struct OwnerAbsenceTests {
    @Test func `a live whose owner left ends after 300 seconds, by the server`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        live.pass(seconds: 1_000)
        try live.leave("owner")
        let due = live.now.adding(seconds: 300)
        #expect(live.room.nextTick == due || live.room.nextTick.map { $0 < due } == true)
        live.now = due.adding(milliseconds: -1)
        #expect(!live.room.isOwnerOverdue(at: live.now))
        #expect(try !live.perform(.tick, as: "server").isEnd)
        live.now = due
        #expect(live.room.isOwnerOverdue(at: live.now))
        let outcome = try live.perform(.tick, as: "server")
        #expect(outcome.isEnd)
        #expect(outcome.ended?.reason == .endedByServer)
        #expect(outcome.ended?.message == Room.ownerOverdueMessage)
        #expect(live.room.isEnded)
    }

    @Test func `an owner who never comes counts as absent from the start`() throws {
        let live = TestLive()
        #expect(live.room.nextTick == TestLive.start.adding(seconds: 300))
        live.pass(seconds: 300)
        #expect(try live.perform(.tick, as: "server").isEnd)
    }

    @Test func `an owner who returns in time keeps the live, and the next absence counts anew`() throws {
        let live = TestLive()
        try live.enter("owner")
        try live.leave("owner")
        live.pass(seconds: 299)
        try live.enter("owner")
        #expect(live.room.nextTick == nil)
        live.pass(seconds: 10_000)
        #expect(try !live.perform(.tick, as: "server").isEnd)
        try live.leave("owner")
        live.pass(seconds: 299)
        #expect(try !live.perform(.tick, as: "server").isEnd)
        live.pass(seconds: 1)
        #expect(try live.perform(.tick, as: "server").isEnd)
    }

    @Test func `an owner with another window is not absent`() throws {
        let live = TestLive()
        try live.enter("owner")
        try live.perform(.entering("owner", window: 2), as: "owner")
        try live.leave("owner")
        live.pass(seconds: 10_000)
        #expect(try !live.perform(.tick, as: "server").isEnd)
    }

    @Test func `a live that does not depend on its owner goes on without them`() throws {
        let live = TestLive { $0.endsWithoutOwner = false }
        #expect(live.room.nextTick == nil)
        try live.enter("owner")
        try live.leave("owner")
        live.pass(seconds: 1_000_000)
        #expect(try !live.perform(.tick, as: "server").isEnd)
    }

    @Test func `without a limit the owner may be away for ever`() throws {
        var limits = Limits.withoutRates
        limits.ownerAbsenceSeconds = 0
        let live = TestLive(limits: limits)
        #expect(live.room.nextTick == nil)
        live.pass(seconds: 1_000_000)
        #expect(!live.room.isOwnerOverdue(at: live.now))
        #expect(try !live.perform(.tick, as: "server").isEnd)
    }

    @Test func `only the passing of time ends a live, never a viewer's like`() throws {
        let live = TestLive()
        try live.enter("bob")
        live.pass(seconds: 400)
        let outcome = try live.perform(.like(1), as: "bob")
        #expect(!outcome.isEnd)
        #expect(outcome.commit == nil)
        #expect(outcome.liked?.added == 1)
        #expect(!live.room.isEnded)
        #expect(try live.perform(.tick, as: "server").isEnd)
    }

    @Test func `a clock that is set back does not keep a live without its owner going`() throws {
        let live = TestLive()
        live.pass(seconds: -3_600)
        #expect(try !live.perform(.tick, as: "server").isEnd)
        live.pass(seconds: 299)
        #expect(try !live.perform(.tick, as: "server").isEnd)
        live.pass(seconds: 1)
        #expect(try live.perform(.tick, as: "server").isEnd)
    }
}
