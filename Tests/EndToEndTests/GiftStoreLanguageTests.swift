import Dispatch
import OpenCombineShim
import OvationClient
import OvationModel
import Testing

@testable import AtomicXCore

/// An app's gift panel in the app's language, while the app's backend edits the catalogue.
@Suite(.timeLimit(.minutes(5)))
struct GiftStoreLanguageTests {
    /// A queue for the stores, because other tests use the main queue.
    private struct SerialQueue: StoreQueue {
        let queue = DispatchQueue(label: "stores")
        var nowMilliseconds: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000) }

        func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

        func async(afterMilliseconds delay: Int64, _ work: @escaping @Sendable () -> Void) {
            queue.asyncAfter(deadline: .now() + .milliseconds(Int(clamping: delay)), execute: work)
        }
    }

    /// The name and description of a gift in each state that the store publishes.
    private static func texts(of gift: String, in store: GiftStore) -> (AsyncStream<[String]>, AnyCancellable) {
        let (texts, continuation) = AsyncStream.makeStream(of: [String].self)
        let subscription = store.state.subscribe().sink { state in
            let found = state.usableGifts.flatMap(\.giftList).first { $0.giftID == gift }
            continuation.yield(found.map { [$0.name, $0.desc] } ?? [])
        }
        return (texts, subscription)
    }

    @Test func `the panel is in the language of setLanguage and follows the backend's edits`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            _ = try await backend.response(
                "set_gift_language", ["GiftId": "crown", "Language": "zh-Hans", "Name": "皇冠", "Desc": "给国王"])
            let runtime = StoreRuntime(queue: SerialQueue()) { url in
                OvationClient(
                    configuration: ClientConfiguration(serverURL: url), orderJournal: InMemoryOrderJournal())
            }
            runtime.configure { $0.serverURL = server.url }
            let hub = StoreHub(runtime: runtime)
            let store = hub.gift.store(for: "r1")
            let (states, subscription) = Self.texts(of: "crown", in: store)
            var texts = states.makeAsyncIterator()
            func next(_ wanted: [String]) async {
                while let found = await texts.next(), found != wanted {}
            }
            try await hub.login.login(sdkAppID: 1_400_000_001, userID: "viewer", userSig: "dev")
            try await store.refreshUsableGifts()
            await next(["Crown", ""])
            // zh-CN is an alias of the language that the backend wrote in.
            store.setLanguage("zh-CN")
            try await store.refreshUsableGifts()
            await next(["皇冠", "给国王"])
            _ = try await backend.response(
                "set_gift_language", ["GiftId": "crown", "Language": "zh", "Desc": "给女王"])
            await next(["皇冠", "给女王"])
            _ = try await backend.response("del_gift_language", ["GiftId": "crown", "Language": "zh-CN"])
            _ = try await backend.response("edit_gift", ["GiftId": "crown", "DefaultName": "The crown"])
            await next(["The crown", ""])
            subscription.cancel()
            try await hub.login.logout()
        }
    }
}
