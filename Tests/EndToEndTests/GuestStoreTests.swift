import OpenCombineShim
import OvationModel
import Testing

@testable import AtomicXCore

/// Apps with the stores of seats and guests against the real server.
@Suite(.timeLimit(.minutes(5)))
struct GuestStoreTests {
    /// The events of a publisher, for a test that waits for them.
    private struct Heard<Event: Sendable> {
        private var events: AsyncStream<Event>.Iterator
        private let subscription: AnyCancellable

        init(_ publisher: PassthroughSubject<Event, Never>) {
            let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
            events = stream.makeAsyncIterator()
            subscription = publisher.sink { continuation.yield($0) }
        }

        mutating func next() async throws -> Event { try #require(await events.next()) }
    }

    private static func sits(_ user: String, at index: Int) -> @Sendable (LiveSeatState) -> Bool {
        { $0.seatList.indices.contains(index) && $0.seatList[index].userInfo.userID == user }
    }

    @Test func `a viewer applies, the host accepts, closes the microphone and kicks, and both apps are told`()
        async throws
    {
        try await TestServer.run { server in
            let (host, bob) = (StoresOfApp(server), StoresOfApp(server))
            try await host.host()
            try await bob.enter(as: "bob")
            var hostHears = Heard(host.guests.hostEventPublisher)
            var bobHears = Heard(bob.guests.guestEventPublisher)
            var bobSees = Heard(bob.seat.liveSeatEventPublisher)

            async let applied = bob.code { bob.guests.applyForSeat(timeout: 60, extraInfo: nil, completion: $0) }
            guard case .onGuestApplicationReceived(let guest) = try await hostHears.next() else {
                Issue.record("another event")
                return
            }
            #expect(guest.userID == "bob" && host.guests.state.value.applicants.map(\.userID) == ["bob"])
            #expect(await host.code { host.guests.acceptApplication(userID: "bob", completion: $0) } == 0)
            #expect(host.guests.state.value.applicants.isEmpty)
            guard case .onGuestApplicationResponded(isAccept: true, let by) = try await bobHears.next() else {
                Issue.record("another event")
                return
            }
            #expect(by.userID == "host" && Self.sits("bob", at: 1)(bob.seat.state.value))
            #expect(await applied == 0)
            await host.wait(host.guests.state) { $0.connected.map(\.userID) == ["host", "bob"] }

            #expect(await host.code { host.seat.closeRemoteMicrophone(userID: "bob", completion: $0) } == 0)
            guard case .onLocalMicrophoneClosedByAdmin = try await bobSees.next() else {
                Issue.record("another event")
                return
            }
            #expect(!bob.seat.state.value.seatList[1].userInfo.allowOpenMicrophone)
            #expect(await bob.code { bob.seat.unmuteMicrophone(completion: $0) } == -2_360)

            #expect(await host.code { host.seat.kickUserOutOfSeat(userID: "bob", completion: $0) } == 0)
            guard case .onKickedOffSeat(seatIndex: 1, let kicker) = try await bobHears.next() else {
                Issue.record("another event")
                return
            }
            #expect(kicker.userID == "host")
            #expect(await bob.code { bob.seat.leaveSeat(completion: $0) } == 100_206)
        }
    }

    @Test func `the host invites, the viewer accepts, and the invitation completes`() async throws {
        try await TestServer.run { server in
            let (host, bob) = (StoresOfApp(server), StoresOfApp(server))
            try await host.host()
            try await bob.enter(as: "bob")
            var hostHears = Heard(host.guests.hostEventPublisher)
            var bobHears = Heard(bob.guests.guestEventPublisher)
            async let invited = host.code {
                host.guests.inviteToSeat(userID: "bob", seatIndex: 2, timeout: 60, extraInfo: nil, completion: $0)
            }
            guard case .onHostInvitationReceived(let inviter) = try await bobHears.next() else {
                Issue.record("another event")
                return
            }
            #expect(inviter.userID == "host")
            #expect(await bob.code { bob.guests.acceptInvitation(inviterID: "eve", completion: $0) } == -2_311)
            #expect(await bob.code { bob.guests.acceptInvitation(inviterID: "host", completion: $0) } == 0)
            #expect(Self.sits("bob", at: 2)(bob.seat.state.value))
            guard case .onHostInvitationResponded(isAccept: true, _) = try await hostHears.next() else {
                Issue.record("another event")
                return
            }
            #expect(await invited == 0 && host.guests.state.value.invitees.isEmpty)
            #expect(await bob.code { bob.guests.acceptInvitation(inviterID: "host", completion: $0) } == -2_311)
        }
    }

    @Test func `an application that nobody answers ends in time, and succeeds`() async throws {
        try await TestServer.run { server in
            let (host, bob) = (StoresOfApp(server), StoresOfApp(server))
            try await host.host()
            try await bob.enter(as: "bob")
            var bobHears = Heard(bob.guests.guestEventPublisher)
            #expect(await bob.code { bob.guests.applyForSeat(timeout: 1, extraInfo: nil, completion: $0) } == 0)
            guard case .onGuestApplicationNoResponse(.timeout) = try await bobHears.next() else {
                Issue.record("another event")
                return
            }
            await host.wait(host.guests.state) { $0.applicants.isEmpty }
        }
    }

    @Test func `in a voice live with free seats two take, swap, lock and leave them`() async throws {
        try await TestServer.run { server in
            let (host, bob, eve) = (StoresOfApp(server), StoresOfApp(server), StoresOfApp(server))
            try await host.host {
                $0.seatMode = .free
                $0.seatTemplate = .audioSalon(seatCount: 5)
            }
            try await bob.enter(as: "bob")
            try await eve.enter(as: "eve")
            #expect(await bob.code { bob.seat.takeSeat(seatIndex: 1, completion: $0) } == 0)
            #expect(Self.sits("bob", at: 1)(bob.seat.state.value), "the seats have it before the completion")
            #expect(await eve.code { eve.seat.takeSeat(seatIndex: 1, completion: $0) } == 100_201)
            #expect(await eve.code { eve.seat.takeSeat(seatIndex: 1 << 31, completion: $0) } == -2_344)
            #expect(await eve.code { eve.guests.applyForSeat(timeout: 60, extraInfo: nil, completion: $0) } == 0)
            #expect(Self.sits("eve", at: 2)(eve.seat.state.value))
            #expect(await eve.code { eve.seat.kickUserOutOfSeat(userID: "bob", completion: $0) } == -2_301)
            let moved = await host.code {
                host.seat.moveUserToSeat(userID: "bob", targetIndex: 2, policy: .swapPosition, completion: $0)
            }
            #expect(moved == 0)
            await eve.wait(eve.seat.state, until: Self.sits("eve", at: 1))
            #expect(await host.code { host.seat.lockSeat(seatIndex: 1, completion: $0) } == 0)
            await eve.wait(eve.seat.state) { $0.seatList[1].isLocked && $0.seatList[1].userInfo.userID.isEmpty }
            #expect(await bob.code { bob.seat.leaveSeat(completion: $0) } == 0)
            await host.wait(host.guests.state) { !$0.connected.contains { $0.userID != "host" } }
            #expect(bob.seat.state.value.seatList.count == 5)
        }
    }

    @Test func `leaving the live clears the state and ends the application`() async throws {
        try await TestServer.run { server in
            let (host, bob) = (StoresOfApp(server), StoresOfApp(server))
            try await host.host()
            try await bob.enter(as: "bob")
            async let applied = bob.code { bob.guests.applyForSeat(timeout: 0, extraInfo: nil, completion: $0) }
            await host.wait(host.guests.state) { $0.applicants.map(\.userID) == ["bob"] }
            try await bob.hub.liveList.leaveLive()
            #expect(await applied == 0)
            await bob.wait(bob.seat.state) { $0.seatList.isEmpty }
            await host.wait(host.guests.state) { $0.applicants.isEmpty }
        }
    }
}
