/// How often a gift was sent in a row: each time counts one and begins the countdown anew; when it is over, the count is 0.
///
/// Times are milliseconds of any clock that never goes back.
struct GiftComboCounter: Equatable, Sendable {
    /// How long a row goes on after the last time, in milliseconds.
    let comboMilliseconds: Int64
    private(set) var count: UInt = 0
    /// When the row is over; nil where there is none.
    private(set) var deadline: Int64?

    init(comboMilliseconds: Int64 = 5_000) { self.comboMilliseconds = max(0, comboMilliseconds) }

    /// Counts a gift that is sent now.
    mutating func hit(at now: Int64) {
        tick(at: now)
        count = count.addingClamped(1)
        deadline = now + comboMilliseconds
    }

    /// Ends the row where its time is over.
    mutating func tick(at now: Int64) {
        if let deadline, now >= deadline { reset() }
    }

    /// Ends the row: another gift was chosen, or the cell shows another one.
    mutating func reset() {
        count = 0
        deadline = nil
    }

    /// How much of the countdown is left, from 0 to 1.
    func remainingShare(at now: Int64) -> Double {
        guard let deadline, comboMilliseconds > 0 else { return 0 }
        return min(1, max(0, Double(deadline - now) / Double(comboMilliseconds)))
    }
}
