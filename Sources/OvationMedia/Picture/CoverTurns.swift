public import OvationModel

/// Decides which live's cover is drawn next from its running picture, and when.
///
/// A live is due when its picture has run for `media.coverSecondsMin` without a cover, or when its cover is `media.coverDrawSeconds` old. A
/// live whose publisher or owner sends covers is never due. Of several, the one that has waited longest comes first, so that no live keeps
/// another one waiting for ever. One cover is drawn at a time, with pauses in between that keep the drawing within
/// `media.coverDrawPercentMax` of one processor. A live of which none could be drawn waits twice as long each time, so that a picture made
/// to be slow takes little from the others. A value without a clock of its own.
public struct CoverTurns<ID: Hashable & Sendable>: Sendable {
    /// A live of which there is or was a picture.
    public struct Candidate: Sendable {
        /// Which live.
        public let id: ID
        /// For how many seconds its picture has been running; nil if it does not run, or needs no cover.
        public let runningSeconds: Int64?
        /// The age of its cover in seconds; nil if it has none.
        public let coverSeconds: Int64?

        /// Describes a live. An age below 0, of a clock that was set back, says nothing: the cover counts as none, and the picture as one
        /// that has run for long. Else a clock that was wrong by an hour would leave the live without a cover for that hour.
        public init(id: ID, runningSeconds: Int64?, coverSeconds: Int64?) {
            self.id = id
            self.runningSeconds = runningSeconds.map { $0 < 0 ? .max : $0 }
            self.coverSeconds = coverSeconds.flatMap { $0 < 0 ? nil : $0 }
        }
    }

    private struct Try: Sendable {
        /// When it began.
        let at: Timestamp
        /// How many in a row have failed.
        var failures = 0
    }

    /// How often the wait doubles: to an hour by default.
    private static var doublingsMax: Int { 6 }

    private let everySeconds: Int64
    private let firstSeconds: Int64
    private let percentMax: Int64
    private var tries: [ID: Try] = [:]
    private var nextAt: Timestamp?

    /// Starts with nothing drawn.
    public init(limits: MediaLimits = MediaLimits()) {
        everySeconds = Int64(max(limits.coverDrawSeconds, 1))
        firstSeconds = Int64(limits.coverSecondsMin)
        percentMax = Int64(min(max(limits.coverDrawPercentMax, 1), 100))
    }

    /// Whether a cover may be drawn now, so that it is worth asking who is due.
    public func mayDraw(at now: Timestamp) -> Bool { nextAt.map { now >= $0 } ?? true }

    /// Chooses the live whose cover is drawn now, and forgets lives that are not among the candidates.
    ///
    /// - Parameters:
    ///   - candidates: all lives whose picture is known.
    ///   - now: by a clock that is never set back.
    /// - Returns: nil if none is due, or if it is too early for another one.
    public mutating func next(of candidates: [Candidate], at now: Timestamp) -> ID? {
        guard mayDraw(at: now) else { return nil }
        var kept: [ID: Try] = [:]
        var longest: (id: ID, seconds: Int64)?
        for candidate in candidates {
            let last = tries[candidate.id]
            kept[candidate.id] = last
            guard let seconds = secondsDue(candidate, last, now), seconds > longest?.seconds ?? -1 else { continue }
            longest = (candidate.id, seconds)
        }
        if let longest { kept[longest.id] = Try(at: now, failures: kept[longest.id]?.failures ?? 0) }
        tries = kept
        return longest?.id
    }

    /// A drawing is over. The pause after it is as long as the share of a processor asks for.
    ///
    /// - Parameters:
    ///   - id: the live whose cover it was to be.
    ///   - isDrawn: whether there is one.
    ///   - milliseconds: how long it took.
    public mutating func ended(_ id: ID, isDrawn: Bool, after milliseconds: Int64, at now: Timestamp) {
        if var last = tries[id] {
            last.failures = isDrawn ? 0 : min(last.failures + 1, Self.doublingsMax)
            tries[id] = last
        }
        nextAt = now.adding(milliseconds: max(milliseconds, 1) * (100 - percentMax) / percentMax)
    }

    /// For how many seconds a live has been due; nil if it is not.
    private func secondsDue(_ candidate: Candidate, _ last: Try?, _ now: Timestamp) -> Int64? {
        guard let running = candidate.runningSeconds else { return nil }
        var seconds = candidate.coverSeconds.map { $0 - everySeconds } ?? (running - firstSeconds)
        if let last {
            seconds = min(seconds, now.milliseconds(since: last.at) / 1_000 - (everySeconds << Int64(last.failures)))
        }
        return seconds >= 0 ? seconds : nil
    }
}
