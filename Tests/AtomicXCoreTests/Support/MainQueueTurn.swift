import Dispatch

/// The main queue as a test waits for it.
enum MainQueueTurn {
    /// Runs work after all that the main queue was given before.
    static func add(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }
}
