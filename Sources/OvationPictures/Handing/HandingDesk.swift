import AsyncHTTPClient
import Dispatch
import HTTPTypes
import Logging
package import NIOCore
import NIOSSL
import OvationHTTP
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport
import ServiceLifecycle
import Synchronization

/// Hands what clients ask about the picture of a live on to the home of the live, where that is another server.
///
/// The home decides all of it, as for a client that came to it; this server passes bytes on, both ways, and says whose request it is. What
/// was handed on is never handed on again. May be called from any task.
package final class HandingDesk: Service, Sendable {
    private struct State {
        var places: HandingPlaces
        var isStopping = false
    }

    let pictures: Pictures
    let metrics: HandingMetrics
    let http: HTTPClient
    let tls: NIOSSLContext
    private let fetches: PictureFetches
    private let asks = FetchAsks(knownMax: 50_000)
    private let state: Mutex<State>

    /// - Parameters:
    ///   - fetches: knows where lives are, and which server this is.
    ///   - group: where the connections to other servers are.
    /// - Throws: where TLS cannot be had.
    package init(
        _ pictures: Pictures, _ fetches: PictureFetches, metrics: HandingMetrics, group: any EventLoopGroup
    ) throws {
        self.pictures = pictures
        self.fetches = fetches
        self.metrics = metrics
        let limits = pictures.configuration.limits
        state = Mutex(
            State(places: HandingPlaces(countMax: limits.handedOnMax, addressMax: limits.handedOnAddressMax)))
        // As for pictures that are fetched: a certificate is made out to a name that servers do not use.
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        tls = try NIOSSLContext(configuration: configuration)
        http = HTTPClient(
            eventLoopGroupProvider: .shared(group),
            configuration: .handing(limits.handedOnMax, silence: Self.silence(limits), tls: configuration))
    }

    deinit { http.shutdown(queue: .global()) { _ in } }

    /// After how long without a byte what is handed on is over. A publisher that may be silent for longer is the home's to judge.
    static func silence(_ limits: MediaLimits) -> TimeAmount {
        .seconds(Int64(max(limits.handedOnSilenceSeconds, limits.silenceSecondsMax + 5)))
    }

    /// Hands on until the server stops.
    package func run() async {
        try? await gracefulShutdown()
        // What is under way as a socket is told with all other sockets.
        state.withLock { $0.isStopping = true }
        // While there are event loops. What is under way as a request fails.
        try? await http.shutdown()
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    // MARK: - Who asks

    /// Who sent a request, from what another server says of it.
    ///
    /// - Parameters:
    ///   - text: the value of `Ovation-Handed-On`; nil where the request has none.
    ///   - isTaken: whether it is the request itself. It is good once.
    /// - Returns: nil for a client that came to this server.
    /// - Throws: `clusterProofInvalid` where the text is no server's of the cluster.
    func sender(
        _ text: String?, _ method: String, _ subject: String, isTaken: Bool = true
    ) throws(MediaRefusal) -> PictureSender? {
        guard let text else { return nil }
        guard let request = fetches.proof.handedRequest(text, method, subject, at: fetches.server) else {
            throw refusal(.stranger)
        }
        let now = pictures.clock.wall()
        guard isTaken else { return PictureSender(address: request.client, isHandedOn: true) }
        switch asks.take(request.nonce, madeAt: request.at, at: now) {
        case .taken: return PictureSender(address: request.client, isHandedOn: true)
        case .stale: throw refusal(.stale)
        case .repeated: throw refusal(.repeated)
        }
    }

    private func refusal(_ reason: HandingMetrics.Refusal) -> MediaRefusal {
        metrics.refused(reason)
        return MediaRefusal(reason == .elsewhere ? .liveUnreachable : .clusterProofInvalid)
    }

    // MARK: - Where a live is

    /// The home of a live, where a request about it has to be handed on.
    ///
    /// - Parameter sender: who sent it.
    /// - Returns: nil where the live runs here, or on nowhere: the request is answered here.
    /// - Throws: a temporary refusal, where the home does not say where it is, or the request was handed on already.
    func home(of live: LiveID, for sender: PictureSender) async throws(MediaRefusal) -> PictureOrigin? {
        guard pictures.start(of: live) == nil else { return nil }
        // The server that handed it on asks again where the live is when the client comes again.
        if sender.isHandedOn { throw refusal(.elsewhere) }
        switch await fetches.find(live) {
        case .success(let origin): return origin
        case .failure(let refusal) where refusal.rejection.code == .pictureUnreachable:
            throw MediaRefusal(.liveUnreachable)
        case .failure(let refusal): throw refusal
        }
    }

    // MARK: - What a request takes with it

    /// Takes a place for a request that is handed on.
    func take(for address: String) throws(MediaRefusal) -> HandingPlaces.Place {
        let result: Result<HandingPlaces.Place, MediaRefusal> = state.withLock { state in
            guard !state.isStopping else { return .failure(MediaRefusal(.serverShuttingDown)) }
            do throws(MediaRefusal) {
                let place = try state.places.take(for: AddressKey(address))
                metrics.current(state.places.count)
                return .success(place)
            } catch {
                metrics.ended(.full)
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Gives the place of a request back that is over.
    func give(_ place: HandingPlaces.Place) {
        state.withLock { state in
            state.places.give(place)
            metrics.current(state.places.count)
        }
    }

    /// What proves to the home whose request it is.
    func proof(_ method: String, _ subject: String, of address: String, at origin: PictureOrigin) -> String {
        // What is no address says nothing, and would not be read.
        let client = AddressKey(address) == nil || address.utf8.count > 64 ? "" : address
        return fetches.proof.text(
            of: FetchProof.HandedRequest(
                method: method, subject: subject, client: client, server: fetches.server, home: origin.home,
                at: pictures.clock.wall(), nonce: fetches.makeNonce()))
    }

    /// Says in the log that the home of a live cannot be reached, in a bounded number of lines.
    func noteUnreachable(_ live: LiveID, _ origin: PictureOrigin) {
        fetches.forgetPlace(of: live)
        pictures.logLine(
            "the home of a live cannot be reached for its publisher", of: live,
            [LogKeys.serverURL: "\(origin.address)"])
    }
}

/// Who sent a request about a picture.
struct PictureSender: Sendable {
    /// The client's address, behind proxies and other servers; empty where it is not known.
    let address: String
    /// Whether another server handed the request on.
    let isHandedOn: Bool
}

extension HTTPClient.Configuration {
    /// How requests are handed on: no redirects, a connection for each, for as long as something moves.
    fileprivate static func handing(
        _ countMax: Int, silence: TimeAmount, tls: TLSConfiguration
    ) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: .milliseconds(FetchTimes.connectMilliseconds), read: silence, write: silence),
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(countMax, 1)
        return configuration
    }
}
