import Hummingbird
import Logging
import NIOCore
import NIOPosix
import OvationHTTP
import OvationModel
import OvationNode
import OvationObservability
import OvationSupport
import ServiceLifecycle
import Synchronization

/// The port of a server with all bounds of its configuration, and the order in which what runs behind it stops.
///
/// A server that serves and one that stands by have the same.
struct ServerDoor: Sendable {
    let configuration: NodeConfiguration
    let registry: PrometheusRegistry
    let clock: ServerClock
    let logger: Logger
    let certificateAsks = CertificateAsks()

    /// Runs services; when the server is told to stop, each has what is left of `limits.stopSeconds` and of the time for draining.
    func runToTheEnd(_ services: [any Service], drainSeconds: Int = 0) async -> Result<Void, any Error> {
        var settings = ServiceGroupConfiguration(
            services: services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }, logger: logger)
        let stopSeconds = configuration.limits.stopSeconds
        let seconds = stopSeconds > 0 ? stopSeconds + drainSeconds : 0
        if seconds > 0 { settings.maximumGracefulShutdownDuration = .seconds(seconds) }
        let stopBegan = Mutex<ContinuousClock.Instant?>(nil)
        let group = ServiceGroup(configuration: settings)
        let ended = await withGracefulShutdownHandler {
            await Result { try await group.run() }
        } onGracefulShutdown: {
            stopBegan.withLock { $0 = .now }
        }
        if seconds > 0, let began = stopBegan.withLock({ $0 }), ContinuousClock.now - began >= .seconds(seconds) {
            logger.warning(
                "the stop took as long as it may, and what was still under way was broken off",
                metadata: [LogKeys.durationMilliseconds: .stringConvertible(seconds * 1_000)])
        }
        return ended
    }

    /// Shows at `/metrics` whether this server serves.
    func show(isStandby: Bool) { StandbyMetrics(factory: registry).show(isStandby: isStandby) }

    func makeCertificate(_ group: MultiThreadedEventLoopGroup) throws -> ServedCertificate? {
        try configuration.tls.map { files in
            try ServedCertificate(
                files, limits: configuration.limits, clock: clock, metrics: CertificateMetrics(factory: registry),
                eventLoop: group.any(), asks: certificateAsks, logger: logger)
        }
    }

    func makeSockets() -> OpenSockets {
        let limits = configuration.limits
        return OpenSockets(
            socketsMax: OpenFiles.socketsMax(
                wanted: limits.socketsMax, limit: OpenFiles.limit, count: OpenFiles.count,
                kept: limits.openFilesKept + limits.socketsForHealthMax),
            reservedMax: limits.socketsForHealthMax, metrics: SocketMetrics(factory: registry), clock: clock,
            logger: logger)
    }

    /// What listens on the port, with all bounds of the configuration.
    func listener<Responder: HTTPResponder>(
        _ responder: Responder, _ endpoints: [WebSocketEndpoint], _ sockets: OpenSockets,
        _ certificate: ServedCertificate?, _ group: MultiThreadedEventLoopGroup,
        _ onRunning: @escaping @Sendable (_ port: Int) async -> Void
    ) -> GatewayListener<Responder> where Responder.Context == HTTPRequestContext {
        let limits = configuration.limits
        let requestTimeout = TimeAmount.seconds(Int64(limits.openTimeoutSeconds))
        let (bounds, metrics) = (RequestProgress.Bounds(limits), RequestMetrics(factory: registry))
        return GatewayListener(
            host: configuration.host, port: configuration.port, eventLoopGroup: group, responder: responder,
            makeChannel: { responder in
                GatewayChannel(
                    responder: responder, endpoints: endpoints, certificate: certificate,
                    requestTimeout: requestTimeout, bounds: bounds, metrics: metrics, sockets: sockets)
            }, onRunning: onRunning, sockets: sockets,
            // The other half is for what is to be kept when the last client is gone.
            stopTime: limits.stopSeconds > 0 ? .milliseconds(Int64(limits.stopSeconds) * 500) : nil, clock: clock,
            logger: logger)
    }
}
