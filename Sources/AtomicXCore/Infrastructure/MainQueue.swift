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
}
