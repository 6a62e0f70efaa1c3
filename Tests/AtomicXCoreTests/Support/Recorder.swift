import Foundation
import OpenCombineShim

/// Records a publisher's values and lets a test wait for them.
///
/// `@unchecked Sendable`: everything is under a lock.
final class Recorder<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [Value] = []
    private var waiter: (isFound: ([Value]) -> Bool, resume: CheckedContinuation<Void, Never>)?
    private var subscription: AnyCancellable?

    init(_ publisher: some Publisher<Value, Never>) {
        subscription = publisher.sink { [weak self] in self?.record($0) }
    }

    /// The values so far.
    var values: [Value] { lock.withLock { recorded } }

    /// Waits until the values meet the condition. Only one task may wait at a time.
    func wait(until isFound: @escaping @Sendable ([Value]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isThere = lock.withLock {
                if isFound(recorded) { return true }
                waiter = (isFound, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func record(_ value: Value) {
        let found = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            recorded.append(value)
            guard let waiter, waiter.isFound(recorded) else { return nil }
            self.waiter = nil
            return waiter.resume
        }
        found?.resume()
    }
}
