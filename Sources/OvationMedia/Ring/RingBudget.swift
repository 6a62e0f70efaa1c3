/// Sees to it that the rings of all lives together hold no more than `media.ringBytesTotalMax`.
///
/// While there is room for all, a ring holds what its window and `media.ringBytesMax` let it. Beyond that, the rings above an equal
/// share give way, the largest first. Each live reports its bytes after a change, and obeys the limit that it gets.
public struct RingBudget<Live: Hashable & Sendable>: Sendable {
    /// What a ring is to be brought down to.
    public struct Cut: Sendable, Equatable {
        /// Which live's ring.
        public let live: Live
        /// What it may hold, for ``FragmentRing/setBytesMax(_:)``.
        public let bytesMax: Int
    }

    private let totalMax: Int
    private let ringMax: Int
    private var held: [Live: Int] = [:]
    private var isCut: Set<Live> = []
    /// What all rings hold together.
    public private(set) var byteCount = 0

    /// Makes a budget without rings.
    public init(limits: MediaLimits = MediaLimits()) {
        totalMax = max(limits.ringBytesTotalMax, 0)
        ringMax = max(limits.ringBytesMax, 0)
    }

    /// How many rings there are.
    public var ringCount: Int { held.count }

    /// What each ring may hold, when there is not enough for all.
    public var shareBytes: Int { held.isEmpty ? ringMax : min(ringMax, totalMax / held.count) }

    /// Takes what a live's ring holds now.
    ///
    /// - Returns: what rings are to be brought down to, or may hold again. It may name this live and others.
    public mutating func set(_ live: Live, bytes: Int) -> [Cut] {
        byteCount += max(bytes, 0) - (held.updateValue(max(bytes, 0), forKey: live) ?? 0)
        return cuts()
    }

    /// Forgets a live, whose ring is gone.
    ///
    /// - Returns: what other rings may hold again.
    public mutating func remove(_ live: Live) -> [Cut] {
        byteCount -= held.removeValue(forKey: live) ?? 0
        isCut.remove(live)
        return cuts()
    }

    private mutating func cuts() -> [Cut] {
        let share = shareBytes
        guard byteCount > totalMax else {
            // They may grow again only when there is room for it, so that they are not cut and freed in turns.
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
