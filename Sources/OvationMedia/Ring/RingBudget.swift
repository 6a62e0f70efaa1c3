/// Keeps the rings of all lives together below `media.ringBytesTotalMax`.
///
/// While there is enough memory, each ring may use its window and `media.ringBytesMax`. When memory runs short, rings above an equal share
/// are cut, the largest first. Each live reports its size after a change and applies the limits that it gets.
public struct RingBudget<Live: Hashable & Sendable>: Sendable {
    /// A new limit for a ring.
    public struct Cut: Sendable, Equatable {
        /// The live that owns the ring.
        public let live: Live
        /// The limit in bytes, for ``FragmentRing/setBytesMax(_:)``.
        public let bytesMax: Int
    }

    private let totalMax: Int
    private let ringMax: Int
    private var held: [Live: Int] = [:]
    private var isCut: Set<Live> = []
    /// The size of all rings together, in bytes.
    public private(set) var byteCount = 0

    /// Starts without rings.
    public init(limits: MediaLimits = MediaLimits()) {
        totalMax = max(limits.ringBytesTotalMax, 0)
        ringMax = max(limits.ringBytesMax, 0)
    }

    /// The number of rings.
    public var ringCount: Int { held.count }

    /// An equal share of the total, in bytes, for when memory is short.
    public var shareBytes: Int { held.isEmpty ? ringMax : min(ringMax, totalMax / held.count) }

    /// Records the current size of a live's ring.
    ///
    /// - Returns: New limits for this live or others, lower or higher than before.
    public mutating func set(_ live: Live, bytes: Int) -> [Cut] {
        byteCount += max(bytes, 0) - (held.updateValue(max(bytes, 0), forKey: live) ?? 0)
        return cuts()
    }

    /// Removes the ring of a live.
    ///
    /// - Returns: Higher limits for other rings.
    public mutating func remove(_ live: Live) -> [Cut] {
        byteCount -= held.removeValue(forKey: live) ?? 0
        isCut.remove(live)
        return cuts()
    }

    private mutating func cuts() -> [Cut] {
        let share = shareBytes
        guard byteCount > totalMax else {
            // Limits are lifted only when a quarter of the total is free, so that rings are not cut and freed in turns.
            guard !isCut.isEmpty, byteCount <= totalMax - totalMax / 4 else { return [] }
            defer { isCut = [] }
            return isCut.map { Cut(live: $0, bytesMax: ringMax) }
        }
        var excess = byteCount - totalMax
        var found: [Cut] = []
        for (live, bytes) in held.filter({ $0.value > share }).sorted(by: { $0.value > $1.value }) {
            guard excess > 0 else { break }
            found.append(Cut(live: live, bytesMax: share))
            isCut.insert(live)
            excess -= bytes - share
        }
        return found
    }
}
