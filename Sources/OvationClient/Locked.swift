import Foundation

/// A value behind a lock, for the few things that several threads use. The client, the stores and the kits share it.
///
/// While the lock is held, only the closure that is passed in runs, and it must not wait for anything. The standard library's `Mutex` would
/// do the same, but it needs a newer iOS than this package supports.
///
/// `@unchecked Sendable` is sound because `value` is private, and every access to it holds the lock.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Makes a lock around a value.
    package init(_ value: sending Value) { self.value = value }

    /// Reads or changes the value. The body must not call back into the owner of the lock.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
