import Logging
import NIOCore
import NIOPosix
import OvationMedia
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Synchronization

@testable import OvationBackend
@testable import OvationNode
@testable import OvationPictures
@testable import OvationREST
@testable import OvationSupport

/// A node with a running journal, the live `r1`, and an app's backend that gets callbacks about pictures.
struct MediaNode: Sendable {
    let node: Node
    let clock: ManualClock
    let log: RecordedLog
    let told: ToldCallbacks
    let storage: FaultyStorage

    static let secret = "0123456789abcdef"
    let live: LiveID = Samples.id("r1")

    /// Runs a node while `body` runs.
    static func run(
        mode: MediaConfiguration.Mode = .external, change: (inout NodeConfiguration) -> Void = { _ in },
        _ body: (MediaNode) async throws -> Void
    ) async throws {
        var configuration = NodeConfiguration(
            sdkAppID: 1_400_000_001, secret: "a secret of the test", administrators: [Samples.id("administrator")],
            isDevelopment: true)
        configuration.media.mode = mode
        configuration.media.publishURL = try AddressTemplate(
            "rtmp://media.example.com/live/{liveID}?key={streamKey}", for: .publish)
        configuration.mediaHooksSecret = secret
        change(&configuration)
        let (clock, log, told) = (ManualClock(), RecordedLog(), ToldCallbacks())
        let storage = FaultyStorage(try SQLiteStorage(inMemory: LedgerPolicy()), seed: 1)
        let hosted = HostedNode(
            configuration: configuration, storage: storage, catalogue: GiftCatalogue(),
            eventLoops: [MultiThreadedEventLoopGroup.singleton.any()],
            clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }), ids: .system, backend: told,
            commands: CallbackCommand.allCases.map(\.rawValue).filter {
                $0.contains("AfterStream") || $0.contains("AfterRecord")
            },
            logger: log.logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await hosted.run() }
            let world = MediaNode(node: hosted.node, clock: clock, log: log, told: told, storage: storage)
            try await world.open("r1")
            try await body(world)
            group.cancelAll()
        }
        hosted.end()
    }

    /// Creates a live.
    func open(_ live: String) async throws {
        try await RoomAdministration(node: node).create(
            RoomCreate(liveID: Samples.id(live)), owner: Samples.user("host"))
    }

    /// Ends a live.
    func end(_ live: String) async throws {
        try await RoomAdministration(node: node).ask(.end(message: ""), in: Samples.id(live))
    }

    /// The state of a live's picture after everything so far; nil if it never had one.
    func state(_ live: String = "r1") async throws -> PictureStatus.State? {
        guard let picture = node.services.pictures.known(Samples.id(live)) else { return nil }
        try await picture.home.submit {}.get()
        return picture.status.state
    }
}

/// The callbacks that the app's backend got, each as `command live`.
final class ToldCallbacks: HostedBackend {
    private struct State {
        var bodies: [String] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    func post(_ command: String, body: [UInt8], milliseconds: Int) async -> HostedAnswer {
        let due = state.withLock { state in
            state.bodies.append(String(decoding: body, as: UTF8.self))
            let due = state.waiting.filter { $0.count <= state.bodies.count }
            state.waiting.removeAll { $0.count <= state.bodies.count }
            return due
        }
        for wait in due { wait.continuation.resume() }
        return .answered(Array(#"{"ActionStatus":"OK","ErrorInfo":"","ErrorCode":0}"#.utf8))
    }

    /// The first bodies, once there are this many.
    func bodies(_ count: Int) async -> [String] {
        let wait = Patience.begin("\(count) callbacks")
        defer { wait.end() }
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.bodies.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
        return state.withLock { $0.bodies }
    }
}
