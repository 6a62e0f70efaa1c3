import Dispatch
import OvationModel
import OvationRules
package import OvationStorage
import Synchronization

/// Wraps a storage that uses its own threads, so that each call finishes before it returns.
///
/// The simulation has one thread and its own time. While SQLite works, both stand still. Only threads outside Swift's pool may call it,
/// because it blocks.
///
/// It is safely `Sendable`, because it never changes.
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
    /// Wraps a storage for servers of a world. Calls finish before they return, and take no time in the world.
    package static func blocking(_ storage: any Storage) -> any Storage { BlockingStorage(storage) }
}
