import Dispatch

/// The clock and the timers of the kit's models. Tests pass a clock that they control.
protocol GiftClock: Sendable {
    /// Monotonic time in milliseconds.
    var nowMilliseconds: Int64 { get }

    /// Runs work on the main actor after a delay.
    func after(milliseconds: Int64, _ work: @escaping @MainActor @Sendable () -> Void)
}

/// The system's clock, with timers on the main queue.
struct SystemGiftClock: GiftClock {
    var nowMilliseconds: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000) }

    func after(milliseconds: Int64, _ work: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Int(clamping: milliseconds))) {
            MainActor.assumeIsolated(work)
        }
    }
}

/// A timer for the next due event. The model sets the time and is called then.
@MainActor
final class GiftAlarm {
    private let clock: any GiftClock
    private let ring: @MainActor () -> Void
    private var due: Int64?
    private var settings = 0

    init(clock: any GiftClock, ring: @escaping @MainActor () -> Void) {
        self.clock = clock
        self.ring = ring
    }

    /// Sets the timer to a time of the clock; nil cancels it.
    func set(_ atMilliseconds: Int64?) {
        guard atMilliseconds != due else { return }
        due = atMilliseconds
        settings += 1
        guard let atMilliseconds else { return }
        let setting = settings
        clock.after(milliseconds: max(0, atMilliseconds - clock.nowMilliseconds)) { [weak self] in
            guard let self, settings == setting else { return }
            due = nil
            ring()
        }
    }
}
