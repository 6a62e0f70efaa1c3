/// Lets a change through at once when it was quiet, and otherwise joins the changes of an interval into one.
///
/// A live with forty messages a second would have the app lay out its list forty times.
///
/// `@unchecked Sendable`: used on the stores' queue only.
final class Coalescer: @unchecked Sendable {
    private let queue: any StoreQueue
    private let intervalMilliseconds: Int64
    private let publish: @Sendable () -> Void
    private var publishedAtMilliseconds: Int64?
    /// Which publishing a timer is for; nil where none is set. A timer of an earlier one does nothing.
    private var scheduled: Int?
    private var timers = 0

    init(queue: any StoreQueue, intervalMilliseconds: Int64 = 300, publish: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.intervalMilliseconds = intervalMilliseconds
        self.publish = publish
    }

    /// Says that something changed: publishes now, or with what else changes in the interval.
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

    /// Publishes now, whatever was before. For what must not wait: a snapshot, the end.
    func flush() {
        scheduled = nil
        publishedAtMilliseconds = queue.nowMilliseconds
        publish()
    }
}
