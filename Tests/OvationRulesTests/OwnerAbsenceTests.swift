import OvationModel
import OvationRules
import Testing

/// A live without its owner ends by itself.
struct OwnerAbsenceTests {
    @Test func `the server ends a live 300 seconds after its owner left`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        live.pass(seconds: 1_000)
        try live.leave("owner")
        let due = live.now.adding(seconds: 300)
        #expect(live.room.nextTick == due || live.room.nextTick.map { $0 < due } == true)
        live.now = due.adding(milliseconds: -1)
        #expect(live.room.overdueMessage(at: live.now) == nil)
        #expect(!live.tick().isEnd)
        live.now = due
        #expect(live.room.overdueMessage(at: live.now) == Room.ownerOverdueMessage)
        let outcome = live.tick()
        #expect(outcome.isEnd)
        #expect(outcome.ended?.reason == .endedByServer)
        #expect(outcome.ended?.message == Room.ownerOverdueMessage)
        #expect(live.room.isEnded)
    }

    @Test func `an owner who never enters counts as absent from the start`() throws {
        let live = TestLive()
        #expect(live.room.nextTick == TestLive.start.adding(seconds: 300))
        live.pass(seconds: 300)
        #expect(live.tick().isEnd)
    }

    @Test func `an owner who returns in time keeps the live, and the next absence starts from zero`() throws {
        let live = TestLive()
        try live.enter("owner")
        try live.leave("owner")
        live.pass(seconds: 299)
        try live.enter("owner")
        #expect(live.room.nextTick == nil)
        live.pass(seconds: 10_000)
        #expect(!live.tick().isEnd)
        try live.leave("owner")
        live.pass(seconds: 299)
        #expect(!live.tick().isEnd)
        live.pass(seconds: 1)
        #expect(live.tick().isEnd)
    }

    @Test func `viewers are told until when the owner is waited for`() throws {
        let live = TestLive()
        #expect(live.room.endsWithoutOwnerAt == TestLive.start.adding(seconds: 300))
        try live.enter("owner", "bob")
        #expect(live.room.endsWithoutOwnerAt == nil)
        live.pass(seconds: 100)
        let left = try live.perform(.leaving("owner"), as: "owner")
        let end = live.now.adding(seconds: 300)
        #expect(left.onlyEvent == .ownerLeft(OwnerLeft(user: .named("owner"), endsWithoutOwnerAt: end)))
        live.pass(seconds: 100)
        #expect(live.room.endsWithoutOwnerAt == end)
        try live.enter("owner")
        #expect(live.room.endsWithoutOwnerAt == nil)
    }

    @Test func `who leaves a live that goes on without them is not waited for`() throws {
        let live = TestLive { $0.endsWithoutOwner = false }
        try live.enter("owner", "bob")
        let left = try live.perform(.leaving("owner"), as: "owner")
        #expect(left.onlyEvent == .ownerLeft(OwnerLeft(user: .named("owner"))))
        #expect(live.room.endsWithoutOwnerAt == nil)
    }

    @Test func `an owner who still has another window is not absent`() throws {
        let live = TestLive()
        try live.enter("owner")
        try live.perform(.entering("owner", window: 2), as: "owner")
        try live.leave("owner")
        live.pass(seconds: 10_000)
        #expect(!live.tick().isEnd)
    }

    @Test func `a live that does not depend on its owner continues without them`() throws {
        let live = TestLive { $0.endsWithoutOwner = false }
        #expect(live.room.nextTick == nil)
        try live.enter("owner")
        try live.leave("owner")
        live.pass(seconds: 1_000_000)
        #expect(!live.tick().isEnd)
    }

    @Test func `without a limit the owner may be absent for ever`() throws {
        var limits = Limits.withoutRates
        limits.ownerAbsenceSeconds = 0
        let live = TestLive(limits: limits)
        #expect(live.room.nextTick == nil)
        live.pass(seconds: 1_000_000)
        #expect(live.room.overdueMessage(at: live.now) == nil)
        #expect(!live.tick().isEnd)
    }

    @Test func `only time ends an overdue live, never a viewer's like`() throws {
        let live = TestLive()
        try live.enter("bob")
        live.pass(seconds: 400)
        let outcome = try live.perform(.like(1), as: "bob")
        #expect(!outcome.isEnd)
        #expect(outcome.commit == nil)
        #expect(outcome.liked?.added == 1)
        #expect(!live.room.isEnded)
        #expect(live.tick().isEnd)
    }

    @Test func `a clock that is set back does not keep a live without its owner alive`() throws {
        let live = TestLive()
        live.pass(seconds: -3_600)
        #expect(!live.tick().isEnd)
        live.pass(seconds: 299)
        #expect(!live.tick().isEnd)
        live.pass(seconds: 1)
        #expect(live.tick().isEnd)
    }

    // MARK: - The backend's times for one live

    @Test func `a live outlasts its owner's absence for exactly as long as the backend says`() throws {
        for endsWithoutOwner in [true, false] {
            let live = TestLive {
                $0.endsWithoutOwner = endsWithoutOwner
                $0.info.ownerAbsenceSeconds = 20
            }
            #expect(live.room.nextTick == TestLive.start.adding(seconds: 20))
            live.pass(seconds: 19)
            #expect(!live.tick().isEnd)
            live.pass(seconds: 1)
            #expect(live.tick().ended?.message == Room.ownerOverdueMessage)
        }
    }

    @Test func `a time that the backend takes back is replaced by the server's`() throws {
        for endsWithoutOwner in [true, false] {
            let live = TestLive {
                $0.endsWithoutOwner = endsWithoutOwner
                $0.info.ownerAbsenceSeconds = 20
            }
            try live.perform(.setting { $0.ownerAbsenceSeconds = 0 }, as: "server")
            #expect(live.room.nextTick == (endsWithoutOwner ? TestLive.start.adding(seconds: 300) : nil))
        }
    }

    @Test func `an empty live ends after the time that the backend set`() throws {
        let live = TestLive {
            $0.endsWithoutOwner = false
            $0.info.emptySeconds = 60
        }
        #expect(live.room.nextTick == TestLive.start.adding(seconds: 60), "a new live counts as empty")
        live.pass(seconds: 59)
        try live.enter("bob")
        live.pass(seconds: 1_000)
        #expect(!live.tick().isEnd, "one viewer keeps the live alive")
        try live.leave("bob")
        #expect(live.room.overdueMessage(at: live.now.adding(milliseconds: 59_999)) == nil)
        live.pass(seconds: 60)
        let outcome = live.tick()
        #expect(outcome.ended?.reason == .endedByServer)
        #expect(outcome.ended?.message == Room.emptyMessage)
        #expect(Room.isEndedByItself(Room.emptyMessage) && !Room.isEndedByItself("The host says goodbye."))
    }

    @Test func `an owner or a robot inside keeps a live from being empty`() throws {
        let live = TestLive {
            $0.endsWithoutOwner = false
            $0.info.emptySeconds = 60
        }
        try live.enter("owner")
        live.pass(seconds: 100)
        #expect(!live.tick().isEnd)
        try live.perform(.addRobots([UserInfo(userID: UserID(unchecked: "robot"))]), as: "server")
        try live.leave("owner")
        live.pass(seconds: 100)
        #expect(!live.tick().isEnd)
        try live.perform(.removeRobots([UserID(unchecked: "robot")]), as: "server")
        live.pass(seconds: 59)
        #expect(!live.tick().isEnd)
        live.pass(seconds: 1)
        #expect(live.tick().isEnd)
    }

    @Test func `a clock that is set back does not keep an empty live alive`() throws {
        let live = TestLive {
            $0.endsWithoutOwner = false
            $0.info.emptySeconds = 60
        }
        live.pass(seconds: -3_600)
        #expect(!live.tick().isEnd)
        live.pass(seconds: 60)
        #expect(live.tick().isEnd)
    }
}
