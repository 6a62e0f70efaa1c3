import Foundation
import OvationClient
import OvationModel

@testable import AtomicXCore
@testable import TUILiveKit

/// An app of a test's own: the stores and the kit of one process, with a server behind them that outlives it.
@MainActor
final class KitWorld {
    static let live = KitServer.live.rawValue

    let server: KitServer
    let disk = TemporaryFolder()
    let network = FileNetwork()
    let clock = ManualGiftClock()
    let hub: StoreHub
    let kit: GiftKit

    /// Starts an app.
    ///
    /// - Parameters:
    ///   - server: the server, which may have seen earlier runs of the app.
    ///   - journal: what the app keeps of its orders over its runs.
    init(server: KitServer = KitServer(), journal: any OrderJournal = InMemoryOrderJournal()) {
        self.server = server
        let runtime = StoreRuntime { url in
            OvationClient(
                configuration: ClientConfiguration(
                    serverURL: url, reconnectDelaySecondsMin: 0, reconnectDelaySecondsMax: 0),
                transport: server, orderJournal: journal)
        }
        runtime.configure { $0.serverURL = "wss://live.example.com" }
        hub = StoreHub(runtime: runtime)
        kit = GiftKit(desk: hub.giftDesk, clock: clock) { [disk, network] hooks in
            GiftCacheService(folder: disk.url, fetch: network.fetch, hooks: hooks)
        }
    }

    /// Logs in and enters the live.
    func enter(_ user: String = "viewer") async throws {
        try await hub.login.login(sdkAppID: 1_400_000_001, userID: user, userSig: "dev")
        try await hub.liveList.joinLive(liveID: Self.live)
    }

    /// Waits until the stores have told all that the server has sent so far.
    func settle() async { _ = await balance() }

    /// What the wallet has.
    func balance() async -> Int? {
        await withCheckedContinuation { done in kit.desk.balance { done.resume(returning: try? $0.get()) } }
    }

    func makeListView() -> TUIGiftListView { TUIGiftListView(groupId: Self.live, kit: kit) }
    func makePlayView() -> TUIGiftPlayView { TUIGiftPlayView(groupId: Self.live, kit: kit) }
}

/// A folder of a test's own, which goes with it.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-kit-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// The network's files, of which tests say what they are, and which of them wait.
///
/// `@unchecked Sendable`: everything is touched under the lock only.
final class FileNetwork: @unchecked Sendable {
    struct Missing: Error {}

    private let lock = NSLock()
    private var files: [String: [UInt8]] = [:]
    private var requested: [String] = []
    private var isHeld = false
    private var held: [() -> Void] = []

    /// Puts a file at an address.
    func put(_ bytes: [UInt8], at address: String) { lock.withLock { files[address] = bytes } }
    /// The addresses that were asked for, in order.
    var requests: [String] { lock.withLock { requested } }

    /// Lets answers wait until ``release()``.
    func hold() { lock.withLock { isHeld = true } }

    /// Answers all that waits.
    func release() {
        let answers = lock.withLock {
            isHeld = false
            defer { held = [] }
            return held
        }
        for answer in answers { answer() }
    }

    /// Answers a request as a network does, on a thread of its own.
    var fetch: GiftCacheService.Fetch {
        { [self] url, _, completion in
            let address = url.absoluteString
            let answer: @Sendable () -> Void = { [self] in
                let bytes = lock.withLock { files[address] }
                DispatchQueue.global().async { completion(bytes.map { .success($0) } ?? .failure(Missing())) }
            }
            let waits = lock.withLock {
                requested.append(address)
                if isHeld { held.append(answer) }
                return isHeld
            }
            if !waits { answer() }
        }
    }
}
