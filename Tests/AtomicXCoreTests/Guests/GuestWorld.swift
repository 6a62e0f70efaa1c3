import OvationClient
import OvationModel
import OvationWire

@testable import AtomicXCore

/// The stores of hosts and battles of one test, with a scripted server behind them. As in an app they call back on the main queue.
struct GuestWorld {
    /// How a call ended.
    struct Outcome: Equatable {
        /// The number that the app gets; 0 for success.
        var code = 0
        /// Ovation's own number; 0 for success.
        var ovationCode = 0
        /// Whether the completion was called on the main queue.
        var isOnMainQueue = true

        /// A failure with the same number in both places.
        static func failure(_ code: Int) -> Outcome { Outcome(code: code, ovationCode: code) }
    }

    static let liveID = "live_1"

    let server = ScriptedServer()
    let hub: StoreHub

    init() {
        let runtime = StoreRuntime { [server] serverURL in
            OvationClient(
                configuration: ClientConfiguration(
                    serverURL: serverURL, reconnectDelaySecondsMin: 0, reconnectDelaySecondsMax: 0),
                transport: server, orderJournal: InMemoryOrderJournal())
        }
        hub = StoreHub(runtime: runtime, devices: DeviceStore { NoDeviceHardware() })
        server.on("session.open") { frame in
            guard case .sessionOpen(let open) = frame.command else { return [] }
            return [.ok(World.opened(open))]
        }
    }

    var coHost: CoHostStore { hub.coHost.store(for: Self.liveID) }
    var battle: BattleStore { hub.battle.store(for: Self.liveID) }

    /// The operations that the server got.
    var operations: [String] { server.commands.map(\.command.op) }

    /// Logs the host in.
    func logIn() async throws {
        try await hub.login.login(sdkAppID: 1_400_000_001, userID: "host", userSig: "dev")
    }

    /// Makes a call and waits for its completion.
    func outcome<Value>(_ call: (@escaping (Result<Value, ErrorInfo>) -> Void) -> Void) async -> Outcome {
        await withCheckedContinuation { continuation in
            call { result in
                var outcome = Outcome(isOnMainQueue: MainQueue.isCurrent)
                if case .failure(let error) = result {
                    outcome.code = error.code
                    outcome.ovationCode = error.ovationCode
                }
                continuation.resume(returning: outcome)
            }
        }
    }

    /// The number of the error that a call throws; 0 if it throws none.
    static func code(_ call: () async throws(ErrorInfo) -> Void) async -> Int {
        do {
            try await call()
            return 0
        } catch {
            return error.code
        }
    }
}
