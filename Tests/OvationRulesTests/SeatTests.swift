import OvationModel
import OvationRules
import Testing

/// Taking, leaving and changing seats.
@Suite struct SeatTests {
    @Test func `an owner who keeps a seat sits on the first one from the start, also while away`() throws {
        let live = TestLive()
        #expect(live.sitting == ["owner"] + Array(repeating: "-", count: 8))
        try live.enter("owner")
        #expect(try live.perform(.leaving("owner"), as: "owner").commit == nil)
        #expect(live.sitting.first == "owner")
        try live.enter("owner")
        #expect(live.refusal(.leavingSeat, as: "owner") == .permissionDenied)
        try live.perform(.moving(to: 3), as: "owner")
        #expect(live.sitting[3] == "owner" && live.sitting[0] == "-")
    }

    @Test func `an owner who keeps no seat sits and leaves like everybody, and frees the seat by leaving the live`()
        throws
    {
        let live = try TestLive.withSeats(keepsOwner: false)
        #expect(live.sitting == ["-", "-", "-", "-"])
        try live.perform(.taking(2), as: "owner")
        try live.perform(.leavingSeat, as: "owner")
        #expect(live.sitting == ["-", "-", "-", "-"])
        try live.perform(.taking(2), as: "owner")
        #expect(try live.perform(.leaving("owner"), as: "owner").seatChanged?.reason == .left)
        #expect(live.sitting == ["-", "-", "-", "-"])
    }

    @Test func `in a free live everybody takes a seat, told to all and kept`() throws {
        let live = try TestLive.withSeats("bob")
        let outcome = try live.perform(.taking(2), as: "bob")
        #expect(live.sitting == ["owner", "-", "bob", "-"])
        var seat = Seat(index: 2)
        seat.user = .named("bob")
        #expect(
            outcome.commit
                == RoomCommit(
                    changes: [.seat(seat)],
                    event: .seatChanged(SeatChanged(reason: .taken, seats: [seat], by: .named("bob")))))
        #expect(outcome.seats?.index == 2)
        #expect(outcome.publications.isEmpty)
    }

    @Test func `any seat is the first that is free`() throws {
        let live = try TestLive.withSeats("bob", "eve", "joe")
        try live.perform(.locking(1, seat: true), as: "owner")
        #expect(try live.perform(.taking(), as: "bob").seats?.index == 2)
        #expect(try live.perform(.taking(), as: "eve").seats?.index == 3)
        #expect(live.refusal(.taking(), as: "joe") == .allSeatsOccupied)
    }

    @Test func `a seat that is not there, taken or locked is refused`() throws {
        let live = try TestLive.withSeats("bob")
        try live.perform(.locking(1, seat: true), as: "owner")
        for (index, code) in [
            (0, ErrorCode.seatOccupied), (1, .seatLocked), (4, .seatNotFound), (-1, .seatNotFound),
            (Int(Int32.max) + 1, .seatNotFound), (.max, .seatNotFound), (.min, .seatNotFound),
        ] {
            #expect(live.refusal(.taking(index), as: "bob") == code, "seat \(index)")
        }
        try live.perform(.taking(2), as: "bob")
        #expect(live.refusal(.taking(3), as: "bob") == .alreadySeated)
        #expect(live.refusal(.moving(to: 1), as: "bob") == .seatLocked)
        #expect(live.refusal(.moving(to: 0), as: "bob") == .seatOccupied)
        #expect(live.refusal(.moving(to: 4), as: "bob") == .seatNotFound)
    }

    @Test func `of two who take one seat at the same time the first has it`() throws {
        let live = try TestLive.withSeats("bob", "eve")
        #expect(live.refusal(.taking(3), as: "bob") == nil)
        #expect(live.refusal(.taking(3), as: "eve") == .seatOccupied)
        #expect(live.sitting == ["owner", "-", "-", "bob"])
    }

    @Test func `leaving needs a seat, and frees it for others`() throws {
        let live = try TestLive.withSeats("bob", "eve")
        #expect(live.refusal(.leavingSeat, as: "bob") == .notSeated)
        #expect(live.refusal(.moving(to: 1), as: "bob") == .notSeated)
        try live.perform(.taking(1), as: "bob")
        let outcome = try live.perform(.leavingSeat, as: "bob")
        #expect(outcome.seatChanged == SeatChanged(reason: .left, seats: [Seat(index: 1)], by: .named("bob")))
        #expect(outcome.keptSeats == [Seat(index: 1)])
        #expect(live.refusal(.taking(1), as: "eve") == nil)
    }

    @Test func `a user moves to a free seat, and a closed microphone goes along`() throws {
        let live = try TestLive.withSeats("bob")
        try live.perform(.taking(1), as: "bob")
        try live.perform(.opening(microphone: true, camera: true), as: "bob")
        try live.perform(.allowing("bob", microphone: false), as: "admin")
        let outcome = try live.perform(.moving(to: 3), as: "bob")
        #expect(outcome.seatChanged?.reason == .moved)
        #expect(outcome.seats?.index == 3)
        let seat = live.seats[3]
        #expect(seat.user == .named("bob") && seat.isMicrophoneLocked && !seat.isMicrophoneOn)
        #expect(seat.isCameraOn && !seat.isCameraLocked)
        #expect(live.seats[1].isMicrophoneLocked, "the lock of a seat stays until somebody opens it")
        #expect(try live.perform(.moving(to: 3), as: "bob").commit == nil, "a move to the own seat changes nothing")
    }

    @Test func `leaving the live by one of two windows keeps the seat, by the last one frees it`() throws {
        let live = try TestLive.withSeats()
        try live.perform(.entering("bob", window: 1), as: "bob")
        try live.perform(.entering("bob", window: 2), as: "bob")
        try live.perform(.taking(1), as: "bob")
        #expect(try live.perform(.leaving("bob", window: 1), as: "bob").commit == nil)
        let outcome = try live.perform(.leaving("bob", window: 2), as: "bob")
        #expect(outcome.keptSeats == [Seat(index: 1)])
        #expect(live.sitting == ["owner", "-", "-", "-"])
    }

    @Test func `a kick or a ban from the live frees the seat in the same commit`() throws {
        for command in [RoomCommand.kicking("bob"), .banning("bob")] {
            let live = try TestLive.withSeats("bob")
            try live.perform(.taking(1), as: "bob")
            let outcome = try live.perform(command, as: "owner")
            #expect(outcome.keptSeats == [Seat(index: 1)])
            #expect(outcome.commit?.events.count == 2)
            #expect(outcome.seatChanged?.removed == nil, "the event of the kick says it already")
            #expect(live.sitting == ["owner", "-", "-", "-"])
        }
    }

    @Test func `a removed robot frees its seat`() throws {
        let live = try TestLive.withSeats()
        try live.perform(.addRobots([.named("r1")]), as: "server")
        try live.perform(.placing("r1", at: 1), as: "server")
        let outcome = try live.perform(.removeRobots([UserID(unchecked: "r1")]), as: "server")
        #expect(outcome.keptSeats == [Seat(index: 1)])
    }

    @Test func `a live without seats refuses everything about them`() throws {
        let live = TestLive { $0.info.isSeatEnabled = false }
        try live.enter("owner", "bob")
        #expect(live.room.seatBoard == nil)
        for command in [RoomCommand.taking(), .leavingSeat, .moving(to: 0), .opening(microphone: true)] {
            #expect(live.refusal(command, as: "bob") == .seatsDisabled)
        }
        #expect(live.refusal(.inviting("bob"), as: "owner") == .seatsDisabled)
    }

    @Test func `a user's own microphone and camera are told, as far as they are not locked`() throws {
        let live = try TestLive.withSeats("bob")
        #expect(live.refusal(.opening(microphone: true), as: "bob") == .notSeated)
        try live.perform(.taking(1), as: "bob")
        let outcome = try live.perform(.opening(microphone: true), as: "bob")
        #expect(outcome.seatChanged?.reason == .devices)
        #expect(live.seats[1].isMicrophoneOn && !live.seats[1].isCameraOn)
        #expect(try live.perform(.opening(microphone: true), as: "bob").commit == nil)
        try live.perform(.allowing("bob", microphone: false, camera: false), as: "owner")
        #expect(!live.seats[1].isMicrophoneOn)
        #expect(live.refusal(.opening(microphone: true), as: "bob") == .microphoneLocked)
        #expect(live.refusal(.opening(camera: true), as: "bob") == .cameraLocked)
        #expect(live.refusal(.opening(microphone: false), as: "bob") == nil)
        try live.perform(.allowing("bob", microphone: true, camera: true), as: "owner")
        #expect(!live.seats[1].isMicrophoneOn, "to be allowed opens nothing")
        #expect(live.refusal(.opening(microphone: true, camera: true), as: "bob") == nil)
    }

    @Test func `another name of somebody who sits is that of the seat`() throws {
        let live = try TestLive.withSeats("bob")
        try live.perform(.taking(1), as: "bob")
        let renamed = UserInfo(userID: UserID(unchecked: "bob"), userName: "Robert")
        try live.perform(.profileChanged, from: RoomActor(user: renamed))
        #expect(live.seats[1].user == renamed)
    }
}
