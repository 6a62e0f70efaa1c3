import Dispatch

/// The main queue, on which the user interface runs.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs on the main queue. The thread does not answer that: on Linux the main queue can run on any thread while the
    /// first thread waits.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Runs work on the main queue: before this returns if the caller is already there, and otherwise later.
    static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
        if isCurrent {
            MainActor.assumeIsolated(work)
        } else {
            DispatchQueue.main.async(execute: work)
        }
    }
}
