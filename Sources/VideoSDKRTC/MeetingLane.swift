import OvationClient

/// Runs the commands of a meeting one after the other, in the order in which they were enqueued.
///
/// Apps call methods without waiting for the previous one, and messages must still reach the meeting in the order in which they were
/// published.
final class MeetingLane: Sendable {
    private let last = Locked<Task<Void, Never>?>(nil)

    /// Runs a command after all earlier ones have finished.
    @discardableResult
    func enqueue(_ command: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        last.withLock { last in
            let task = Task { [previous = last] in
                await previous?.value
                await command()
            }
            last = task
            return task
        }
    }
}
