import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import OvationModel
public import OvationStorage
public import ServiceLifecycle

/// One Ovation server: the gateway, the rooms and the HTTP routes on one port.
///
/// ```swift
/// let server = Server(configuration: NodeConfiguration(sdkAppID: 1400000001, secret: secret), storage: storage)
/// try await server.run()
/// ```
///
/// It runs until its task is cancelled or its `ServiceGroup` shuts down. Then it tells every client to reconnect, keeps what
/// is under way, and returns.
public struct Server: Service {
    /// How it is set up.
    public let configuration: NodeConfiguration
    private let storage: any Storage
    private let clock: ServerClock
    private let ids: IDSource
    private let registry: PrometheusRegistry
    private let logger: Logger
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// Makes a server.
    ///
    /// - Parameters:
    ///   - configuration: how it is set up.
    ///   - storage: what it keeps things in. The server is its only writer.
    ///   - clock: where time comes from.
    ///   - ids: where random ids come from.
    ///   - logger: where it logs.
    ///   - onRunning: called once when it accepts connections, with the port.
    public init(
        configuration: NodeConfiguration, storage: any Storage, clock: ServerClock = .system, ids: IDSource = .system,
        logger: Logger = Logger(label: "ovation"), onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.storage = storage
        self.clock = clock
        self.ids = ids
        registry = PrometheusRegistry()
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Runs the server until it is told to stop.
    ///
    /// - Throws: `StorageError` where what is kept cannot be read, `NIOSSLError` for certificate or key, and the system's
    ///   error where the address cannot be listened on.
    public func run() async throws {
        let loops = configuration.eventLoops > 0 ? configuration.eventLoops : usableProcessorCount()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: loops)
        do {
            try await run(on: group)
            try await group.shutdownGracefully()
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    private func run(on group: MultiThreadedEventLoopGroup) async throws {
        let metrics = ServerMetrics(factory: registry, limits: configuration.limits)
        let caller = HTTPCallbackCaller(
            sdkAppID: configuration.sdkAppID,
            policy: CallbackAddressPolicy(
                allowedNetworks: configuration.callbacks.allowedNetworks,
                allowedPorts: configuration.callbacks.allowedPorts),
            limits: configuration.limits, clock: clock, group: group)
        let callbacks = try await Callbacks.load(
            configuration.callbacks, storage: storage, caller: caller, limits: configuration.limits, ids: ids,
            metrics: CallbackMetrics(factory: registry), logger: logger)
        let node = Node(
            configuration: configuration, storage: storage, catalogue: try await storage.catalogue(),
            eventLoops: Array(group.makeIterator()), clock: clock, ids: ids, metrics: metrics, callbacks: callbacks,
            biller: CallbackBiller(
                caller: caller, configured: configuration.billing,
                timeoutMilliseconds: configuration.limits.callbackTimeoutMilliseconds,
                settings: { callbacks.settings }), logger: logger)
        try await node.restoreHalt()
        try await node.restoreRooms()
        try await node.billing.restore(configuration.billing)
        let listener = try makeListener(node, group)
        // Stopped in reverse: no connection first, then the rooms' last words, then the journal that keeps them.
        let services = ServiceGroup(
            configuration: .init(
                services: [
                    .init(service: caller), .init(service: node.background), .init(service: node.journal),
                    .init(service: node.delivery), .init(service: LedgerWatch(node: node)),
                    .init(service: node.billing),
                    .init(service: Housekeeping(node: node)),
                    .init(service: listener),
                ], logger: logger))
        let ended = await Result { try await services.run() }
        await node.cutConnections()
        try ended.get()
    }

    private func makeListener(_ node: Node, _ group: MultiThreadedEventLoopGroup) throws -> some Service {
        let origins = OriginPolicy(allowed: configuration.allowedOrigins)
        let tls = try configuration.tls.map { files in
            try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: try NIOSSLCertificate.fromPEMFile(files.certificate).map { .certificate($0) },
                    privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem))))
        }
        let routes = HTTPRoutes(
            sdkAppID: configuration.sdkAppID, isDevelopment: configuration.isDevelopment, registry: registry,
            allowsOrigin: { origins.allows(origin: $0, host: $1) },
            readiness: { node.journal.isHealthy ? [] : ["storage"] },
            degradation: { node.halt.current == nil ? [] : ["gifting"] }, logger: logger,
            groups: [
                RESTRoutes(node: node, metrics: RESTMetrics(factory: registry, commands: RESTCommand.all)),
                OpenAPIRoutes(logger: logger),
            ])
        let endpoints = makeEndpoints(node, origins)
        let requestTimeout = TimeAmount.seconds(Int64(configuration.limits.openTimeoutSeconds))
        return GatewayListener(
            host: configuration.host, port: configuration.port, eventLoopGroup: group,
            responder: routes.makeRouter().buildResponder(),
            makeChannel: { responder in
                GatewayChannel(
                    responder: responder, endpoints: endpoints, tls: tls, requestTimeout: requestTimeout,
                    idleTimeout: .seconds(60))
            }, onRunning: onRunning, clock: clock, logger: logger)
    }

    private func makeEndpoints(_ node: Node, _ origins: OriginPolicy) -> [WebSocketEndpoint] {
        let client: @Sendable (any Channel, HTTPRequestHead) -> Callback.Client = {
            [trustedProxies = configuration.trustedProxies] channel, request in
            Callback.Client(request, from: channel.remoteAddress?.ipAddress, trustedProxies: trustedProxies)
        }
        var endpoints = [
            WebSocketEndpoint(
                handshake: WebSocketHandshake(
                    path: "/v1/ws", requiresSubprotocol: true, origins: origins,
                    compresses: configuration.limits.compressionLevel > 0),
                messageBytesMax: configuration.limits.frameBytesMax,
                wait: { channel, request in
                    node.rates.refusal(ofHandshakeFrom: AddressKey(client(channel, request).address))
                }
            ) { channel, request in
                guard let shard = node.shard(of: channel.eventLoop) else {
                    preconditionFailure("every connection is on an event loop of this node")
                }
                return Connection(node: node, shard: shard, client: client(channel, request))
            }
        ]
        if configuration.isDevelopment {
            endpoints.append(
                WebSocketEndpoint(
                    handshake: WebSocketHandshake(
                        path: "/v1/echo", requiresSubprotocol: false, origins: origins, compresses: true),
                    messageBytesMax: Self.echoBytesMax, wait: { _, _ in nil }, makeDelegate: { _, _ in EchoDelegate() })
            )
        }
        return endpoints
    }

    /// What conformance suites send at most.
    private static let echoBytesMax = 16 * 1_024 * 1_024
}
