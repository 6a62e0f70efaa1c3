/// Says how many messages are due, at a rate that does not wait for answers. Pure.
struct Pacer: Sendable {
    private let perSecond: Double
    private let start: UInt64
    /// How much of a turn passes before the first message, from 0 up to 1.
    private let phase: Double
    private(set) var sent: UInt64 = 0

    /// Begins now; a rate of 0 never has anything due. Many that begin together and must not send together have a phase each.
    init(perSecond: Double, start: UInt64, phase: Double = 0) {
        self.perSecond = perSecond
        self.start = start
        self.phase = phase
    }

    /// When the next message is due; nil where none ever is.
    var nextDue: UInt64? { perSecond > 0 ? due(sent) : nil }

    private func due(_ number: UInt64) -> UInt64 { start + UInt64((Double(number) + phase) / perSecond * 1e9) }

    /// Takes the next message if it is due, and says when it was; nil where it is not due yet.
    mutating func take(at now: UInt64) -> UInt64? {
        guard let next = nextDue, next <= now else { return nil }
        sent += 1
        return next
    }
}
