/// Counts how many times a gift was sent in a row. Each gift restarts a countdown. When it ends, the count returns to 0.
///
/// Times are milliseconds of any monotonic clock.
struct GiftComboCounter: Equatable, Sendable {
    /// How long the combo continues after the last gift, in milliseconds.
    let comboMilliseconds: Int64
    private(set) var count: UInt = 0
    /// When the combo ends; nil if there is none.
    private(set) var deadline: Int64?

    init(comboMilliseconds: Int64 = 5_000) { self.comboMilliseconds = max(0, comboMilliseconds) }

    /// Counts a gift that is sent now.
    mutating func hit(at now: Int64) {
        tick(at: now)
        count = count.addingClamped(1)
        deadline = now + comboMilliseconds
    }

    /// Ends the combo if its time is over.
    mutating func tick(at now: Int64) {
        if let deadline, now >= deadline { reset() }
    }

    /// Ends the combo, because another gift was chosen or the cell shows another gift.
    mutating func reset() {
        count = 0
        deadline = nil
    }

    /// The remaining share of the countdown, from 1 to 0.
    func remainingShare(at now: Int64) -> Double {
        guard let deadline, comboMilliseconds > 0 else { return 0 }
        return min(1, max(0, Double(deadline - now) / Double(comboMilliseconds)))
    }
}
