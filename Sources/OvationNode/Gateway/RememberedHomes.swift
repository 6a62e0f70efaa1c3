import OvationModel
import OvationStorage

/// What a node remembers for a moment of lives that it does not run: which node runs each, and which ids are on nowhere.
///
/// Clients may ask for any id. Ids that are on nowhere have room of their own, so that nobody who makes ids up displaces lives that are on;
/// where that room is full, further ids are read each time. An id that is on nowhere is forgotten when a live begins under it.
///
/// A pure state machine: it neither reads nor measures.
struct RememberedHomes {
    /// A reading of the storage that is under way.
    struct Reading: Equatable {
        /// How many times something had been forgotten when it began.
        fileprivate let forgettings: UInt64
    }

    /// An answer from memory.
    enum Answer: Equatable {
        /// The live is on.
        case on(LiveHome)
        /// No live of this id is on.
        case nowhere

        /// The live's home; nil where it is on nowhere.
        var home: LiveHome? { if case .on(let home) = self { home } else { nil } }
    }

    private struct Known {
        let home: LiveHome
        let until: Int64
    }

    /// How long the home of a live counts, in milliseconds.
    static let keptMilliseconds: Int64 = 1_000
    /// How long it counts that nobody runs a live, in milliseconds: somebody is about to.
    static let homelessMilliseconds: Int64 = 100
    /// How many lives are remembered at most.
    static let knownMax = 10_000

    private let unknownMax: Int
    private let unknownMilliseconds: Int64
    private var known: [LiveID: Known] = [:]
    /// Ids that are on nowhere, and until when that counts.
    private var unknown: [LiveID: Int64] = [:]
    private var forgettings: UInt64 = 0

    /// Makes an empty memory.
    init(limits: Limits) {
        unknownMax = limits.unknownLivesMax
        unknownMilliseconds = Int64(limits.unknownLiveMilliseconds)
    }

    /// What is remembered of a live; nil where it has to be read.
    ///
    /// - Parameters:
    ///   - now: the clock that never steps, in milliseconds.
    ///   - isHearing: whether this node would hear of a live that begins elsewhere, and the caller counts on that. Where not, nothing is
    ///     on nowhere.
    func answer(_ liveID: LiveID, at now: Int64, isHearing: Bool) -> Answer? {
        if let known = known[liveID], now < known.until { return .on(known.home) }
        if isHearing, let until = unknown[liveID], now < until { return .nowhere }
        return nil
    }

    /// A reading begins.
    func begin() -> Reading { Reading(forgettings: forgettings) }

    /// Takes what was read of some lives.
    ///
    /// What began while the reading was under way may be missing in it. So nothing is remembered as missing where something was forgotten
    /// meanwhile.
    mutating func take(
        _ reading: Reading, of lives: some Collection<LiveID>, _ homes: [LiveID: LiveHome], at now: Int64
    ) {
        if known.count + homes.count > Self.knownMax { known = known.filter { now < $0.value.until } }
        if known.count + homes.count > Self.knownMax { known = [:] }
        if unknown.count + lives.count > unknownMax { unknown = unknown.filter { now < $0.value } }
        for live in lives {
            if let home = homes[live] {
                let kept = home.node == nil ? Self.homelessMilliseconds : Self.keptMilliseconds
                known[live] = Known(home: home, until: now + kept)
                unknown[live] = nil
            } else {
                known[live] = nil
                guard reading.forgettings == forgettings else { continue }
                if unknown[live] != nil || unknown.count < unknownMax { unknown[live] = now + unknownMilliseconds }
            }
        }
    }

    /// Forgets a live, because it has begun, or because the storage has just said something else of it.
    mutating func forget(_ liveID: LiveID) {
        known[liveID] = nil
        unknown[liveID] = nil
        forgettings += 1
    }

    /// Forgets which node runs a live.
    mutating func forgetHome(of liveID: LiveID) { known[liveID] = nil }

    /// Forgets which lives a process runs.
    mutating func forgetHomes(at seat: NodeSeat) { known = known.filter { $0.value.home.node != seat } }

    /// Forgets which ids are on nowhere, because word of a live that began may have been lost.
    mutating func forgetUnknown() {
        unknown = [:]
        forgettings += 1
    }
}
