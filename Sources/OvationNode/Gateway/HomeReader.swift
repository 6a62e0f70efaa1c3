package import NIOCore
import OvationBackend
package import OvationModel
import OvationObservability
package import OvationStorage
import OvationSupport
import Synchronization

/// Reads which node runs a live that this one does not run: at once for a lone question, and for many with one query every few
/// milliseconds.
///
/// What it has read counts for a moment (``RememberedHomes``), and one query at a time is under way however many ask.
package final class HomeReader: Sendable {
    package typealias Completion = @Sendable (Result<LiveHome?, any Error>) -> Void

    private struct Request {
        let liveID: LiveID
        let eventLoop: any EventLoop
        let completion: Completion
    }

    private struct State {
        var remembered: RememberedHomes
        var waiting: [Request] = []
        var isReading = false
        var isFollowing = false
    }

    /// How many lives one query is for at most.
    private static let batchMax = 1_000
    /// How long the next query waits after the last one, for others to join it.
    private static let pauseMilliseconds: Int64 = 10

    private let cluster: any ClusterStorage
    private let background: BackgroundWork
    private let clock: ServerClock
    private let metrics: ServerMetrics
    private let isHearing: @Sendable () -> Bool
    private let state: Mutex<State>

    /// - Parameter isHearing: whether this node would hear of a live that begins at another one.
    init(
        _ cluster: any ClusterStorage, background: BackgroundWork, clock: ServerClock, limits: Limits,
        metrics: ServerMetrics, isHearing: @escaping @Sendable () -> Bool
    ) {
        self.cluster = cluster
        self.background = background
        self.clock = clock
        self.metrics = metrics
        self.isHearing = isHearing
        state = Mutex(State(remembered: RememberedHomes(limits: limits)))
    }

    /// Reads which node runs a live; nil where the live is not on.
    ///
    /// - Parameters:
    ///   - trustsAbsence: whether it counts that the live was on nowhere a moment ago. Not for somebody who says that they were in it: it
    ///     may have begun since, or while that was read.
    ///   - completion: called once, on that event loop; in the same call where it is known, and the caller is on it.
    package func read(
        _ liveID: LiveID, on eventLoop: any EventLoop, trustsAbsence: Bool = true, _ completion: @escaping Completion
    ) {
        let (now, isHearing) = (clock.monotonic().milliseconds, isHearing())
        let (answer, mustStart) = state.withLock { state -> (RememberedHomes.Answer?, Bool) in
            if let answer = state.remembered.answer(liveID, at: now, isHearing: isHearing && trustsAbsence) {
                return (answer, false)
            }
            state.waiting.append(Request(liveID: liveID, eventLoop: eventLoop, completion: completion))
            defer { state.isReading = true }
            return (nil, !state.isReading)
        }
        metrics.homeQuestion(answer.map { $0 == .nowhere ? .nowhere : .remembered } ?? .read)
        if let answer {
            if eventLoop.inEventLoop { return completion(.success(answer.home)) }
            return eventLoop.execute { completion(.success(answer.home)) }
        }
        if mustStart { background.submit { await self.run() } }
    }

    /// Reads which node runs a live, and waits for it; see ``read(_:on:trustsAbsence:_:)``.
    func home(
        of liveID: LiveID, on eventLoop: any EventLoop, trustsAbsence: Bool
    ) async -> Result<LiveHome?, any Error> {
        await withCheckedContinuation { continuation in
            read(liveID, on: eventLoop, trustsAbsence: trustsAbsence) { continuation.resume(returning: $0) }
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
        let reading = state.withLock { $0.remembered.begin() }
        guard let homes = try? await cluster.homes(of: lives) else { return nil }
        remember(reading, Set(lives), homes)
        return homes
    }

    /// Forgets what was read of a live, because it has begun, or the storage has just said otherwise.
    func forget(_ liveID: LiveID) { state.withLock { $0.remembered.forget(liveID) } }

    /// Forgets which node runs a live: it has said that it does not.
    func forgetHome(of liveID: LiveID) { state.withLock { $0.remembered.forgetHome(of: liveID) } }

    /// Forgets which lives a process runs that is gone.
    func forgetHomes(at seat: NodeSeat) { state.withLock { $0.remembered.forgetHomes(at: seat) } }

    /// Forgets which ids are on nowhere, because this node may not have heard of a live that began.
    func forgetUnknown() { state.withLock { $0.remembered.forgetUnknown() } }

    private func run() async {
        guard let batch = takeBatch() else { return }
        let lives = Set(batch.map(\.liveID))
        let reading = state.withLock { $0.remembered.begin() }
        let homes = await Result { try await cluster.homes(of: lives.sorted()) }
        if case .success(let homes) = homes { remember(reading, lives, homes) }
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

    private func remember(_ reading: RememberedHomes.Reading, _ lives: Set<LiveID>, _ homes: [LiveID: LiveHome]) {
        let now = clock.monotonic().milliseconds
        state.withLock { $0.remembered.take(reading, of: lives, homes, at: now) }
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
