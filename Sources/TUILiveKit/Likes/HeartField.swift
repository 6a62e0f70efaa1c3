/// The hearts that rise over a live: a few for each event of likes, one after the other, and never more than a number at a time.
///
/// Times are milliseconds of any clock that never goes back.
struct HeartField: Equatable, Sendable {
    /// A heart that begins to rise.
    struct Heart: Equatable, Sendable {
        /// Its colour, 0 to ``HeartField/coloursMax`` - 1.
        var colour: Int
    }

    /// How many colours there are.
    static let coloursMax = 9
    /// How many hearts an event brings.
    let heartsPerEvent: Int
    /// How much lies between two hearts, in milliseconds.
    let stepMilliseconds: Int64
    /// How long a heart is seen, in milliseconds.
    let lifeMilliseconds: Int64
    /// How many hearts are seen at a time at most. What would be too much is left out: hearts are the first to give way.
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

    /// When the next heart begins; nil for none.
    var deadline: Int64? { due.first }

    /// How many hearts are seen.
    func visible(at now: Int64) -> Int { endings.count { $0 > now } }

    /// Takes an event of likes. Answers the hearts that begin at once.
    mutating func likes(at now: Int64) -> [Heart] {
        endings.removeAll { $0 <= now }
        for number in 0..<heartsPerEvent where endings.count + due.count < heartsMax {
            due.append(now + Int64(number) * stepMilliseconds)
        }
        due.sort()
        return tick(at: now)
    }

    /// Answers the hearts that begin now.
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

    /// Forgets the hearts that have not begun.
    mutating func removeAll() { due.removeAll() }
}
