import OvationModel

/// How long the event loops take to write to the viewers of a live, as they report it.
protocol WritingCost {
    /// How long a loop took to write to all of its viewers the last time.
    func nanoseconds(loop: Int) -> UInt64
    /// How long the slowest loop took.
    var nanosecondsMax: UInt64 { get }
}

extension DeliveryReports: WritingCost {}

/// An edge's viewers of a live in parts, those of an event loop one after the other, and when each part is written to.
///
/// Writing to thousands takes an event loop tens of milliseconds, in which it does nothing else. Where it has that many, they
/// are in parts, each with a window of its own: an event waits for the part of a viewer, not for the viewers of all parts
/// before, and between two parts the loop has time for others. A viewer is written to as often as without parts. Where no loop has
/// several parts, everything is written as it comes: the live has gathered it already.
///
/// Pure: time and the cost of writing come in with each call. It knows how much waits for each part; the edge has the bytes.
struct PartSchedule {
    /// One part, and what waits for it.
    struct Part {
        /// Which event loop.
        let loop: Int
        /// Which of its parts.
        let number: Int
        var coalescer: Coalescer
        /// Whether nothing waits for its viewers.
        var isEmpty = true
        /// Whether some of what waits has a place among the live's numbered events.
        var hasNumbered = false
        /// When the next flush was asked for; nil where none was.
        var dueAt: UInt64?

        mutating func clear() {
            isEmpty = true
            hasNumbered = false
        }
    }

    /// What to do about a part for which something waits.
    enum Decision: Equatable {
        case write
        case wake(at: UInt64)
        case wait
    }

    /// Between two parts, so that the event loop sees what else there is to do.
    private static let breathNanoseconds: UInt64 = 50_000

    private(set) var parts: [Part]
    /// How many parts each event loop has.
    private(set) var partCounts: [Int]
    /// The part of each event loop that takes the next entrants.
    private var entryParts: [Int]
    /// When an event loop with several parts will have finished its pending writes.
    private var freeAt: [UInt64]
    /// How many viewers each event loop has.
    private(set) var viewersByLoop: [Int]
    /// How many sessions are in the live, with a connection or without: the window grows with them.
    var members = 0
    private let partViewersMax: Int

    /// Makes one part a loop.
    ///
    /// - Parameter loops: how many event loops there are.
    init(loops: Int, limits: Limits) {
        let coalescer = Coalescer(limits: limits)
        parts = (0..<loops).map { Part(loop: $0, number: 0, coalescer: coalescer) }
        partCounts = Array(repeating: 1, count: loops)
        entryParts = Array(repeating: 0, count: loops)
        freeAt = Array(repeating: 0, count: loops)
        viewersByLoop = Array(repeating: 0, count: loops)
        partViewersMax = limits.partViewersMax
    }

    /// Whether an event loop has several parts.
    var isDivided: Bool { parts.count > partCounts.count }

    /// Whether the parts of an event loop are in use: it has viewers.
    func isInUse(loop: Int) -> Bool { viewersByLoop[loop] > 0 }
}

// MARK: - What waits

extension PartSchedule {
    /// Something more waits for every part that is in use.
    mutating func add(isNumbered: Bool) {
        for index in parts.indices where isInUse(loop: parts[index].loop) {
            parts[index].isEmpty = false
            if isNumbered { parts[index].hasNumbered = true }
        }
    }

    /// Viewers came or went; whether the parts have the wrong size now.
    mutating func changeViewers(by change: Int, loop: Int) -> Bool {
        viewersByLoop[loop] += change
        return needsDivision
    }
}

// MARK: - When it is written

extension PartSchedule {
    /// Decides when a part is written to.
    mutating func decide(
        _ index: Int, isNumbered: Bool, at now: UInt64, cost: some WritingCost
    ) -> Decision {
        guard isDivided else { return .write }
        switch parts[index].coalescer.eventAdded(at: now, viewers: members, isNumbered: isNumbered) {
        case .wait: return .wait
        case .flushAt(let nanoseconds): return wake(index, at: nanoseconds)
        case .flushNow:
            let loop = parts[index].loop
            let free = freeAt[loop]
            guard partCounts[loop] > 1, now < free else { return .write }
            if let due = parts[index].dueAt, due <= free { return .wait }
            // One part after the other, and others between them.
            freeAt[loop] = free + writingNanoseconds(loop, cost) + Self.breathNanoseconds
            return wake(index, at: free)
        }
    }

    private mutating func wake(_ index: Int, at nanoseconds: UInt64) -> Decision {
        parts[index].dueAt = nanoseconds
        return .wake(at: nanoseconds)
    }

    /// Whether a wake-up is still meant: something that could not wait may have been written earlier, with all that had gathered.
    func isDue(_ index: Int, at nanoseconds: UInt64) -> Bool {
        index < parts.count && parts[index].dueAt == nanoseconds
    }

    /// Notes that what waits for a part is written now.
    mutating func write(_ index: Int, at now: UInt64, cost: some WritingCost) {
        let part = parts[index]
        parts[index].dueAt = nil
        parts[index].coalescer.flushed(at: now, lastNanoseconds: cost.nanosecondsMax, hasNumbered: part.hasNumbered)
        parts[index].clear()
        guard partCounts[part.loop] > 1 else { return }
        noteBusy(part.loop, until: now + writingNanoseconds(part.loop, cost))
    }

    /// An event loop has something to write until then.
    mutating func noteBusy(_ loop: Int, until end: UInt64) {
        guard partCounts[loop] > 1 else { return }
        freeAt[loop] = max(freeAt[loop], end + Self.breathNanoseconds)
    }

    /// How long an event loop usually takes for one of its parts.
    private func writingNanoseconds(_ loop: Int, _ cost: some WritingCost) -> UInt64 {
        cost.nanoseconds(loop: loop) / UInt64(partCounts[loop])
    }

    /// Takes in entrants of an event loop; the next ones go to the part after theirs.
    ///
    /// - Parameter hasPresent: whether some are viewers already. A session that enters again over its present connection gets the current
    ///   state, and may be in any part.
    /// - Returns: the part that they come into, and the parts that have to be written before, so that no answer runs ahead of events that
    ///   wait.
    mutating func admit(loop: Int, hasPresent: Bool) -> (part: Int, writeFirst: [Int]) {
        let number = entryParts[loop]
        entryParts[loop] = (number + 1) % partCounts[loop]
        let first = parts.indices.filter { index in
            let part = parts[index]
            return part.loop == loop && !part.isEmpty && (hasPresent || part.number == number)
        }
        return (number, first)
    }
}

// MARK: - How many parts

extension PartSchedule {
    /// More of them cost more than they give: each event is kept in every part until that is written.
    static let partsMax = 8

    /// In how many parts an event loop writes.
    ///
    /// - Parameters:
    ///   - viewers: how many viewers of the live it has.
    ///   - viewersMax: how many of them make a part; 0 for all.
    ///   - current: how many parts there are now. It stays so until there are far more or fewer viewers.
    static func partCount(viewers: Int, viewersMax: Int, current: Int) -> Int {
        guard viewersMax > 0 else { return 1 }
        let wanted = min(partsMax, max(1, (viewers - 1) / viewersMax + 1))
        let margin = viewersMax / 4
        let (least, most) = ((current - 1) * viewersMax - margin, current * viewersMax + margin)
        if wanted > current { return viewers > most ? wanted : current }
        if wanted < current { return viewers <= least ? wanted : current }
        return wanted
    }

    private func wantedCount(_ loop: Int) -> Int {
        Self.partCount(viewers: viewersByLoop[loop], viewersMax: partViewersMax, current: partCounts[loop])
    }

    /// Whether there are far more or fewer viewers than the parts were made for.
    var needsDivision: Bool { partCounts.indices.contains { wantedCount($0) != partCounts[$0] } }

    /// Makes as many parts of each loop as its viewers need. Nothing may wait for any part.
    ///
    /// - Returns: the loops that have another number of parts now.
    mutating func divide() -> [(loop: Int, into: Int)] {
        var divided: [(loop: Int, into: Int)] = []
        for loop in partCounts.indices {
            let count = wantedCount(loop)
            guard count != partCounts[loop], let first = parts.firstIndex(where: { $0.loop == loop }) else { continue }
            let coalescer = parts[first].coalescer
            parts.replaceSubrange(
                first..<first + partCounts[loop],
                with: (0..<count).map { Part(loop: loop, number: $0, coalescer: coalescer) })
            partCounts[loop] = count
            entryParts[loop] = 0
            divided.append((loop, count))
        }
        return divided
    }
}
