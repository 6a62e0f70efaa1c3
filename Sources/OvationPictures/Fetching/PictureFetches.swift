import AsyncHTTPClient
import Dispatch
package import NIOCore
import NIOSSL
import OvationMedia
import OvationModel
package import OvationSupport
import ServiceLifecycle
import Synchronization

/// Fetches the pictures of lives that run at other servers, once for each live, however many of this server's viewers watch.
///
/// The first of them begins it. It ends with the live, when the live comes to run here, and when nobody has watched for
/// `media.fetchIdleSeconds`. A stream that is lost is begun anew. May be called from any task.
package final class PictureFetches: Service, Sendable {
    /// Where a live's picture is, as it was found lately.
    private struct Found {
        var result: Result<PictureOrigin?, MediaRefusal>?
        /// When it is looked for again, by the clock that never steps.
        var until: Timestamp
        var waiting: [FirstOutcome<Result<PictureOrigin?, MediaRefusal>>] = []
    }

    /// A picture that is fetched.
    private struct Fetch {
        let number: UInt64
        /// Whether there is something to show.
        var isReady = false
        var waiting: [FirstOutcome<MediaRefusal?>] = []
    }

    private struct State {
        var found: [LiveID: Found] = [:]
        var fetches: [LiveID: Fetch] = [:]
        var lastNumber: UInt64 = 0
        var isStopping = false
    }

    private typealias Job = @Sendable () async -> Void

    let pictures: Pictures
    let finder: any PictureFinder
    let proof: FetchProof
    let server: FetchingServer
    let ids: IDSource
    let http: HTTPClient
    private let state = Mutex(State())
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation

    /// Of how many lives it is remembered where they are.
    private static let foundMax = 10_000

    /// - Parameters:
    ///   - server: this one.
    ///   - group: where the connections to other servers are.
    package init(
        _ pictures: Pictures, finder: any PictureFinder, proof: FetchProof, server: FetchingServer, ids: IDSource,
        group: any EventLoopGroup
    ) {
        self.pictures = pictures
        self.finder = finder
        self.proof = proof
        self.server = server
        self.ids = ids
        http = HTTPClient(
            eventLoopGroupProvider: .shared(group),
            configuration: .fetching(livesMax: pictures.configuration.limits.fetchedLivesMax))
        // Bounded by what is looked for and fetched.
        (jobs, queue) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    deinit { http.shutdown(queue: .global()) { _ in } }

    /// Fetches until the server stops.
    package func run() async {
        await withGracefulShutdownHandler {
            await cancelWhenGracefulShutdown {
                await withDiscardingTaskGroup { group in
                    for await job in self.jobs { group.addTask { await job() } }
                    group.cancelAll()
                }
            }
        } onGracefulShutdown: {
            // At once: a storage or a broker that hangs holds up neither viewers nor other servers.
            self.stop()
        }
        stop()
        // While there are event loops.
        try? await http.shutdown()
    }

    /// Nothing is fetched any more, and other servers fetch nothing from this one.
    private func stop() {
        queue.finish()
        let refusal = MediaRefusal(.serverShuttingDown)
        let (found, fetches) = state.withLock { state in
            defer { (state.found, state.fetches) = ([:], [:]) }
            state.isStopping = true
            return (state.found, state.fetches)
        }
        for place in found.values { for waiter in place.waiting { waiter.end(.success(.failure(refusal))) } }
        for fetch in fetches.values { for waiter in fetch.waiting { waiter.end(.success(refusal)) } }
        pictures.endFollowing()
    }

    /// Thirty-two hexadecimal digits that were never used.
    func makeNonce() -> String {
        let bytes = [ids.next(), ids.next()].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return Digest.hexadecimal(bytes)
    }

    // MARK: - Viewers

    /// Has the picture of a live be here; see `Pictures.reach(_:signature:)`.
    func reach(_ live: LiveID, signature: String?) async -> MediaRefusal? {
        let origin: PictureOrigin
        switch await find(live) {
        case .failure(let refusal): return refusal
        case .success(nil): return nil
        case .success(let found?): origin = found
        }
        // Before anything is fetched. The one who was removed is refused when it is known who was.
        let rejection = pictures.addresses.refusal(
            signature, of: live, origin.start, at: pictures.clock.wall(), key: origin.playKey)
        if let rejection {
            return MediaRefusal(rejection)
        }
        return await begin(live, at: origin)
    }

    /// Finds where a live's picture is: one question for all who ask at the same time, and one a second.
    func find(_ live: LiveID) async -> Result<PictureOrigin?, MediaRefusal> {
        let now = pictures.clock.monotonic()
        let waiter = FirstOutcome<Result<PictureOrigin?, MediaRefusal>>()
        let known: Result<PictureOrigin?, MediaRefusal>? = state.withLock { state in
            if state.isStopping { return .failure(MediaRefusal(.serverShuttingDown)) }
            if var found = state.found[live] {
                guard let result = found.result else {
                    found.waiting.append(waiter)
                    state.found[live] = found
                    return nil
                }
                if now < found.until { return result }
            }
            if state.found.count >= Self.foundMax {
                state.found = state.found.filter { $0.value.result == nil || now < $0.value.until }
            }
            guard state.found.count < Self.foundMax else { return .failure(MediaRefusal(.pictureUnreachable)) }
            state.found[live] = Found(until: now, waiting: [waiter])
            queue.yield { await self.look(for: live) }
            return nil
        }
        if let known { return known }
        return (try? await waiter.value()) ?? .failure(MediaRefusal(.serverShuttingDown))
    }

    /// A live is not where it was found: who asks next looks anew.
    func forgetPlace(of live: LiveID) { state.withLock { if $0.found[live]?.result != nil { $0.found[live] = nil } } }

    private func look(for live: LiveID) async {
        let result: Result<PictureOrigin?, MediaRefusal>
        switch await finder.findPicture(of: live) {
        case .success(let origin): result = .success(origin)
        case .failure(let rejection) where rejection.code == .roomNotFound: result = .success(nil)
        case .failure: result = .failure(MediaRefusal(.pictureUnreachable))
        }
        remember(result, of: live)
    }

    /// Remembers for a second where a live is, and tells who waits.
    private func remember(_ result: Result<PictureOrigin?, MediaRefusal>, of live: LiveID) {
        let until = pictures.clock.monotonic().adding(milliseconds: FetchTimes.refusalMilliseconds)
        let waiting = state.withLock { state in
            guard !state.isStopping else { return [FirstOutcome<Result<PictureOrigin?, MediaRefusal>>]() }
            let waiting = state.found[live]?.waiting ?? []
            // What is not elsewhere is remembered by those who know. Names that somebody made up fill nothing here.
            if case .success(nil) = result {
                state.found[live] = nil
            } else {
                state.found[live] = Found(result: result, until: until)
            }
            return waiting
        }
        for waiter in waiting { waiter.end(.success(result)) }
    }

    /// Begins to fetch a picture where nobody does, and waits until there is something to show.
    private func begin(_ live: LiveID, at origin: PictureOrigin) async -> MediaRefusal? {
        let livesMax = pictures.configuration.limits.fetchedLivesMax
        let waiter = FirstOutcome<MediaRefusal?>()
        enum Step { case done(MediaRefusal?), wait }
        let step: Step = state.withLock { state in
            if state.isStopping { return .done(MediaRefusal(.serverShuttingDown)) }
            if let fetch = state.fetches[live] {
                if fetch.isReady { return .done(nil) }
                state.fetches[live]?.waiting.append(waiter)
                return .wait
            }
            guard state.fetches.count < livesMax else {
                let text = "This server fetches at most \(livesMax) pictures of other servers (media.fetchedLivesMax)."
                return .done(MediaRefusal(.mediaBusy, text))
            }
            state.lastNumber += 1
            let number = state.lastNumber
            state.fetches[live] = Fetch(number: number, waiting: [waiter])
            queue.yield {
                await PictureFetch(live, of: self, number: number).run(from: origin)
                self.isOver(live, number)
            }
            pictures.fetchMetrics.lives(state.fetches.count)
            return .wait
        }
        if case .done(let refusal) = step { return refusal }
        // `try?` would take the outcome that there is no refusal for an error.
        do { return try await waiter.value() } catch { return MediaRefusal(.serverShuttingDown) }
    }

    // MARK: - Fetches

    /// There is something to show, for all who wait for it.
    func becameReady(_ live: LiveID, _ number: UInt64) {
        let waiting = state.withLock { state -> [FirstOutcome<MediaRefusal?>] in
            guard state.fetches[live]?.number == number else { return [] }
            defer { state.fetches[live]?.waiting = [] }
            state.fetches[live]?.isReady = true
            return state.fetches[live]?.waiting ?? []
        }
        for waiter in waiting { waiter.end(.success(nil)) }
    }

    private func isOver(_ live: LiveID, _ number: UInt64) {
        let fetch = state.withLock { state -> Fetch? in
            guard state.fetches[live]?.number == number else { return nil }
            defer { pictures.fetchMetrics.lives(state.fetches.count) }
            return state.fetches.removeValue(forKey: live)
        }
        guard let fetch else { return }
        // What is known of the place is of no use any more. Who asks at once is told what those who wait are.
        if fetch.isReady {
            forgetPlace(of: live)
        } else {
            remember(.failure(MediaRefusal(.pictureUnreachable)), of: live)
        }
        for waiter in fetch.waiting { waiter.end(.success(MediaRefusal(.pictureUnreachable))) }
    }
}

extension HTTPClient.Configuration {
    /// How servers of a cluster are called: no redirects, a connection for each picture, and no longer silence than two beats and some.
    ///
    /// Each frame proves its sender, and a certificate is made out to a name that viewers know and servers do not use.
    fileprivate static func fetching(livesMax: Int) -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.certificateVerification = .none
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(
                connect: .milliseconds(FetchTimes.connectMilliseconds),
                read: .milliseconds(FetchTimes.silenceMilliseconds)),
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(livesMax, 1)
        return configuration
    }
}
