import Synchronization

/// What writing to some viewers takes.
struct DeliveryCost: Equatable {
    /// A batch below this says more about the cost of a write than about that of a byte.
    static let telling = 16_384

    /// How long it took the last time.
    private(set) var nanoseconds: UInt64 = 0
    /// How much longer each byte of a batch makes it; 0 while nothing is known.
    private(set) var picosecondsPerByte = 0

    /// Notes how long it took to write a batch of so many bytes to all of them.
    mutating func note(bytes: Int, nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
        guard bytes >= Self.telling else { return }
        let measured = Int(clamping: nanoseconds) / bytes * 1_000 + Int(clamping: nanoseconds) % bytes * 1_000 / bytes
        // A half each: a batch that something else delayed is forgotten after a few.
        picosecondsPerByte = picosecondsPerByte == 0 ? measured : (picosecondsPerByte + measured) / 2
    }

    /// What writing to both takes.
    static func + (one: Self, other: Self) -> Self {
        var sum = Self()
        sum.nanoseconds = one.nanoseconds &+ other.nanoseconds
        sum.picosecondsPerByte = one.picosecondsPerByte &+ other.picosecondsPerByte
        return sum
    }
}

/// What the event loops of an edge report of the deliveries of one room. Written by every loop that has some of its viewers, read by
/// the edge.
final class DeliveryReports: Sendable {
    private final class Loop: Sendable {
        let following = Atomic(0)
        let waiting = Atomic(0)
        let picosecondsPerByte = Atomic(0)
        let nanoseconds = Atomic<UInt64>(0)
    }

    private let loops: [Loop]

    init(loops: Int) { self.loops = (0..<loops).map { _ in Loop() } }

    /// Notes how things are on an event loop after a delivery.
    ///
    /// - Parameters:
    ///   - following: how many of its viewers follow the room's compressed stream.
    ///   - waiting: how many could and wait for it to begin afresh.
    ///   - cost: what writing to all of its viewers takes.
    func note(following: Int, waiting: Int, cost: DeliveryCost, loop: Int) {
        let loop = loops[loop]
        loop.following.store(following, ordering: .relaxed)
        loop.waiting.store(waiting, ordering: .relaxed)
        loop.nanoseconds.store(cost.nanoseconds, ordering: .relaxed)
        loop.picosecondsPerByte.store(cost.picosecondsPerByte, ordering: .relaxed)
    }

    /// How many viewers follow the room's compressed stream.
    var following: Int { loops.reduce(0) { $0 + $1.following.load(ordering: .relaxed) } }

    /// How many could and wait for it to begin afresh.
    var waiting: Int { loops.reduce(0) { $0 + $1.waiting.load(ordering: .relaxed) } }

    /// How long a loop took to write to all of its viewers the last time.
    func nanoseconds(loop: Int) -> UInt64 { loops[loop].nanoseconds.load(ordering: .relaxed) }

    /// How long the slowest loop took the last time.
    var nanosecondsMax: UInt64 { loops.reduce(0) { max($0, $1.nanoseconds.load(ordering: .relaxed)) } }

    /// How much longer each byte of a batch makes it on the slowest loop.
    var picosecondsPerByteMax: Int { loops.reduce(0) { max($0, $1.picosecondsPerByte.load(ordering: .relaxed)) } }
}
