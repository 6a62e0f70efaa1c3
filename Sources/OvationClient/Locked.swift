import Foundation

/// A value behind a lock, for the little that other threads than the client's event loop may touch.
///
/// A leaf: nothing is called while the lock is held but the closure that is passed in, which must not wait for
/// anything. `Mutex` of the standard library would do the same, but needs a newer iOS than this package supports.
///
/// `@unchecked Sendable` is sound because `value` is private and every access to it holds the lock.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
