import OvationModel
import OvationRules
import Testing

/// Applications for seats, and invitations to them.
@Suite struct SeatRequestTests {
    private static let bob = UserID(unchecked: "bob")

    private func live(_ names: String...) throws -> TestLive {
        let live = try TestLive.withSeats(seats: 3, mode: .apply)
        for name in names { try live.enter(name) }
        return live
    }

    @Test func `where seats are by application a viewer applies, and those hear of it who may answer`() throws {
        let live = try live("bob", "eve")
        let outcome = try live.perform(.taking(2, seconds: 30, info: "me"), as: "bob")
        let request = SeatRequest(
            .application, guest: .named("bob"), index: 2, at: live.now, deadline: live.now.adding(seconds: 30),
            extraInfo: "me")
        #expect(outcome.commit == RoomCommit(changes: [.seatRequest(request)]), "nothing is told to all")
        #expect(
            outcome.seats?.tellings
                == [.init(.seatRequested(request), to: ["bob", "owner", "admin"].map(UserID.init(unchecked:)))])
        #expect(outcome.seats?.index == nil)
        #expect(live.sitting == ["owner", "-", "-"])
        #expect(live.room.seatRequests(for: Self.bob, isAdministrator: false) == [request])
        #expect(live.room.seatRequests(for: UserID(unchecked: "eve"), isAdministrator: false).isEmpty)
        #expect(live.room.seatRequests(for: UserID(unchecked: "admin"), isAdministrator: false) == [request])
    }

    @Test func `owner and administrators take a seat at once`() throws {
        let live = try live()
        #expect(try live.perform(.taking(), as: "admin").seats?.index == 1)
    }

    @Test func `an accepted application seats its guest, once`() throws {
        let live = try live("bob")
        try live.perform(.taking(2), as: "bob")
        let outcome = try live.perform(.accepting("bob"), as: "admin")
        #expect(live.sitting == ["owner", "-", "bob"])
        #expect(outcome.seatRequestsEnded.map(\.outcome) == [.accepted])
        #expect(outcome.seatRequestsEnded.first?.by == .named("admin"))
        #expect(outcome.commit?.changes.contains(.seatRequestEnded(Self.bob)) == true)
        #expect(live.waiting.isEmpty)
        #expect(live.refusal(.accepting("bob"), as: "owner") == .seatRequestGone)
        #expect(live.room.lastSeatRequest(of: Self.bob)?.outcome == .accepted)
    }

    @Test func `a rejected application leaves the seat empty, and the guest may apply again`() throws {
        let live = try live("bob")
        try live.perform(.taking(2), as: "bob")
        let outcome = try live.perform(.rejecting("bob"), as: "owner")
        #expect(outcome.seatRequestsEnded.map(\.outcome) == [.rejected])
        #expect(outcome.seatChanged == nil)
        #expect(live.refusal(.taking(2), as: "bob") == nil)
        #expect(live.room.lastSeatRequest(of: Self.bob) == nil, "one that waits is not over")
    }

    @Test func `an application is refused where no seat can follow from it`() throws {
        let live = try live("bob", "eve")
        try live.perform(.locking(1, seat: true), as: "owner")
        for (index, code) in [(0, ErrorCode.seatOccupied), (1, .seatLocked), (3, .seatNotFound)] {
            #expect(live.refusal(.taking(index), as: "bob") == code)
        }
        for seconds in [-1, 1_801, .max, .min] {
            #expect(live.refusal(.taking(2, seconds: seconds), as: "bob") == .illegalParameter)
        }
        #expect(live.refusal(.taking(2, info: String(repeating: "é", count: 513)), as: "bob") == .illegalParameter)
        #expect(live.refusal(.taking(2, info: "\u{0}"), as: "bob") == .illegalParameter)
        try live.perform(.taking(), as: "bob")
        #expect(live.refusal(.taking(), as: "bob") == .alreadyApplied)
        #expect(live.refusal(.inviting("bob"), as: "owner") == .seatRequestConflict)
        try live.perform(.accepting("bob"), as: "owner")
        #expect(live.refusal(.taking(), as: "bob") == .alreadySeated)
        #expect(live.refusal(.taking(), as: "eve") == .allSeatsOccupied)
    }

    @Test func `an application for a seat that somebody took meanwhile waits on`() throws {
        let live = try live("bob")
        try live.perform(.taking(2), as: "bob")
        try live.perform(.taking(2), as: "admin")
        #expect(live.refusal(.accepting("bob"), as: "owner") == .seatOccupied)
        #expect(live.waiting == ["bob"])
        try live.perform(.moving(to: 1), as: "admin")
        #expect(live.refusal(.accepting("bob"), as: "owner") == nil)
    }

    @Test func `who applied may take it back`() throws {
        let live = try live("bob", "eve")
        #expect(live.refusal(.cancelling(), as: "bob") == .notApplied)
        try live.perform(.taking(), as: "bob")
        #expect(live.refusal(.cancelling("bob"), as: "eve") == .adminRequired)
        #expect(live.refusal(.cancelling("bob"), as: "owner") == .seatRequestGone, "it is no invitation")
        let outcome = try live.perform(.cancelling(), as: "bob")
        #expect(outcome.seatRequestsEnded.map(\.outcome) == [.cancelled])
        #expect(live.refusal(.accepting("bob"), as: "owner") == .seatRequestGone)
    }

    @Test func `an invitation is answered by its guest to its inviter, once, and in time`() throws {
        let live = try live("bob", "eve")
        let outcome = try live.perform(.inviting("bob", to: 2, seconds: 10), as: "admin")
        #expect(outcome.seatRequests.first?.inviter == .named("admin"))
        #expect(live.refusal(.answering("owner"), as: "bob") == .seatRequestGone)
        #expect(live.refusal(.answering("admin"), as: "eve") == .seatRequestGone)
        #expect(live.refusal(.accepting("bob"), as: "owner") == .seatRequestGone, "it is no application")
        let accepted = try live.perform(.answering("admin"), as: "bob")
        #expect(live.sitting == ["owner", "-", "bob"])
        #expect(accepted.seatRequestsEnded.map(\.outcome) == [.accepted])
        #expect(accepted.seats?.index == 2)
        #expect(live.refusal(.answering("admin"), as: "bob") == .seatRequestGone)
        try live.perform(.inviting("eve", seconds: 10), as: "admin")
        live.pass(seconds: 10)
        try live.perform(.expiring, as: "server")
        #expect(live.refusal(.answering("admin"), as: "eve") == .seatRequestGone)
    }

    @Test func `an invitation is refused to nobody, to who sits, to who is asked, and to oneself`() throws {
        let live = try live("bob")
        #expect(live.refusal(.inviting("bob"), as: "bob") == .adminRequired)
        #expect(live.refusal(.inviting("nobody"), as: "owner") == .notMember)
        #expect(live.refusal(.inviting("owner"), as: "owner") == .illegalParameter)
        #expect(live.refusal(.inviting("owner"), as: "admin") == .userAlreadySeated)
        #expect(live.refusal(.inviting("bob"), as: "server") == .illegalParameter, "the app is nobody to answer to")
        try live.perform(.inviting("bob"), as: "owner")
        #expect(live.refusal(.inviting("bob"), as: "admin") == .seatRequestConflict)
        #expect(live.refusal(.taking(), as: "bob") == .seatRequestConflict)
    }

    @Test func `an invitation to a locked seat opens it`() throws {
        let live = try live("bob")
        try live.perform(.locking(2, seat: true), as: "owner")
        try live.perform(.inviting("bob", to: 2), as: "owner")
        #expect(live.seats[2].isLocked)
        try live.perform(.answering("owner"), as: "bob")
        #expect(live.sitting == ["owner", "-", "bob"] && !live.seats[2].isLocked)
    }

    @Test func `a declined and a cancelled invitation are told`() throws {
        let live = try live("bob")
        try live.perform(.inviting("bob"), as: "owner")
        #expect(try live.perform(.answering("owner", false), as: "bob").seatRequestsEnded.map(\.outcome) == [.rejected])
        try live.perform(.inviting("bob"), as: "owner")
        let outcome = try live.perform(.cancelling("bob"), as: "admin")
        #expect(outcome.seatRequestsEnded.map(\.outcome) == [.cancelled])
        #expect(outcome.seatRequestsEnded.first?.by == .named("admin"))
        #expect(live.refusal(.cancelling("bob"), as: "admin") == .seatRequestGone)
    }

    @Test func `an inviter who leaves, is removed or is dismissed takes the invitation along`() throws {
        let ways: [(RoomCommand, String)] = [
            (.leaving("admin"), "admin"), (.kicking("admin"), "owner"), (.banning("admin"), "owner"),
            (.dismissing("admin"), "owner"),
        ]
        for (command, name) in ways {
            let live = try live("bob")
            try live.perform(.inviting("bob"), as: "admin")
            let outcome = try live.perform(command, as: name)
            #expect(outcome.seatRequestsEnded.map(\.outcome) == [.cancelled], "\(command)")
            #expect(outcome.commit?.changes.contains(.seatRequestEnded(Self.bob)) == true)
            #expect(live.refusal(.answering("admin"), as: "bob") == .seatRequestGone)
        }
    }

    @Test func `a guest who leaves takes the application along, and hears nothing of it on coming back`() throws {
        let live = try live("bob")
        try live.perform(.taking(), as: "bob")
        let outcome = try live.perform(.leaving("bob"), as: "bob")
        #expect(outcome.seatRequestsEnded.map(\.outcome) == [.cancelled])
        try live.enter("bob")
        #expect(live.waiting.isEmpty && live.room.lastSeatRequest(of: Self.bob) == nil)
    }

    @Test func `there are only so many requests`() throws {
        var limits = Limits.withoutRates
        limits.seatRequestsMax = 2
        let live = try TestLive.withSeats(mode: .apply, limits: limits, "a", "b", "c")
        try live.perform(.taking(), as: "a")
        try live.perform(.inviting("b"), as: "owner")
        #expect(live.refusal(.taking(), as: "c") == .tooManySeatRequests)
        #expect(live.refusal(.inviting("c"), as: "owner") == .tooManySeatRequests)
        try live.perform(.rejecting("a"), as: "owner")
        #expect(live.refusal(.taking(), as: "c") == nil)
        #expect(live.waiting == ["b", "c"])
    }
}

// MARK: - Time

extension SeatRequestTests {
    @Test func `a request ends when its time is over, and the tick is due then`() throws {
        let live = try live("bob", "eve")
        try live.perform(.taking(1, seconds: 30), as: "bob")
        try live.perform(.inviting("eve", seconds: 60), as: "owner")
        live.tick()
        #expect(!live.room.areSeatsDue(at: live.now))
        live.pass(milliseconds: 29_999)
        #expect(!live.room.areSeatsDue(at: live.now))
        #expect(try live.perform(.expiring, as: "server") == RoomOutcome())
        live.pass(milliseconds: 1)
        #expect(live.room.areSeatsDue(at: live.now))
        #expect((live.room.nextTick ?? live.now.adding(seconds: 1)) <= live.now)
        let outcome = try live.perform(.expiring, as: "server")
        #expect(outcome.seatRequestsEnded.map(\.outcome) == [.timedOut])
        #expect(outcome.seatChanged == nil)
        #expect(live.waiting == ["eve"])
        #expect(live.refusal(.accepting("bob"), as: "owner") == .seatRequestGone)
    }

    @Test func `a request without a time waits for as long as its guest is there`() throws {
        let live = try live("bob")
        try live.perform(.taking(1, seconds: 0), as: "bob")
        live.pass(seconds: 1_000_000)
        #expect(!live.room.areSeatsDue(at: live.now))
        #expect(live.refusal(.accepting("bob"), as: "owner") == nil)
    }

    @Test func `a clock that is set back delays no end`() throws {
        let live = try live("bob")
        try live.perform(.taking(1, seconds: 30), as: "bob")
        live.pass(seconds: -3_600)
        live.tick()
        live.pass(seconds: 30)
        #expect(live.room.areSeatsDue(at: live.now))
    }

    @Test func `only the server says that time is over`() throws {
        let live = try live("bob")
        for name in ["bob", "admin", "owner", "app"] {
            if name == "app" { try live.enter("app") }
            #expect(live.refusal(.expiring, as: name) == .administratorRequired, "\(name)")
        }
    }

    @Test func `after a restart seats and requests are as they were, and who does not come back is taken off`() throws {
        var record = TestLive.record()
        record.info.maxSeatCount = 4
        record.info.seatLayoutTemplateID = 70
        record.seats = [1, 2].map { index in
            var seat = Seat(index: index)
            seat.user = .named(index == 1 ? "bob" : "eve")
            seat.isMicrophoneLocked = index == 2
            return seat
        }
        record.seatRequests = ["joe", "ann"].map {
            SeatRequest(.application, guest: .named($0), at: TestLive.start, deadline: nil)
        }
        let live = TestLive { $0 = record }
        #expect(live.sitting == ["owner", "bob", "eve", "-"])
        #expect(live.seats[2].isMicrophoneLocked)
        #expect(live.waiting == ["joe", "ann"])
        try live.enter("owner", "bob", "joe")
        #expect(live.refusal(.accepting("ann"), as: "owner") == .notMember, "who is not there yet cannot sit")
        live.pass(seconds: Int64(Limits().silenceSeconds))
        #expect(live.room.areSeatsDue(at: live.now))
        let outcome = try live.perform(.expiring, as: "server")
        #expect(live.sitting == ["owner", "bob", "-", "-"])
        #expect(live.waiting == ["joe"])
        #expect(outcome.seatRequestsEnded.map(\.request.guest.userID.rawValue) == ["ann"])
        #expect(!live.room.areSeatsDue(at: live.now))
    }

    @Test func `what cannot be kept is taken back, and not tried again at once`() throws {
        let live = try live("bob")
        try live.perform(.taking(1, seconds: 30), as: "bob")
        var record = TestLive.record()
        record.info = live.room.info
        record.admins = [UserID(unchecked: "admin")]
        record.seatRequests = live.room.seatRequests(for: nil, isAdministrator: true)
        live.pass(seconds: 30)
        try live.perform(.expiring, as: "server")
        live.adopt(record)
        #expect(live.waiting == ["bob"])
        #expect(!live.room.areSeatsDue(at: live.now))
        live.pass(seconds: 1)
        #expect(live.room.areSeatsDue(at: live.now))
    }
}
