package import NIOCore
import OvationBackend
package import OvationModel
package import OvationStorage
import OvationSupport
import Synchronization

/// Reads which node runs a live that this one does not run: at once for a lone question, and for many with one query every few
/// milliseconds.
///
/// What it has read counts for a second. Clients may ask for any id, so what is remembered is bounded, and one query at a time is under way
/// however many ask.
package final class HomeReader: Sendable {
    package typealias Completion = @Sendable (Result<LiveHome?, any Error>) -> Void

    private struct Request {
        let liveID: LiveID
        let eventLoop: any EventLoop
        let completion: Completion
    }

    private struct Known {
        let home: LiveHome?
        /// When it is read again, by the clock that never steps, in milliseconds.
        let until: Int64
    }

    private struct State {
        var known: [LiveID: Known] = [:]
        var waiting: [Request] = []
        var isReading = false
        var isFollowing = false
    }

    /// How long a reading counts.
    static let keptMilliseconds: Int64 = 1_000
    /// How many lives are remembered at most.
    static let knownMax = 10_000
    /// How many lives one query is for at most.
    private static let batchMax = 1_000
    /// How long the next query waits after the last one, for others to join it.
    private static let pauseMilliseconds: Int64 = 10

    private let cluster: any ClusterStorage
    private let background: BackgroundWork
    private let clock: ServerClock
    private let state = Mutex(State())

    init(_ cluster: any ClusterStorage, background: BackgroundWork, clock: ServerClock) {
        self.cluster = cluster
        self.background = background
        self.clock = clock
    }

    /// Reads which node runs a live; nil where the live is not on.
    ///
    /// - Parameter completion: called once, on that event loop; in the same call where it is known, and the caller is on it.
    package func read(_ liveID: LiveID, on eventLoop: any EventLoop, _ completion: @escaping Completion) {
        let now = clock.monotonic().milliseconds
        let (known, mustStart) = state.withLock { state -> (Known?, Bool) in
            if let known = state.known[liveID], now < known.until { return (known, false) }
            state.waiting.append(Request(liveID: liveID, eventLoop: eventLoop, completion: completion))
            defer { state.isReading = true }
            return (nil, !state.isReading)
        }
        if let known {
            if eventLoop.inEventLoop { return completion(.success(known.home)) }
            return eventLoop.execute { completion(.success(known.home)) }
        }
        if mustStart { background.submit { await self.run() } }
    }

    /// Reads which node runs a live, and waits for it.
    func home(of liveID: LiveID, on eventLoop: any EventLoop) async -> Result<LiveHome?, any Error> {
        await withCheckedContinuation { continuation in
            read(liveID, on: eventLoop) { continuation.resume(returning: $0) }
        }
    }

    /// Reads which nodes run these lives now, whatever is remembered; nil where that is not known, or while the last such reading is under
    /// way.
    func current(of lives: [LiveID]) async -> [LiveID: LiveHome]? {
        let isFirst = state.withLock { state in
            defer { state.isFollowing = true }
            return !state.isFollowing
        }
        guard isFirst else { return nil }
        defer { state.withLock { $0.isFollowing = false } }
        guard let homes = try? await cluster.homes(of: lives) else { return nil }
        remember(Set(lives), homes)
        return homes
    }

    /// Forgets what was read of a live, because the storage has just said otherwise.
    func forget(_ liveID: LiveID) { state.withLock { $0.known[liveID] = nil } }

    /// Forgets that a live is on nowhere, for somebody who says that they were in it: it may have begun since that was read.
    func forgetAbsence(of liveID: LiveID) {
        state.withLock { state in
            if let known = state.known[liveID], known.home == nil { state.known[liveID] = nil }
        }
    }

    private func run() async {
        guard let batch = takeBatch() else { return }
        let lives = Set(batch.map(\.liveID))
        let homes = await Result { try await cluster.homes(of: lives.sorted()) }
        if case .success(let homes) = homes { remember(lives, homes) }
        let byLoop = Dictionary(grouping: batch) { ObjectIdentifier($0.eventLoop) }
        for requests in byLoop.values {
            requests[0].eventLoop.execute {
                for request in requests { request.completion(homes.map { $0[request.liveID] }) }
            }
        }
        batch[0].eventLoop.scheduleTask(in: .milliseconds(Self.pauseMilliseconds)) {
            self.background.submit { await self.run() }
        }
    }

    private func remember(_ lives: Set<LiveID>, _ homes: [LiveID: LiveHome]) {
        let now = clock.monotonic().milliseconds
        state.withLock { state in
            if state.known.count + lives.count > Self.knownMax {
                state.known = state.known.filter { now < $0.value.until }
            }
            if state.known.count + lives.count > Self.knownMax { state.known = [:] }
            for live in lives { state.known[live] = Known(home: homes[live], until: now + Self.keptMilliseconds) }
        }
    }

    private func takeBatch() -> [Request]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isReading = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.batchMax))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }
}
