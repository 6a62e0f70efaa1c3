import Foundation
import OvationClient
import OvationModel

@testable import AtomicXCore
@testable import TUILiveKit

/// One run of an app: its stores and its kit, with a server that outlives it.
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
    ///   - server: The server, which may have seen earlier runs of the app.
    ///   - journal: The app's order journal, which outlives a run.
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

    /// Waits until the stores have taken everything that the server has sent.
    func settle() async { _ = await balance() }

    /// Waits until the kit has the gifts of its login. Their answer may come after that of a later call.
    func loadGifts() async { while kit.store.giftList.isEmpty { await settle() } }

    /// The coins in the wallet.
    func balance() async -> Int? {
        await withCheckedContinuation { done in kit.desk.balance { done.resume(returning: try? $0.get()) } }
    }

    func makeListView() -> TUIGiftListView { TUIGiftListView(groupId: Self.live, kit: kit) }
    func makePlayView() -> TUIGiftPlayView { TUIGiftPlayView(groupId: Self.live, kit: kit) }
}

/// A temporary folder that is deleted with the object.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-kit-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// A network with the files that a test puts there. It can hold answers back.
///
/// `@unchecked Sendable`: everything is under a lock.
final class FileNetwork: @unchecked Sendable {
    struct Missing: Error {}

    private let lock = NSLock()
    private var files: [String: [UInt8]] = [:]
    private var requested: [String] = []
    private var isHeld = false
    private var held: [() -> Void] = []

    /// Puts a file at an address.
    func put(_ bytes: [UInt8], at address: String) { lock.withLock { files[address] = bytes } }
    /// The addresses requested so far, in order.
    var requests: [String] { lock.withLock { requested } }

    /// Holds answers back until ``release()``.
    func hold() { lock.withLock { isHeld = true } }

    /// Sends all answers that are held back.
    func release() {
        let answers = lock.withLock {
            isHeld = false
            defer { held = [] }
            return held
        }
        for answer in answers { answer() }
    }

    /// Answers a request on a thread of its own, as a network does.
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
