/// The reactions that float over a live, within the limits of ``ReactionFigures``.
///
/// It is a pure value. Times are milliseconds of any monotonic clock, and randomness is passed in.
struct ReactionField: Sendable {
    /// A visible reaction.
    struct Flying: Identifiable, Equatable, Sendable {
        let id: Int
        let text: String
        let startsAt: Int64
        let endsAt: Int64
        let speed: Double
        let startPoints: Double
        let driftPoints: Double
    }

    /// The position of a reaction.
    struct Place: Equatable, Sendable {
        /// The horizontal distance from the middle, in points.
        var x: Double
        /// The completed share of the way up, from 0 to 1.
        var rise: Double
        /// The opacity, from 0 to 1.
        var opacity: Double
    }

    /// How many times a reaction came recently, for users who do not want motion.
    struct Tally: Identifiable, Equatable, Sendable {
        let text: String
        var count: Int
        fileprivate(set) var endsAt: Int64

        var id: String { text }
    }

    let figures: ReactionFigures
    private(set) var flying: [Flying] = []
    /// The tallies in the order of their first reactions, at most `visibleMax`.
    private(set) var tallies: [Tally] = []
    private var added = 0

    init(_ figures: ReactionFigures) { self.figures = figures }

    /// When the next reaction disappears; nil if there is none.
    var deadline: Int64? { (flying.map(\.endsAt) + tallies.map(\.endsAt)).min() }

    /// Adds a reaction, or several equal ones that came together.
    mutating func add(
        _ reaction: String, count: Int, at now: Int64, using random: inout some RandomNumberGenerator
    ) {
        let text = String(reaction.prefix(max(1, figures.charactersMax)))
        guard !text.isEmpty, count > 0 else { return }
        tick(at: now)
        let visibleMax = max(1, figures.visibleMax)
        // There is no need to make more copies than can be visible.
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

    /// Removes reactions whose time is over.
    mutating func tick(at now: Int64) {
        flying.removeAll { $0.endsAt <= now }
        tallies.removeAll { $0.endsAt <= now }
    }

    /// Returns the position of a reaction at a time.
    func place(of reaction: Flying, at now: Int64) -> Place {
        let way = Double(max(0, now - reaction.startsAt)) * reaction.speed / Double(max(1, figures.riseMilliseconds))
        let progress = min(1, max(0, way))
        // The motion is fast at first and slow at the end.
        let rise = 1 - (1 - progress) * (1 - progress)
        let left = Double(max(0, reaction.endsAt - now)) / Double(max(1, figures.fadeMilliseconds))
        return Place(x: reaction.startPoints + reaction.driftPoints * rise, rise: rise, opacity: min(1, left))
    }
}
