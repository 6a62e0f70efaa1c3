/// The reactions that fly over a live, within the limits of its figures.
///
/// Pure: times are milliseconds of any clock that never goes back, and chance is handed in.
struct ReactionField: Sendable {
    /// One that is seen.
    struct Flying: Identifiable, Equatable, Sendable {
        let id: Int
        let text: String
        let startsAt: Int64
        let endsAt: Int64
        let speed: Double
        let startPoints: Double
        let driftPoints: Double
    }

    /// Where one is.
    struct Place: Equatable, Sendable {
        /// Points beside the middle.
        var x: Double
        /// How much of the way up is behind it, 0 to 1.
        var rise: Double
        /// 0 to 1.
        var opacity: Double
    }

    /// How often a reaction came lately, for those who want nothing to fly.
    struct Tally: Identifiable, Equatable, Sendable {
        let text: String
        var count: Int
        fileprivate(set) var endsAt: Int64

        var id: String { text }
    }

    let figures: ReactionFigures
    private(set) var flying: [Flying] = []
    /// In the order in which they came first; at most as many as may be seen.
    private(set) var tallies: [Tally] = []
    private var added = 0

    init(_ figures: ReactionFigures) { self.figures = figures }

    /// When the next one is seen no more; nil for none.
    var deadline: Int64? { (flying.map(\.endsAt) + tallies.map(\.endsAt)).min() }

    /// Takes a reaction, or several equal ones that were told together.
    mutating func add(
        _ reaction: String, count: Int, at now: Int64, using random: inout some RandomNumberGenerator
    ) {
        let text = String(reaction.prefix(max(1, figures.charactersMax)))
        guard !text.isEmpty, count > 0 else { return }
        tick(at: now)
        let visibleMax = max(1, figures.visibleMax)
        // More than can be seen need not be made.
        let copies = min(visibleMax, min(count, visibleMax) * max(1, min(figures.copiesPerReaction, visibleMax)))
        for _ in 0..<copies {
            added += 1
            let delay = Int64.random(in: 0...max(0, figures.delayMillisecondsMax), using: &random)
            flying.append(
                Flying(
                    id: added, text: text, startsAt: now + delay,
                    endsAt: now + Int64.random(in: figures.lifeMilliseconds, using: &random),
                    speed: Double.random(in: figures.speed, using: &random),
                    startPoints: Double.random(in: figures.startPoints, using: &random),
                    driftPoints: Double.random(in: figures.driftPoints, using: &random)))
        }
        if flying.count > visibleMax { flying.removeFirst(flying.count - visibleMax) }
        tally(text, count: count, at: now)
    }

    private mutating func tally(_ text: String, count: Int, at now: Int64) {
        let endsAt = now + figures.lifeMilliseconds.upperBound
        if let index = tallies.firstIndex(where: { $0.text == text }) {
            let (sum, overflow) = tallies[index].count.addingReportingOverflow(count)
            tallies[index].count = overflow ? .max : sum
            tallies[index].endsAt = endsAt
        } else {
            tallies.append(Tally(text: text, count: count, endsAt: endsAt))
        }
        if tallies.count > max(1, figures.visibleMax) { tallies.removeFirst() }
    }

    /// Takes out those whose time is over.
    mutating func tick(at now: Int64) {
        flying.removeAll { $0.endsAt <= now }
        tallies.removeAll { $0.endsAt <= now }
    }

    /// Where one is at a time.
    func place(of reaction: Flying, at now: Int64) -> Place {
        let way = Double(max(0, now - reaction.startsAt)) * reaction.speed / Double(max(1, figures.riseMilliseconds))
        let progress = min(1, max(0, way))
        // Fast at first, slow at the end.
        let rise = 1 - (1 - progress) * (1 - progress)
        let left = Double(max(0, reaction.endsAt - now)) / Double(max(1, figures.fadeMilliseconds))
        return Place(x: reaction.startPoints + reaction.driftPoints * rise, rise: rise, opacity: min(1, left))
    }
}
