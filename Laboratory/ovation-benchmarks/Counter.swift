import NIOCore

/// A number that somebody waits for.
///
/// Sound as `Sendable` because `count` and `waiting` are touched on its event loop only: `add` is called by handlers of channels
/// on it, and `reach` hops there.
final class Counter: @unchecked Sendable {
    private let eventLoop: any EventLoop
    private var count = 0
    private var waiting: (goal: Int, promise: EventLoopPromise<Void>)?

    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func add(_ more: Int) {
        count += more
        guard let waiting, count >= waiting.goal else { return }
        self.waiting = nil
        waiting.promise.succeed()
    }

    /// Waits until it is so far.
    func reach(_ goal: Int) async throws {
        try await eventLoop.flatSubmit { [self] in
            if count >= goal { return eventLoop.makeSucceededVoidFuture() }
            let promise = eventLoop.makePromise(of: Void.self)
            waiting = (goal, promise)
            return promise.futureResult
        }.get()
    }
}
