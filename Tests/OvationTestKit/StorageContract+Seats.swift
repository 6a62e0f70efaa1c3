import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// Seats, and what waits for them.
    static let seats: [Clause] = [
        Clause("a new live has the seats and requests of its record") { storage in
            var record = Samples.room()
            record.seats = [seat(0, Samples.host), seat(7, Samples.bob)]
            record.seatRequests = [application(of: Samples.alice), invitation(of: Samples.user("0"))]
            try expect(try await storage.commit(one: .createRoom(record)).withoutBase, is: .kept)
            try expect(try await storage.openRooms(), is: [record])
        },
        Clause("the last change of a seat counts, and an empty seat is not stored") { storage in
            var record = Samples.room()
            var locked = Seat(index: 1)
            locked.isLocked = true
            var all = seat(2, UserInfo(userID: Samples.alice.userID, userName: awkward, avatarURL: "https://a/b"))
            (all.isMicrophoneLocked, all.isCameraLocked) = (true, true)
            (all.isMicrophoneOn, all.isCameraOn, all.isFeatured) = (true, true, true)
            let changes: [RoomChange] = [
                .seat(seat(12, Samples.bob)), .seat(seat(2, Samples.bob)), .seat(all), .seat(locked),
                .seat(seat(3, Samples.bob)), .seat(Seat(index: 3)), .seat(Seat(index: 4)),
            ]
            _ = try await storage.commit([
                .createRoom(record), .createRoom(Samples.room("other")),
                .changeRoom(record.info.sessionID, changes, []),
            ])
            record.seats = [locked, all, seat(12, Samples.bob)]
            try expect(try await storage.openRooms().first, is: record)
            try expect(try await storage.openRooms().last?.seats, is: [], "another live has its own seats")
        },
        Clause("requests are stored in the order in which they came, one of each guest") { storage in
            var record = Samples.room()
            let (alice, bob) = (Samples.alice, Samples.bob)
            let late = application(of: bob, index: 3, seconds: nil)
            let changes: [RoomChange] = [
                .seatRequest(application(of: bob)), .seatRequest(invitation(of: alice)), .seatRequestEnded(bob.userID),
                .seatRequest(application(of: Samples.host)), .seatRequest(late),
                .seatRequestEnded(Samples.id("nobody")),
            ]
            _ = try await storage.commit([.createRoom(record), .changeRoom(record.info.sessionID, changes, [])])
            record.seatRequests = [invitation(of: alice), application(of: Samples.host), late]
            try expect(try await storage.openRooms(), is: [record])
            let last = [RoomChange.seatRequest(application(of: alice))]
            _ = try await storage.commit(one: .changeRoom(record.info.sessionID, last, []))
            record.seatRequests = [application(of: Samples.host), late, application(of: alice)]
            try expect(try await storage.openRooms(), is: [record], "a newer request of a guest is the last")
        },
        Clause("an ended live has neither seats nor requests, and its next start has none") { storage in
            var record = Samples.room(session: "s1")
            record.seats = [seat(1, Samples.bob)]
            record.seatRequests = [application(of: Samples.alice)]
            _ = try await storage.commit([.createRoom(record), .end(record.info.sessionID)])
            let ended = try await storage.lastRoom(record.info.liveID)
            try expect(ended?.seats, is: [])
            try expect(ended?.seatRequests, is: [])
            record.info.sessionID = Samples.id("s2")
            _ = try await storage.commit([.createRoom(record), .createRoom(Samples.room(session: "s3"))])
            try expect(try await storage.openRooms().map(\.seats), is: [[]], "a start that nobody runs keeps no seats")
        },
    ]

    /// The log of a live knows the seat that a line is about.
    static let seatsInTheLog: [Clause] = [
        Clause("a line of the log has the number of its seat") { storage in
            let record = Samples.room()
            let lines = [3, nil].map { seat in
                ModerationRecord(
                    .seatLock, at: Samples.time, source: .rest, by: nil, userID: Samples.bob.userID, seat: seat)
            }
            _ = try await storage.commit([
                .createRoom(record), .changeRoom(record.info.sessionID, lines.map(RoomChange.log), []),
            ])
            let log = try await storage.moderationLog(of: record.info.liveID, before: nil, limit: 10)
            try expect(log.map(\.record), is: lines.reversed())
        }
    ]

    private static func seat(_ index: Int, _ user: UserInfo) -> Seat {
        var seat = Seat(index: index)
        seat.user = user
        return seat
    }

    private static func application(of guest: UserInfo, index: Int? = nil, seconds: Int64? = 60) -> SeatRequest {
        SeatRequest(
            .application, guest: guest, index: index, at: Samples.time,
            deadline: seconds.map { Samples.time.adding(seconds: $0) }, extraInfo: #"{"video":true} é😀"#)
    }

    private static func invitation(of guest: UserInfo) -> SeatRequest {
        SeatRequest(.invitation, guest: guest, inviter: Samples.host, index: 4, at: Samples.time, deadline: nil)
    }
}
