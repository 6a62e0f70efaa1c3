import OpenCombineShim
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct CoGuestStoreTests {
    private typealias Call = (name: String, make: (CoGuestStore, CompletionClosure?) -> Void)

    /// Every call of the store. None of them works yet.
    private static var calls: [Call] {
        [
            ("applyForSeat", { $0.applyForSeat(timeout: 60, extraInfo: nil, completion: $1) }),
            ("applyForSeat 3", { $0.applyForSeat(seatIndex: 3, timeout: 0, extraInfo: "video", completion: $1) }),
            ("cancelApplication", { $0.cancelApplication(completion: $1) }),
            ("acceptApplication", { $0.acceptApplication(userID: "viewer", completion: $1) }),
            ("rejectApplication", { $0.rejectApplication(userID: "viewer", completion: $1) }),
            ("inviteToSeat", { $0.inviteToSeat(userID: "viewer", timeout: 10, extraInfo: nil, completion: $1) }),
            ("cancelInvitation", { $0.cancelInvitation(inviteeID: "viewer", completion: $1) }),
            ("acceptInvitation", { $0.acceptInvitation(inviterID: "host", completion: $1) }),
            ("rejectInvitation", { $0.rejectInvitation(inviterID: "host", completion: $1) }),
            ("disConnect", { $0.disConnect(completion: $1) }),
        ]
    }

    @Test func `every call fails with 100211 on the main queue, and asks the server nothing`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        let before = world.operations
        for call in Self.calls {
            let outcome = await world.outcome { call.make(world.coGuest, $0) }
            #expect(outcome == .init(code: 100_211, ovationCode: 110_200), "\(call.name)")
        }
        #expect(world.operations == before)
    }

    @Test func `before a login every call fails with -1002 on the main queue`() async {
        let world = GuestWorld()
        for call in Self.calls {
            #expect(await world.outcome { call.make(world.coGuest, $0) } == .failure(-1_002), "\(call.name)")
        }
    }

    @Test func `calls complete in the order in which they were made, with and without completions`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        let completed = PassthroughSubject<String, Never>()
        let names = Recorder(completed)
        for call in Self.calls {
            call.make(world.coGuest, nil)
            call.make(world.coGuest) { _ in completed.send(call.name) }
        }
        await names.wait { $0.count == Self.calls.count }
        #expect(names.values == Self.calls.map(\.name))
    }

    @Test func `the state starts empty, and calls that fail change nothing and publish nothing`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        let store = world.coGuest
        let hostEvents = Recorder(store.hostEventPublisher)
        let guestEvents = Recorder(store.guestEventPublisher)
        let states = Recorder(store.state.subscribe())
        for call in Self.calls { _ = await world.outcome { call.make(store, $0) } }
        #expect(states.values.count == 1)
        let state = store.state.value
        #expect(state.connected.isEmpty && state.invitees.isEmpty)
        #expect(state.applicants.isEmpty && state.candidates.isEmpty)
        #expect(hostEvents.values.isEmpty && guestEvents.values.isEmpty)
    }

    @Test func `a call as an async method throws the same error`() async throws {
        let world = GuestWorld()
        try await world.logIn()
        let store = world.coGuest
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in try await store.applyForSeat(timeout: 60) } == 100_211
        )
        #expect(await GuestWorld.code { () async throws(ErrorInfo) in try await store.cancelApplication() } == 100_211)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in try await store.acceptApplication(userID: "viewer") }
                == 100_211)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in try await store.rejectApplication(userID: "viewer") }
                == 100_211)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in
                try await store.inviteToSeat(userID: "viewer", timeout: 10)
            }
                == 100_211)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in try await store.cancelInvitation(inviteeID: "viewer")
            }
                == 100_211)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in try await store.acceptInvitation(inviterID: "host") }
                == 100_211)
        #expect(
            await GuestWorld.code { () async throws(ErrorInfo) in try await store.rejectInvitation(inviterID: "host") }
                == 100_211)
        #expect(await GuestWorld.code { () async throws(ErrorInfo) in try await store.disConnect() } == 100_211)
    }

    @Test func `a live has one store, and another live has another`() {
        #expect(CoGuestStore.create(liveID: "guests") === CoGuestStore.create(liveID: "guests"))
        #expect(CoGuestStore.create(liveID: "guests") !== CoGuestStore.create(liveID: "other guests"))
    }

    @Test func `the reasons have the numbers that apps know, and the state survives JSON`() {
        #expect([NoResponseReason.timeout, .alreadySeated].map(\.rawValue) == [0, 1])
        #expect(NoResponseReason.fromJsonString("1") == .alreadySeated && NoResponseReason.fromJsonString("2") == nil)
        var state = CoGuestState()
        state.connected = [SeatUserInfo(userID: "viewer", microphoneStatus: .on)]
        let read = state.toJsonString().flatMap(CoGuestState.fromJsonString)
        #expect(read?.connected == state.connected && read?.applicants.isEmpty == true)
    }
}
