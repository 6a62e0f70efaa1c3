import Synchronization

/// What the event loops report of the deliveries of one room. Written by every loop that has some of its viewers, read by
/// the room's.
final class DeliveryReports: Sendable {
    private final class Loop: Sendable {
        let following = Atomic(0)
        let waiting = Atomic(0)
        let picosecondsPerByte = Atomic(0)
        let nanoseconds = Atomic<UInt64>(0)
    }

    /// A batch below this says more about the cost of a write than about that of a byte.
    private static let telling = 16_384

    private let loops: [Loop]

    init(loops: Int) { self.loops = (0..<loops).map { _ in Loop() } }

    /// Notes what a delivery on an event loop came to.
    ///
    /// - Parameters:
    ///   - bytes: how many the batch has.
    ///   - nanoseconds: how long it took to write it to all viewers of the loop.
    func note(_ tally: DeliveryTally, bytes: Int, nanoseconds: UInt64, loop: Int) {
        let loop = loops[loop]
        loop.following.store(tally.following, ordering: .relaxed)
        loop.waiting.store(tally.waiting, ordering: .relaxed)
        loop.nanoseconds.store(nanoseconds, ordering: .relaxed)
        guard bytes >= Self.telling else { return }
        let measured = Int(clamping: nanoseconds) / bytes * 1_000 + Int(clamping: nanoseconds) % bytes * 1_000 / bytes
        let known = loop.picosecondsPerByte.load(ordering: .relaxed)
        // A half each: a batch that something else delayed is forgotten after a few.
        loop.picosecondsPerByte.store(known == 0 ? measured : (known + measured) / 2, ordering: .relaxed)
    }

    /// How many viewers follow the room's compressed stream.
    var following: Int { loops.reduce(0) { $0 + $1.following.load(ordering: .relaxed) } }

    /// How many could and wait for it to begin afresh.
    var waiting: Int { loops.reduce(0) { $0 + $1.waiting.load(ordering: .relaxed) } }

    /// How long the slowest loop took for its last batch.
    var nanosecondsMax: UInt64 { loops.reduce(0) { max($0, $1.nanoseconds.load(ordering: .relaxed)) } }

    /// Whether the slowest loop would take longer than this for a batch.
    func exceeds(milliseconds: Int, bytes: Int) -> Bool {
        guard milliseconds > 0, bytes >= Self.telling else { return false }
        let slowest = loops.reduce(0) { max($0, $1.picosecondsPerByte.load(ordering: .relaxed)) }
        let (picoseconds, overflows) = slowest.multipliedReportingOverflow(by: bytes)
        return overflows || picoseconds / 1_000_000_000 >= milliseconds
    }
}
