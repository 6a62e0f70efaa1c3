/// What one viewer has seen of a live's numbered events, and what is missing between them. Pure.
///
/// Every event of a live has a `seq`, each one more than the last, and every stored one (gifts and control) a `durable` as
/// well. A number that is left out is a loss, unless a `room.skipped` says that barrage was left out because this connection
/// read too slowly; that may come before or after the hole is seen.
struct SequenceCheck: Sendable {
    /// Holes that are remembered until a `room.skipped` explains them. Beyond it they are losses at once.
    private static let openHolesMax = 256

    private(set) var epoch: UInt64 = 0
    private(set) var seq: Int64 = 0
    private(set) var durable: Int64 = 0
    private var holes: [ClosedRange<Int64>] = []
    private var announced: ClosedRange<Int64>?
    /// Gifts that were told before all that was stored before them.
    private var ahead: Set<Int64> = []

    /// Events that `room.skipped` said were left out.
    private(set) var skippedEvents: Int64 = 0
    /// Holes that can be explained no more.
    private var forgottenHoles: Int64 = 0
    /// Stored events that never came.
    private(set) var missedStored: Int64 = 0
    /// Events that came a second time.
    private(set) var repeatedEvents: Int64 = 0

    /// Events that were left out and nobody said so, up to the last one that came.
    var lostEvents: Int64 { forgottenHoles + holes.reduce(0) { $0 + Int64($1.count) } }

    /// Begins with what the answer to `room.join` says.
    mutating func begin(epoch: UInt64, seq: Int64, durable: Int64) {
        self.epoch = epoch
        self.seq = seq
        self.durable = durable
        announced = nil
        ahead = []
    }

    /// Goes on after a resume that could not bring everything back: `seq` continues at a new place, stored events were replayed.
    mutating func continueUnrecovered(epoch: UInt64, seq: Int64) {
        forgetHoles()
        self.epoch = epoch
        self.seq = seq
        announced = nil
    }

    /// Whether events numbered `first` and on, without a hole, are exactly those that come next.
    func expects(epoch: UInt64, first: Int64) -> Bool { epoch == self.epoch && first == seq + 1 }

    /// Notes a run of events for which ``expects(epoch:first:)`` was true.
    mutating func advance(to last: Int64) { seq = last }

    /// Notes a numbered event; false where it came before.
    mutating func saw(epoch: UInt64, seq number: Int64) -> Bool {
        if epoch != self.epoch {
            // The server was restarted. What its last run told after our last event is lost with it.
            continueUnrecovered(epoch: epoch, seq: number)
            return true
        }
        guard number > seq else {
            repeatedEvents += 1
            return false
        }
        if number > seq + 1 { open(seq + 1...number - 1) }
        seq = number
        return true
    }

    /// Notes a stored event; false where it came before.
    ///
    /// - Parameter orders: the numbers of the gifts, where one event tells several. Some may be beyond `number`, up to which
    ///   everything was told.
    mutating func saw(durable number: Int64, orders: [Int64] = []) -> Bool {
        guard number > durable else { return false }
        if orders.isEmpty {
            ahead.insert(number)
        } else {
            ahead.formUnion(orders.lazy.filter { [durable] in $0 > durable })
        }
        let told = ahead.filter { $0 <= number }
        missedStored += number - durable - Int64(told.count)
        ahead.subtract(told)
        durable = number
        return true
    }

    /// Notes that the server left events out. Gifts and control in the range came all the same.
    mutating func wasTold(skipped range: ClosedRange<Int64>) {
        announced = range
        var left: [ClosedRange<Int64>] = []
        for hole in holes { left += explain(hole) }
        holes = left
    }

    /// Compares with what the live had told in the end, to find what is missing at the tail.
    mutating func finish(seq lastSeq: Int64, durable lastDurable: Int64) {
        if lastSeq > seq { open(seq + 1...lastSeq) }
        if lastDurable > durable { missedStored += lastDurable - durable }
        seq = max(seq, lastSeq)
        durable = max(durable, lastDurable)
    }

    private mutating func open(_ hole: ClosedRange<Int64>) {
        for part in explain(hole) {
            if holes.count < Self.openHolesMax { holes.append(part) } else { forgottenHoles += Int64(part.count) }
        }
    }

    /// Counts the part of a hole that was announced, and gives back the rest.
    private mutating func explain(_ hole: ClosedRange<Int64>) -> [ClosedRange<Int64>] {
        guard let announced, announced.overlaps(hole) else { return [hole] }
        let explained = hole.clamped(to: announced)
        skippedEvents += Int64(explained.count)
        var rest: [ClosedRange<Int64>] = []
        if hole.lowerBound < explained.lowerBound { rest.append(hole.lowerBound...explained.lowerBound - 1) }
        if hole.upperBound > explained.upperBound { rest.append(explained.upperBound + 1...hole.upperBound) }
        return rest
    }

    private mutating func forgetHoles() {
        forgottenHoles += holes.reduce(0) { $0 + Int64($1.count) }
        holes = []
    }
}
