public import OvationModel

/// A token bucket for each of many keys, addresses or users, in bounded memory.
///
/// A bucket that is full says no more than one that was never used, so it is forgotten. Where more keys are in use than are
/// kept, all others share one bucket: a crowd of strangers then has to wait, and memory does not grow with it.
public struct KeyedBuckets<Key: Hashable & Sendable>: Equatable, Sendable {
    private let fresh: TokenBucket
    private let keysMax: Int
    private var buckets: [Key: TokenBucket] = [:]
    /// What all keys share for which there is no room.
    private var shared: TokenBucket
    /// How many there may be before the full ones are forgotten.
    private var countMax: Int
    private var sweptAt: Timestamp?

    private static var countMin: Int { 64 }
    /// How often buckets are looked through at most once there is no room for more.
    private static var sweepMilliseconds: Int64 { 1_000 }

    /// Makes an empty set of buckets.
    ///
    /// - Parameters:
    ///   - bucket: the full bucket that each key begins with.
    ///   - keysMax: how many keys have a bucket of their own at a time; at least one.
    public init(_ bucket: TokenBucket, keysMax: Int) {
        fresh = bucket
        shared = bucket
        self.keysMax = max(keysMax, 1)
        countMax = min(Self.countMin, self.keysMax)
    }

    /// How many keys have a bucket of their own.
    public var count: Int { buckets.count }

    /// Takes tokens of a key.
    ///
    /// - Returns: nil where there were so many; else nothing was taken, and it is after how many milliseconds there are.
    public mutating func take(_ count: Int = 1, for key: Key, at now: Timestamp) -> Int64? {
        guard !fresh.isUnlimited else { return nil }
        if var bucket = buckets[key] {
            let wait = Self.take(count, of: &bucket, at: now)
            buckets[key] = bucket
            return wait
        }
        if buckets.count >= countMax { forgetFull(at: now) }
        guard buckets.count < keysMax else { return Self.take(count, of: &shared, at: now) }
        var bucket = fresh
        let wait = Self.take(count, of: &bucket, at: now)
        buckets[key] = bucket
        return wait
    }

    /// Takes tokens of a key that may not be there: what is missing is a debt, which has to fill up first.
    public mutating func charge(_ count: Int, for key: Key, at now: Timestamp) {
        guard !fresh.isUnlimited, count > 0 else { return }
        if buckets[key] == nil {
            if buckets.count >= countMax { forgetFull(at: now) }
            guard buckets.count < keysMax else { return shared.charge(count, at: now) }
        }
        var bucket = buckets[key] ?? fresh
        bucket.charge(count, at: now)
        buckets[key] = bucket
    }

    /// After how many milliseconds a key has so many tokens; 0 where it has them.
    public func milliseconds(until count: Int, for key: Key, at now: Timestamp) -> Int64 {
        (buckets[key] ?? (buckets.count < keysMax ? fresh : shared)).milliseconds(until: count, at: now)
    }

    private static func take(_ count: Int, of bucket: inout TokenBucket, at now: Timestamp) -> Int64? {
        bucket.take(count, at: now) ? nil : max(1, bucket.milliseconds(until: count, at: now))
    }

    private mutating func forgetFull(at now: Timestamp) {
        // With as many as there may be, every new key would ask for this.
        if buckets.count >= keysMax, let sweptAt, !now.isSetBack(from: sweptAt),
            now.milliseconds(since: sweptAt) < Self.sweepMilliseconds
        {
            return
        }
        sweptAt = now
        buckets = buckets.filter { !$0.value.isFull(at: now) }
        countMax = min(keysMax, max(Self.countMin, 2 * buckets.count))
    }
}
