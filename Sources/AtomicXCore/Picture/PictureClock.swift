import Dispatch

/// The clock of pictures and its timers. Handed in, so that tests have time in their hands.
protocol PictureClock: Sendable {
    /// Milliseconds since some moment, never going back.
    var nowMilliseconds: Int64 { get }

    /// Runs work on the main actor once a time has passed, never before this returns.
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
