package import NIOCore
package import OvationBackend
package import OvationMedia
package import OvationModel
package import OvationStorage
package import OvationSupport
import Synchronization

/// The stream keys of lives, as the storage keeps them, with those in memory that were asked for lately.
///
/// A key is made when somebody asks for it the first time, and stays until it is reset. A key in memory counts for a second: another server
/// may have reset it. No line of the log has one. May be called on any thread.
package final class StreamKeys: StreamKeySource {
    private struct State {
        /// Keys that were asked for lately, in two generations: when the younger is full, the older is forgotten.
        var younger: [LiveID: Cached] = [:]
        var older: [LiveID: Cached] = [:]
        /// Counts resets, so that what was read before one is not kept after it.
        var resets = 0

        func key(of live: LiveID, at now: Timestamp) -> StreamKey? {
            guard let cached = younger[live] ?? older[live], now < cached.until else { return nil }
            return cached.key
        }

        mutating func insert(_ cached: Cached, of live: LiveID, countMax: Int) {
            if younger.count >= max(countMax / 2, 1) {
                older = younger
                younger = [:]
            }
            younger[live] = cached
        }

        mutating func forget(_ live: LiveID) {
            resets += 1
            younger[live] = nil
            older[live] = nil
        }
    }

    /// A key that was read, and until when it counts.
    private struct Cached {
        let key: StreamKey
        /// By the clock that never steps.
        let until: Timestamp
    }

    /// How long a key that was read counts.
    package static let cachedMilliseconds: Int64 = 1_000
    /// Keys that are in memory at most, of some hundred bytes each.
    static let cachedMax = 10_000

    private let storage: any Storage
    private let journal: Journal
    private let eventLoop: any EventLoop
    private let clock: ServerClock
    private let ids: IDSource
    private let cachedMax: Int
    private let cachedMilliseconds: Int64
    private let state = Mutex(State())

    /// Makes the keys of a node.
    ///
    /// - Parameters:
    ///   - storage: where keys are read.
    ///   - journal: through which they are written.
    ///   - eventLoop: where the journal answers.
    ///   - ids: where randomness comes from.
    ///   - cachedMax: keys that are in memory at most.
    ///   - cachedMilliseconds: how long a key that was read counts.
    package init(
        storage: any Storage, journal: Journal, on eventLoop: any EventLoop, clock: ServerClock, ids: IDSource,
        cachedMax: Int = StreamKeys.cachedMax, cachedMilliseconds: Int64 = StreamKeys.cachedMilliseconds
    ) {
        self.storage = storage
        self.journal = journal
        self.eventLoop = eventLoop
        self.clock = clock
        self.ids = ids
        self.cachedMax = cachedMax
        self.cachedMilliseconds = cachedMilliseconds
    }

    package func key(of live: LiveID) async throws -> StreamKey {
        if let known = try await known(live) { return known }
        return try await keep(makeKey(), of: live, replaces: false)
    }

    package func reset(_ live: LiveID) async throws -> StreamKey {
        // Forgotten before and after: what was read meanwhile may be the old key, and a failed write may be kept all the same.
        forget(live)
        defer { forget(live) }
        return try await keep(makeKey(), of: live, replaces: true)
    }

    package func matches(_ key: StreamKey, live: LiveID) async throws -> Bool {
        try await known(live)?.matches(key) ?? false
    }

    /// Which live has a key; nil where none has it.
    ///
    /// - Throws: where what is kept cannot be read.
    func live(with key: StreamKey) async throws -> LiveID? { try await storage.live(ofStreamKey: key.secret) }

    /// How many keys are in memory.
    var cachedCount: Int {
        state.withLock { state in state.younger.count + state.older.keys.count { state.younger[$0] == nil } }
    }

    /// The key of a live that has one.
    private func known(_ live: LiveID) async throws -> StreamKey? {
        let now = clock.monotonic()
        let (cached, resets) = state.withLock { ($0.key(of: live, at: now), $0.resets) }
        if let cached { return cached }
        guard let text = try await storage.streamKey(of: live) else { return nil }
        guard let key = StreamKey(text) else {
            throw StorageError("The stream key of the live \"\(live)\" is none. Reset it.")
        }
        state.withLock { state in
            guard state.resets == resets else { return }
            let until = now.adding(milliseconds: cachedMilliseconds)
            state.insert(Cached(key: key, until: until), of: live, countMax: cachedMax)
        }
        return key
    }

    private func keep(_ key: StreamKey, of live: LiveID, replaces: Bool) async throws -> StreamKey {
        let write = StorageWrite.streamKey(live, key.secret, replaces: replaces, at: clock.wall())
        let outcome = try await FirstOutcome.answer { journal.submit(write, on: eventLoop, $0) }
        guard case .streamKey(let text) = outcome, let kept = StreamKey(text) else {
            throw StorageError("The storage kept a stream key and did not say which.")
        }
        return kept
    }

    private func forget(_ live: LiveID) { state.withLock { $0.forget(live) } }

    private func makeKey() -> StreamKey {
        var random = IDRandomness(ids: ids)
        return StreamKey(using: &random)
    }
}

/// The node's source of ids as a generator of random numbers.
struct IDRandomness: RandomNumberGenerator {
    let ids: IDSource

    mutating func next() -> UInt64 { ids.next() }
}
