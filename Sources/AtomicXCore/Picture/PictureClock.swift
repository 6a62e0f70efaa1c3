import Dispatch

/// The clock and the timers for pictures. Tests pass a clock of their own, which they advance by hand.
protocol PictureClock: Sendable {
    /// Monotonic time in milliseconds, from an arbitrary start.
    var nowMilliseconds: Int64 { get }

    /// Runs work on the main actor after a delay, and never before this method returns.
    func after(milliseconds: Int64, _ work: @escaping @MainActor @Sendable () -> Void)
}

/// The system's clock and the main queue.
struct SystemPictureClock: PictureClock {
    var nowMilliseconds: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000) }

    func after(milliseconds: Int64, _ work: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Int(clamping: milliseconds))) {
            MainActor.assumeIsolated(work)
        }
    }
}
