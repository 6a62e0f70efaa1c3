/// The hearts that rise over a live. Each like event adds a few, one after another, up to a maximum.
///
/// Times are milliseconds of any monotonic clock.
struct HeartField: Equatable, Sendable {
    /// A heart that starts to rise.
    struct Heart: Equatable, Sendable {
        /// The index of its colour, below ``HeartField/coloursMax``.
        var colour: Int
    }

    /// The number of colours.
    static let coloursMax = 9
    /// The number of hearts for each event.
    let heartsPerEvent: Int
    /// The interval between two hearts, in milliseconds.
    let stepMilliseconds: Int64
    /// How long a heart is visible, in milliseconds.
    let lifeMilliseconds: Int64
    /// The most visible hearts. Further hearts are skipped.
    let heartsMax: Int
    private var due: [Int64] = []
    private var endings: [Int64] = []
    private var colour = 0

    init(heartsPerEvent: Int = 3, stepMilliseconds: Int64 = 100, lifeMilliseconds: Int64 = 3_000, heartsMax: Int = 30) {
        self.heartsPerEvent = max(1, heartsPerEvent)
        self.stepMilliseconds = max(0, stepMilliseconds)
        self.lifeMilliseconds = max(1, lifeMilliseconds)
        self.heartsMax = max(1, heartsMax)
    }

    /// When the next heart starts; nil if none is due.
    var deadline: Int64? { due.first }

    /// Returns the number of visible hearts.
    func visible(at now: Int64) -> Int { endings.count { $0 > now } }

    /// Handles a like event. Returns the hearts that start at once.
    mutating func likes(at now: Int64) -> [Heart] {
        endings.removeAll { $0 <= now }
        for number in 0..<heartsPerEvent where endings.count + due.count < heartsMax {
            due.append(now + Int64(number) * stepMilliseconds)
        }
        due.sort()
        return tick(at: now)
    }

    /// Returns the hearts that start now.
    mutating func tick(at now: Int64) -> [Heart] {
        endings.removeAll { $0 <= now }
        let count = due.prefix { $0 <= now }.count
        due.removeFirst(count)
        return (0..<count).map { _ in
            endings.append(now + lifeMilliseconds)
            defer { colour = (colour + 1) % Self.coloursMax }
            return Heart(colour: colour)
        }
    }

    /// Removes the hearts that have not started.
    mutating func removeAll() { due.removeAll() }
}
