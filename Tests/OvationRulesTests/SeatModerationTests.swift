import OvationModel
import OvationRules
import Testing

/// What the owner, the administrators and the app do to seats of others.
@Suite struct SeatModerationTests {
    /// A live in which bob sits on 1 and eve on 2, of four.
    private func seated(layout: Int = 70) throws -> TestLive {
        let live = try TestLive.withSeats(layout: layout, "bob", "eve")
        try live.perform(.taking(1), as: "bob")
        try live.perform(.taking(2), as: "eve")
        return live
    }

    @Test func `a kick takes a user off the seat, tells who did it and is a line of the log`() throws {
        let live = try seated()
        let outcome = try live.perform(.unseating("bob"), as: "admin")
        #expect(
            outcome.seatChanged
                == SeatChanged(
                    reason: .kicked, seats: [Seat(index: 1)],
                    removed: [.init(userID: UserID(unchecked: "bob"), index: 1)], by: .named("admin")))
        #expect(outcome.commit?.records.map(\.action) == [.seatKick])
        #expect(outcome.commit?.records.first?.userID?.rawValue == "bob")
        #expect(outcome.commit?.records.first?.seat == 1)
        #expect(live.isMember("bob"))
        #expect(live.refusal(.unseating("bob"), as: "admin") == .notSeated)
    }

    @Test(arguments: SeatMovePolicy.allCases)
    func `a move to a taken seat does what its policy says`(policy: SeatMovePolicy) throws {
        let live = try seated()
        switch policy {
        case .abort:
            #expect(live.refusal(.moving("bob", to: 2, policy), as: "owner") == .seatOccupied)
            #expect(live.sitting == ["owner", "bob", "eve", "-"])
        case .replace:
            let outcome = try live.perform(.moving("bob", to: 2, policy), as: "owner")
            #expect(live.sitting == ["owner", "-", "bob", "-"])
            #expect(outcome.seatChanged?.removed == [.init(userID: UserID(unchecked: "eve"), index: 2)])
            #expect(outcome.commit?.records.map(\.action) == [.seatMove, .seatKick])
        case .swap:
            let outcome = try live.perform(.moving("bob", to: 2, policy), as: "owner")
            #expect(live.sitting == ["owner", "eve", "bob", "-"])
            #expect(live.seats.map(\.index) == [0, 1, 2, 3])
            #expect(outcome.seatChanged?.removed == nil)
        }
    }

    @Test(arguments: SeatMovePolicy.allCases)
    func `a move to an empty seat opens its lock, whatever the policy`(policy: SeatMovePolicy) throws {
        let live = try seated()
        try live.perform(.locking(3, seat: true), as: "owner")
        try live.perform(.moving("bob", to: 3, policy), as: "admin")
        #expect(live.sitting == ["owner", "-", "eve", "bob"])
        #expect(!live.seats[3].isLocked)
    }

    @Test func `in a swap closed microphones go with their users`() throws {
        let live = try seated()
        try live.perform(.allowing("bob", microphone: false), as: "owner")
        try live.perform(.moving("bob", to: 2, .swap), as: "owner")
        #expect(live.seats.map(\.isMicrophoneLocked) == [false, false, true, false])
    }

    @Test func `a lock takes the user off the seat first, and then nobody takes it`() throws {
        let live = try seated()
        let outcome = try live.perform(.locking(1, seat: true), as: "admin")
        #expect(outcome.seatChanged?.removed == [.init(userID: UserID(unchecked: "bob"), index: 1)])
        #expect(outcome.seatChanged?.reason == .locked)
        #expect(outcome.commit?.records.map(\.action) == [.seatLock])
        #expect(live.seats[1].isLocked && live.seats[1].user == nil)
        for name in ["bob", "admin"] { #expect(live.refusal(.taking(1), as: name) == .seatLocked) }
        #expect(live.refusal(.moving(to: 1), as: "owner") == .seatLocked)
        #expect(try live.perform(.locking(1, seat: true), as: "admin").commit == nil)
        try live.perform(.locking(1, seat: false), as: "admin")
        #expect(live.refusal(.taking(1), as: "bob") == nil)
    }

    @Test func `a lock changes only what it names`() throws {
        let live = try seated()
        try live.perform(.locking(3, microphone: true, camera: true), as: "owner")
        try live.perform(.locking(3, seat: true), as: "owner")
        try live.perform(.locking(3, camera: false), as: "owner")
        #expect(live.seats[3].isLocked && live.seats[3].isMicrophoneLocked && !live.seats[3].isCameraLocked)
        let outcome = try live.perform(.locking(3, seat: false, microphone: false), as: "owner")
        #expect(outcome.commit?.records.map(\.action) == [.seatUnlock, .microphoneUnlock])
        #expect(live.seats[3] == Seat(index: 3))
    }

    @Test func `the locks of a seat hold for the next who sits there`() throws {
        let live = try seated()
        try live.perform(.allowing("bob", microphone: false), as: "owner")
        try live.perform(.leavingSeat, as: "bob")
        try live.enter("joe")
        try live.perform(.taking(1), as: "joe")
        #expect(live.refusal(.opening(microphone: true), as: "joe") == .microphoneLocked)
    }

    @Test func `an administrator of the live acts on viewers only, and nobody on the owner`() throws {
        let live = try seated()
        try live.perform(.appointing("eve"), as: "owner")
        let onEve: [RoomCommand] = [
            .unseating("eve"), .moving("eve", to: 3), .moving("bob", to: 2, .replace), .moving("bob", to: 2, .swap),
            .locking(2, seat: true), .locking(2, microphone: true), .allowing("eve", microphone: false),
        ]
        for command in onEve { #expect(live.refusal(command, as: "admin") == .permissionDenied, "\(command)") }
        let onOwner: [RoomCommand] = [
            .unseating("owner"), .moving("owner", to: 3), .moving("bob", to: 0, .replace),
            .moving("bob", to: 0, .swap), .locking(0, seat: true), .locking(0, camera: true),
            .allowing("owner", camera: false),
        ]
        for command in onOwner {
            for name in ["admin", "server"] {
                #expect(live.refusal(command, as: name) == .permissionDenied, "\(command) by \(name)")
            }
        }
        #expect(live.refusal(.allowing("eve", microphone: false), as: "owner") == nil)
        #expect(live.refusal(.allowing("eve", microphone: true), as: "eve") == .permissionDenied, "of oneself")
        #expect(live.sitting == ["owner", "bob", "eve", "-"])
    }

    @Test func `only the app puts a member on a seat, and a request of theirs ends by it`() throws {
        let live = try seated()
        try live.enter("joe")
        for name in ["owner", "admin", "joe"] {
            #expect(live.refusal(.placing("joe"), as: name) == .administratorRequired)
        }
        #expect(live.refusal(.placing("nobody"), as: "server") == .notMember)
        #expect(live.refusal(.placing("bob"), as: "server") == .userAlreadySeated)
        #expect(live.refusal(.placing("joe", at: 1), as: "server") == .seatOccupied)
        try live.perform(.locking(3, seat: true), as: "owner")
        #expect(live.refusal(.placing("joe", at: 3), as: "server") == .seatLocked)
        try live.perform(.locking(3, seat: false), as: "owner")
        try live.perform(.inviting("joe"), as: "owner")
        let outcome = try live.perform(.placing("joe"), as: "server")
        #expect(live.sitting == ["owner", "bob", "eve", "joe"])
        #expect(outcome.seats?.index == 3)
        #expect(outcome.seatRequestsEnded.map(\.outcome) == [.alreadySeated])
        #expect(outcome.commit?.records.map(\.action) == [.seatPlace])
        #expect(live.waiting.isEmpty)
    }

    @Test func `one user at most is featured, in layouts that have a place for it`() throws {
        let live = try seated(layout: 601)
        let whole = live.seats[0].region
        try live.perform(.featuring("bob"), as: "owner")
        #expect(live.seats.map(\.isFeatured) == [false, true, false, false])
        #expect(live.seats[1].region == whole && live.seats[0].region != whole)
        try live.perform(.featuring("eve"), as: "admin")
        #expect(live.seats.map(\.isFeatured) == [false, false, true, false])
        try live.perform(.featuring("eve", false), as: "admin")
        #expect(live.seats[0].region == whole)
        try live.perform(.featuring("eve"), as: "admin")
        let outcome = try live.perform(.leavingSeat, as: "eve")
        #expect(outcome.seatChanged?.seats.map(\.index).contains(0) == true, "the owner has the large region again")
        #expect(live.refusal(.featuring("eve"), as: "owner") == .notSeated)
        #expect(try seated(layout: 600).refusal(.featuring("bob"), as: "owner") == .illegalParameter)
    }

    @Test func `another layout during the live takes users off seats that are gone`() throws {
        let live = try TestLive.withSeats(seats: 9, layout: 600, "bob", "eve")
        try live.perform(.taking(3), as: "bob")
        try live.perform(.taking(8), as: "eve")
        let outcome = try live.perform(.setting { $0.seatLayoutTemplateID = 200 }, as: "owner")
        #expect(live.sitting == ["owner", "-", "-", "bob"])
        #expect(outcome.updated?.changes.seatLayoutTemplateID == 200)
        #expect(outcome.seatChanged?.reason == .layout && outcome.seatChanged?.templateID == 200)
        #expect(outcome.seatChanged?.seats == live.seats)
        #expect(outcome.seatChanged?.removed == [.init(userID: UserID(unchecked: "eve"), index: 8)])
        #expect(outcome.keptSeats == [Seat(index: 8)], "what is kept has nobody on a seat that is gone")
        #expect(live.room.seatBoard?.canvas == SeatCanvas(w: 1_280, h: 720))
    }

    @Test func `an owner whose seat is gone with the layout has another one`() throws {
        var limits = Limits.withoutRates
        limits.meshVideoSeatsMax = 0
        let live = try TestLive.withSeats(seats: 9, layout: 600, limits: limits, "a", "b", "c", "d")
        try live.perform(.moving(to: 8), as: "owner")
        for name in ["a", "b", "c", "d"] { try live.perform(.taking(), as: name) }
        let outcome = try live.perform(.setting { $0.seatLayoutTemplateID = 200 }, as: "owner")
        #expect(live.sitting == ["owner", "b", "c", "d"])
        #expect(outcome.seatChanged?.removed == [.init(userID: UserID(unchecked: "a"), index: 0)])
    }
}
