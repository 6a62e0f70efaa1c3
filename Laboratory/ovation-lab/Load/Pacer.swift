/// Says how many messages are due, at a rate that does not wait for answers. Pure.
struct Pacer: Sendable {
    private let perSecond: Double
    private let start: UInt64
    private(set) var sent: UInt64 = 0

    /// Begins now; a rate of 0 never has anything due.
    init(perSecond: Double, start: UInt64) {
        self.perSecond = perSecond
        self.start = start
    }

    /// When the next message is due; nil where none ever is.
    var nextDue: UInt64? { perSecond > 0 ? due(sent) : nil }

    private func due(_ number: UInt64) -> UInt64 { start + UInt64(Double(number) / perSecond * 1e9) }

    /// Takes the next message if it is due, and says when it was; nil where it is not due yet.
    mutating func take(at now: UInt64) -> UInt64? {
        guard let next = nextDue, next <= now else { return nil }
        sent += 1
        return next
    }
}
