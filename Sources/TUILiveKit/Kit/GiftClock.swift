import Dispatch

/// The clock of the kit's models and its timers. Handed in, so that tests have time in their hands.
protocol GiftClock: Sendable {
    /// Milliseconds since some moment, never going back.
    var nowMilliseconds: Int64 { get }

    /// Runs work on the main actor once a time has passed.
    func after(milliseconds: Int64, _ work: @escaping @MainActor @Sendable () -> Void)
}

/// The system's clock and the main queue.
struct SystemGiftClock: GiftClock {
    var nowMilliseconds: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000) }

    func after(milliseconds: Int64, _ work: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Int(clamping: milliseconds))) {
            MainActor.assumeIsolated(work)
        }
    }
}

/// One timer for whatever is due next: a model says when that is, and is called then.
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

    /// Sets the timer to a moment of the clock; nil for none.
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
