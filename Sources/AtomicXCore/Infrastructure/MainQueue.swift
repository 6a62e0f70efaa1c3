import Dispatch

/// The queue on which the user interface lives.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs on it. The thread does not say so: on Linux the main queue runs on any thread once the first one waits.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
