import Foundation

/// What the engine and its managers share: the backend that carries out calls, and the observers.
///
/// `@unchecked Sendable`: the backend is touched under the lock only; the rest never changes.
package final class RoomEngineCenter: @unchecked Sendable {
    /// That of ``TUIRoomEngine/sharedInstance()``.
    package static let shared = RoomEngineCenter()

    /// Who is told of the user and of the live.
    package let roomObservers = WeakObservers<any TUIRoomObserver>()
    /// Who is told of the live's settings and numbers.
    package let liveObservers = WeakObservers<any TUILiveListManagerObserver>()
    /// Who is told of gifts and likes.
    package let giftObservers = WeakObservers<any TUILiveGiftObserver>()

    private let lock = NSLock()
    private weak var installed: (any RoomEngineBackend)?

    package init() {}

    /// Says who does the work from now on. It is kept alive by the stores.
    package func install(_ backend: any RoomEngineBackend) { lock.withLock { installed = backend } }

    /// Who does the work; nil before a store of AtomicXCore was asked for, and then nobody is logged in.
    var backend: (any RoomEngineBackend)? { lock.withLock { installed } }

    /// Does something on the main queue, on which all answers come.
    func enqueue(_ work: @escaping @Sendable () -> Void) {
        if let backend { backend.enqueue(work) } else { DispatchQueue.main.async(execute: work) }
    }

    /// Tells a failure that is known at once, on the main queue as all others.
    func refuse(_ failure: RoomEngineFailure, _ onError: @escaping TUIErrorBlock) {
        let block = MainQueueBlock { failure.tell(onError) }
        enqueue { block.run() }
    }

    /// Has the backend do something; where there is none, nobody is logged in.
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

/// A closure of an app on its way to the main queue.
///
/// `@unchecked Sendable`: it is never touched but to run it, once, on that queue. Blocks of the engine are not `@Sendable`, because apps
/// hand in closures over their views.
struct MainQueueBlock: @unchecked Sendable {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
}
