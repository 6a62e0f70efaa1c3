import Foundation

/// The state that the engine and its managers share: the backend that carries out calls, and the observers.
///
/// `@unchecked Sendable` is sound because the backend is used under the lock only, and nothing else ever changes.
package final class RoomEngineCenter: @unchecked Sendable {
    /// The center of ``TUIRoomEngine/sharedInstance()``.
    package static let shared = RoomEngineCenter()

    /// The observers of the user and of the live.
    package let roomObservers = WeakObservers<any TUIRoomObserver>()
    /// The observers of the live's settings and totals.
    package let liveObservers = WeakObservers<any TUILiveListManagerObserver>()
    /// The observers of gifts and likes.
    package let giftObservers = WeakObservers<any TUILiveGiftObserver>()

    private let lock = NSLock()
    private weak var installed: (any RoomEngineBackend)?

    package init() {}

    /// Sets the backend that does the work from now on. The stores keep it alive.
    package func install(_ backend: any RoomEngineBackend) { lock.withLock { installed = backend } }

    /// The backend; nil until the app first uses a store of AtomicXCore. Until then nobody is logged in.
    var backend: (any RoomEngineBackend)? { lock.withLock { installed } }

    /// Runs work on the main queue, on which all answers are delivered.
    func enqueue(_ work: @escaping @Sendable () -> Void) {
        if let backend { backend.enqueue(work) } else { DispatchQueue.main.async(execute: work) }
    }

    /// Reports a failure that is known at once. It is delivered on the main queue like all others.
    func refuse(_ failure: RoomEngineFailure, _ onError: @escaping TUIErrorBlock) {
        let block = MainQueueBlock { failure.tell(onError) }
        enqueue { block.run() }
    }

    /// Passes a call to the backend. Without a backend, it fails because nobody is logged in.
    func ask<Value>(
        onSuccess: @escaping (Value) -> Void, onError: @escaping TUIErrorBlock,
        _ call: (any RoomEngineBackend, @escaping (Result<Value, RoomEngineFailure>) -> Void) -> Void
    ) {
        guard let backend else { return refuse(.notLoggedIn, onError) }
        call(backend) { result in
            switch result {
            case .success(let value): onSuccess(value)
            case .failure(let failure): failure.tell(onError)
            }
        }
    }
}

/// A closure of an app that will run on the main queue.
///
/// `@unchecked Sendable` is sound because the closure is only run, once, on that queue. The engine's blocks are not `@Sendable`, because
/// apps pass closures that capture their views.
struct MainQueueBlock: @unchecked Sendable {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
}
