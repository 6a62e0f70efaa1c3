/// Which numbers of a sender have come: one that was recorded and is sent again is told.
///
/// Numbers may overtake each other by less than ``size``. What is later than that counts as sent again; who misses it asks for it.
struct ReplayWindow {
    static let size: Int64 = 4096

    private var highest: Int64 = 0
    private var words = [UInt64](repeating: 0, count: Int(size) / 64)

    /// Notes a number; false where it has come before.
    mutating func take(_ number: Int64) -> Bool {
        guard number > 0, number > highest - Self.size else { return false }
        if number > highest {
            if number - highest >= Self.size {
                words = [UInt64](repeating: 0, count: words.count)
            } else {
                for passed in highest + 1..<number { set(passed, false) }
            }
            highest = number
        } else if isSet(number) {
            return false
        }
        set(number, true)
        return true
    }

    private func isSet(_ number: Int64) -> Bool {
        let bit = Int(number % Self.size)
        return words[bit / 64] & 1 << UInt64(bit % 64) != 0
    }

    private mutating func set(_ number: Int64, _ isThere: Bool) {
        let bit = Int(number % Self.size)
        let mask: UInt64 = 1 << UInt64(bit % 64)
        if isThere { words[bit / 64] |= mask } else { words[bit / 64] &= ~mask }
    }
}
