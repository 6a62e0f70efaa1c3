import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

/// Seats over real sockets. Each test looks at what users are told, and at what the server stores.
@Suite(.timeLimit(.minutes(5)))
struct SeatTests {
    private static let bob = UserID(unchecked: "bob")

    @Test func `a viewer applies, the host accepts, and everybody sees the seat`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let bob = try await Robot.viewer(as: "bob", server)
            let eve = try await Robot.viewer(as: "eve", server)
            let sent = try await bob.send(.takeSeat(2, extraInfo: "me"))
            #expect(try await bob.hear(.seatRequested).kind == .application)
            #expect(try await bob.reply(to: sent).index == nil)
            let request = try await host.hear(.seatRequested)
            #expect(request.guest.userID == Self.bob && request.index == 2 && request.extraInfo == "me")
            #expect(request.durable == nil && request.position?.seq == nil)
            #expect(try await host.ask(.seats).requests.map(\.guest.userID) == [Self.bob])
            #expect(try await eve.ask(.seats).requests.isEmpty)

            #expect(try await host.ask(.answer(applicant: "bob")).index == 2)
            let ended = try await bob.hear(.seatRequestEnded)
            #expect(ended.outcome == .accepted && ended.by?.userID.rawValue == "host")
            let changed = try await eve.hear(.seatChanged)
            #expect(changed.reason == .taken && changed.seats.contains { $0.user?.userID == Self.bob })
            #expect(changed.durable != nil)
            let kept = try await server.storage.lastRoom(Samples.id("r1"))
            #expect(kept?.seats.map(\.index) == [2] && kept?.seatRequests == [])
            let late = try await Robot.logIn("late", server)
            try await late.ask(.join)
            #expect(try await late.hear(.snapshot).seats?.seats[2].user?.userID == Self.bob)
        }
    }

    @Test func `those who are not concerned hear nothing of an application`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let bob = try await Robot.viewer(as: "bob", server)
            let eve = try await Robot.viewer(as: "eve", server)
            try await bob.ask(.takeSeat())
            _ = try await host.hear(.seatRequested)
            try await host.ask(.answer(applicant: "bob", isAccepted: false))
            #expect(try await bob.hear(.seatRequestEnded).outcome == .rejected)
            #expect(try await bob.ask(.seats).last?.outcome == .rejected, "it is known after a lost connection too")
            try await host.ask(.say("next"))
            while let frame = try await eve.next() {
                guard case .event(.room(_, _, let event)) = frame.content else { continue }
                if case .barrageSent = event { break }
                #expect(event.name != .seatRequested && event.name != .seatRequestEnded)
            }
        }
    }

    @Test func `an application that nobody answers ends in time`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let bob = try await Robot.viewer(as: "bob", server)
            try await bob.ask(.takeSeat(seconds: 1))
            #expect(try await bob.hear(.seatRequestEnded).outcome == .timedOut)
            #expect(try await host.hear(.seatRequestEnded).by == nil)
            #expect(try await host.refusal(of: .answer(applicant: "bob")).code == .seatRequestGone)
            #expect(try await server.storage.lastRoom(Samples.id("r1"))?.seatRequests == [])
        }
    }

    @Test func `who leaves the live leaves the seat, and everybody is told`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.logIn("host", server)
            try await host.ask(.create("r1") { $0.seatMode = .free })
            let bob = try await Robot.viewer(as: "bob", server)
            #expect(try await bob.ask(.takeSeat()).index == 1)
            _ = try await host.hear(.seatChanged)
            try await bob.ask(.leave)
            let changed = try await host.hear(.seatChanged)
            #expect(changed.reason == .left && changed.seats.allSatisfy { $0.user?.userID != Self.bob })
            #expect(try await server.storage.lastRoom(Samples.id("r1"))?.seats == [])
        }
    }

    @Test func `after a restart seats and requests are as they were`() async throws {
        var record = Samples.room("r1")
        record.endsWithoutOwner = false
        var seat = Seat(index: 3)
        seat.user = Samples.bob
        seat.isMicrophoneLocked = true
        record.seats = [seat]
        record.seatRequests = [
            // As she is called when she enters.
            SeatRequest(
                .application, guest: UserInfo(userID: Samples.id("alice"), userName: "alice"), at: Samples.time,
                deadline: nil, extraInfo: "x")
        ]
        let requests = record.seatRequests
        let storage = try TestServer.emptyStorage()
        _ = try await storage.commit([.createRoom(record)])
        try await TestServer.run(storage: storage) { server in
            let alice = try await Robot.viewer(as: "alice", server)
            let page = try await alice.ask(.seats)
            #expect(page.requests == requests)
            #expect(page.seats?.seats[3].user == Samples.bob)
            let bob = try await Robot.viewer(as: "bob", server)
            #expect(try await bob.refusal(of: .devices(microphone: true)).code == .microphoneLocked)
            let host = try await Robot.viewer(as: "host", server)
            #expect(try await host.ask(.answer(applicant: "alice")).index == 1)
        }
    }

    @Test func `a kick from the seat is in the log with its number`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.logIn("host", server)
            try await host.ask(.create("r1") { $0.seatMode = .free })
            let bob = try await Robot.viewer(as: "bob", server)
            try await bob.ask(.takeSeat(4))
            try await host.ask(.unseat("bob"))
            var changed = try await bob.hear(.seatChanged)
            while changed.reason != .kicked { changed = try await bob.hear(.seatChanged) }
            #expect(changed.removed == [.init(userID: Self.bob, index: 4)])
            #expect(changed.by?.userID.rawValue == "host")
            let record = try await host.ask(.log()).entries.first?.record
            #expect(record?.action == .seatKick && record?.userID == Self.bob && record?.seat == 4)
        }
    }

    @Test func `the app's backend hears what becomes of seats, and not of microphones`() async throws {
        let command = "Mic.CallbackAfterSeatInfoChanged"
        try await CallbackWorld.run([command]) { world async throws in
            let host = try await world.create("r1", by: "host")
            try await host.ask(.lockSeat(1))
            try await host.ask(.devices(microphone: true))
            try await host.ask(.lockSeat(1, false))
            for (number, isLocked) in [(1, true), (2, false)] {
                var body = await world.callback(command, number: number).json
                #expect(body.removeValue(forKey: "EventTime") is NSNumber)
                try expectSame(
                    body,
                    [
                        "CallbackCommand": command, "Operator_Account": "host", "RoomId": "r1",
                        "EventType": "SeatLocked",
                        "SeatList": [
                            [
                                "Index": 1, "Member_Account": "", "IsTakenDisabled": isLocked, "IsVideoDisabled": false,
                                "IsAudioDisabled": false,
                            ]
                        ],
                    ])
            }
        }
    }
}
