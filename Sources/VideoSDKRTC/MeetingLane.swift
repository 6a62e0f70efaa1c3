/// Runs commands of a meeting one after the other, in the order in which they were handed in.
///
/// Methods are called without waiting for each other, and two messages must reach the meeting in the order in which they were published.
final class MeetingLane: Sendable {
    private let last = Locked<Task<Void, Never>?>(nil)

    /// Runs a command after all that were handed in before have finished.
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
