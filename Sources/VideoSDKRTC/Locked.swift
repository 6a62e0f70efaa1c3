import Foundation

/// A value behind a lock, for the few things that are asked for on any thread.
///
/// `Mutex` would do the same, but needs iOS 18.
///
/// `@unchecked Sendable`: every access to the value holds the lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Reads or changes the value. The body must not call back into the owner of this.
    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
