import Dispatch
import OpenCombineShim
import OvationClient

@testable import AtomicXCore

/// The stores of one app against a real server, on a queue of their own, because other tests use the main queue.
final class StoresOfApp: Sendable {
    private struct SerialQueue: StoreQueue {
        let queue = DispatchQueue(label: "stores")
        var nowMilliseconds: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000) }

        func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

        func async(afterMilliseconds delay: Int64, _ work: @escaping @Sendable () -> Void) {
            queue.asyncAfter(deadline: .now() + .milliseconds(Int(clamping: delay)), execute: work)
        }
    }

    let hub: StoreHub
    private let liveID: String

    init(_ server: some Served, live: String = "r1") {
        liveID = live
        let runtime = StoreRuntime(queue: SerialQueue()) { url in
            OvationClient(configuration: ClientConfiguration(serverURL: url), orderJournal: InMemoryOrderJournal())
        }
        let url = "ws://127.0.0.1:\(server.port)"
        runtime.configure { $0.serverURL = url }
        hub = StoreHub(runtime: runtime, devices: DeviceStore { NoDeviceHardware() })
    }

    var seat: LiveSeatStore { hub.seat.store(for: liveID) }
    var guests: CoGuestStore { hub.coGuest.store(for: liveID) }

    /// Logs a user in who creates the live.
    func host(as user: String = "host", _ change: (inout LiveInfo) -> Void = { _ in }) async throws {
        try await logIn(user)
        var info = LiveInfo()
        info.liveID = liveID
        change(&info)
        try await hub.liveList.startLive(info)
    }

    /// Logs a user in who enters the live.
    func enter(as user: String) async throws {
        try await logIn(user)
        try await hub.liveList.joinLive(liveID: liveID)
    }

    private func logIn(_ user: String) async throws {
        try await hub.login.login(sdkAppID: 1_400_000_001, userID: user, userSig: "dev")
    }

    /// Waits until a state is as wanted.
    func wait<State: Sendable>(
        _ store: StatePublisher<State>, until isFound: @escaping @Sendable (State) -> Bool
    ) async {
        let (states, found) = AsyncStream.makeStream(of: Void.self)
        let subscription = store.subscribe().sink { if isFound($0) { found.yield() } }
        for await _ in states { break }
        subscription.cancel()
    }

    /// Makes a call and returns the number of its error, 0 for a success.
    func code(_ call: (@escaping CompletionClosure) -> Void) async -> Int {
        await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
            call { result in
                switch result {
                case .success: continuation.resume(returning: 0)
                case .failure(let error): continuation.resume(returning: error.code)
                }
            }
        }
    }
}
