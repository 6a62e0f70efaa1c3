import OpenCombineShim
import OvationClient
import OvationModel
import Testing

@testable import AtomicXCore

/// The store of seats while lives have none for guests.
@MainActor @Suite(.timeLimit(.minutes(5))) struct LiveSeatStoreTests {
    private typealias Call = (LiveSeatStore, @escaping CompletionClosure) -> Void
    private typealias AsyncCall = @MainActor (LiveSeatStore) async throws -> Void

    /// Every call that no server can carry out yet.
    private static let calls: [(name: String, call: Call)] = [
        ("takeSeat", { $0.takeSeat(seatIndex: -1, completion: $1) }), ("leaveSeat", { $0.leaveSeat(completion: $1) }),
        ("kickUserOutOfSeat", { $0.kickUserOutOfSeat(userID: "a", completion: $1) }),
        ("moveUserToSeat", { $0.moveUserToSeat(userID: "a", targetIndex: 1, policy: .swapPosition, completion: $1) }),
        ("lockSeat", { $0.lockSeat(seatIndex: .max, completion: $1) }),
        ("unlockSeat", { $0.unlockSeat(seatIndex: 1, completion: $1) }),
        ("openRemoteCamera", { $0.openRemoteCamera(userID: "a", policy: .unlockOnly, completion: $1) }),
        ("closeRemoteCamera", { $0.closeRemoteCamera(userID: "", completion: $1) }),
        ("openRemoteMicrophone", { $0.openRemoteMicrophone(userID: "a", policy: .unlockOnly, completion: $1) }),
        ("closeRemoteMicrophone", { $0.closeRemoteMicrophone(userID: "a", completion: $1) }),
        ("setFeaturedHost", { $0.setFeaturedHost(userID: "a", completion: $1) }),
        ("revokeFeaturedHost", { $0.revokeFeaturedHost(userID: "a", completion: $1) }),
    ]

    private static let asyncCalls: [AsyncCall] = [
        { try await $0.takeSeat(seatIndex: 0) },
        { try await $0.kickUserOutOfSeat(userID: "a") },
        { try await $0.moveUserToSeat(userID: "a", targetIndex: 1, policy: nil) },
        { try await $0.lockSeat(seatIndex: 1) },
        { try await $0.unlockSeat(seatIndex: 1) },
        { try await $0.openRemoteCamera(userID: "a", policy: .unlockOnly) },
        { try await $0.closeRemoteCamera(userID: "a") },
        { try await $0.openRemoteMicrophone(userID: "a", policy: .unlockOnly) },
        { try await $0.closeRemoteMicrophone(userID: "a") },
        { try await $0.setFeaturedHost(userID: "a") },
        { try await $0.revokeFeaturedHost(userID: "a") },
        { try await $0.unmuteMicrophone() },
    ]

    private let hardware = RecordedHardware()
    private let login: LoginStore
    private let liveList: LiveListStore
    private let store: LiveSeatStore

    /// The stores use the main queue, as those of an app do.
    init() {
        let runtime = StoreRuntime { OvationClient(configuration: ClientConfiguration(serverURL: $0)) }
        liveList = LiveListStore(runtime: runtime)
        login = LoginStore(runtime: runtime, liveList: liveList)
        let made = hardware
        store = LiveSeatStore(
            liveID: "live_1", runtime: runtime, login: login, liveList: liveList, devices: DeviceStore { made })
    }

    private func logIn(_ userID: String) {
        login.state.update {
            $0.loginStatus = .logined
            $0.loginUserInfo = UserProfile(userID: userID)
        }
    }

    private func enter(_ liveID: String, ownedBy ownerID: String = "host") {
        liveList.state.update {
            $0.currentLive.liveID = liveID
            $0.currentLive.liveOwner.userID = ownerID
        }
    }

    /// Returns the number that a call ends with, 0 for a success. Records an issue if the call ends elsewhere than on the main queue.
    private func code(of call: Call, _ name: String = "") async -> (vendors: Int, ours: Int) {
        await withCheckedContinuation { (continuation: CheckedContinuation<(vendors: Int, ours: Int), Never>) in
            var hasReturned = false
            call(store) { result in
                #expect(MainQueue.isCurrent, "\(name)")
                #expect(hasReturned, "\(name) ended before it returned")
                switch result {
                case .success: continuation.resume(returning: (0, 0))
                case .failure(let error): continuation.resume(returning: (error.code, error.ovationCode))
                }
            }
            hasReturned = true
        }
    }

    @Test func `the state of seats starts empty, on the canvas of the default layout`() {
        let state = store.state.value
        #expect(state.seatList.isEmpty && state.speakingUsers.isEmpty && state.avStatistics.isEmpty)
        #expect(state.canvas == LiveCanvas(templateID: 600, w: 0, h: 0))
    }

    @Test func `each unavailable call fails on the main queue: without a login, outside the live, and in it`() async {
        for (name, call) in Self.calls { #expect(await code(of: call, name) == (-1_002, -1_002), "\(name)") }
        logIn("viewer")
        for (name, call) in Self.calls { #expect(await code(of: call, name) == (-2_101, -2_101), "\(name)") }
        enter("another_live")
        for (name, call) in Self.calls { #expect(await code(of: call, name) == (-2_101, -2_101), "\(name)") }
        enter("live_1")
        for (name, call) in Self.calls { #expect(await code(of: call, name) == (100_211, 110_200), "\(name)") }
        logIn("host")
        for (name, call) in Self.calls { #expect(await code(of: call, name) == (100_211, 110_200), "\(name)") }
    }

    @Test func `each asynchronous call throws what its completion gets`() async {
        logIn("viewer")
        enter("live_1")
        for (index, call) in Self.asyncCalls.enumerated() {
            let error = await #expect(throws: ErrorInfo.self, "call \(index)") { try await call(store) }
            #expect(error?.code == 100_211, "call \(index)")
        }
    }

    @Test func `calls without a completion are refused in silence and change nothing`() {
        logIn("host")
        enter("live_1")
        store.leaveSeat()
        store.takeSeat(seatIndex: 0, completion: nil)
        #expect("\(store.state.value)" == "\(LiveSeatState())")
    }

    @Test func `a mute works at once, everywhere, and leaves the microphone open`() {
        store.muteMicrophone()
        store.muteMicrophone()
        #expect(hardware.log == ["mute"])
    }

    @Test func `only the owner, in their live, ends a mute, and the voice of everybody else stays muted`() async {
        let unmute: Call = { $0.unmuteMicrophone(completion: $1) }
        store.muteMicrophone()
        #expect(await code(of: unmute).vendors == -1_002)
        logIn("viewer")
        #expect(await code(of: unmute).vendors == -2_101)
        enter("live_1")
        #expect(await code(of: unmute).vendors == 100_211)
        #expect(hardware.log == ["mute"])
        logIn("host")
        #expect(await code(of: unmute).vendors == 0)
        #expect(hardware.log == ["mute", "unmute"])
    }

    @Test func `a mute after an unmute wins, whichever completion is still to come`() async {
        logIn("host")
        enter("live_1")
        store.muteMicrophone()
        let both: Call = { store, completion in
            store.unmuteMicrophone(completion: completion)
            store.muteMicrophone()
        }
        #expect(await code(of: both).vendors == 0)
        #expect(hardware.log == ["mute", "unmute", "mute"])
    }

    @Test func `the same live has the same store`() {
        let world = World()
        #expect(world.seat === world.seat)
        #expect(world.seat !== world.hub.seat.store(for: "another_live"))
    }
}
