/// Publishes the first change after a quiet time at once, and joins further changes within an interval into one.
///
/// Without it, a live with forty messages a second would make the app lay out its list forty times a second.
///
/// `@unchecked Sendable` is sound because it is used on the stores' queue only.
final class ChangeThrottle: @unchecked Sendable {
    private let queue: any StoreQueue
    private let intervalMilliseconds: Int64
    private let publish: @Sendable () -> Void
    private var publishedAtMilliseconds: Int64?
    /// The number of the timer that is set; nil for none. Earlier timers do nothing when they fire.
    private var scheduled: Int?
    private var timers = 0

    init(queue: any StoreQueue, intervalMilliseconds: Int64 = 300, publish: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.intervalMilliseconds = intervalMilliseconds
        self.publish = publish
    }

    /// Notes a change. It is published now, or together with other changes at the end of the interval.
    func changed() {
        guard scheduled == nil else { return }
        let now = queue.nowMilliseconds
        guard let last = publishedAtMilliseconds, now - last < intervalMilliseconds else { return flush() }
        timers += 1
        scheduled = timers
        queue.async(afterMilliseconds: last + intervalMilliseconds - now) { [weak self, timer = timers] in
            guard let self, scheduled == timer else { return }
            flush()
        }
    }

    /// Publishes now. This is for changes that must not wait, such as a snapshot or the end.
    func flush() {
        scheduled = nil
        publishedAtMilliseconds = queue.nowMilliseconds
        publish()
    }
}
