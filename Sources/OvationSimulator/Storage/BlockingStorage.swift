import Dispatch
import OvationModel
import OvationRules
package import OvationStorage
import Synchronization

/// A storage that works on threads of its own, made to answer before it returns.
///
/// The simulation knows one thread and no time but its own; while SQLite works, both stand still. Only for threads that may
/// be blocked, which those of Swift's pool are not.
///
/// Sound as `Sendable` because it is never changed.
final class BlockingStorage: ForwardingStorage, @unchecked Sendable {
    override func through<Value: Sendable>(
        _ body: @escaping @Sendable (any Storage) async throws -> Value
    ) async throws -> Value {
        try wait(body)
    }

    private func wait<Value: Sendable>(_ body: @escaping @Sendable (any Storage) async throws -> Value) throws -> Value
    {
        let done = DispatchSemaphore(value: 0)
        let result = Box<Value>()
        Task.detached { [base] in
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body(base)) } catch { outcome = .failure(error) }
            result.value.withLock { $0 = outcome }
            done.signal()
        }
        done.wait()
        guard let outcome = result.value.withLock({ $0 }) else { preconditionFailure("the semaphore waits for it") }
        return try outcome.get()
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Result<Value, any Error>?>(nil)
    }
}

extension World {
    /// A storage for servers of a world, which answers before a call returns: no time passes in the world while it works.
    package static func blocking(_ storage: any Storage) -> any Storage { BlockingStorage(storage) }
}
