import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import OvationBackend
import OvationHTTP
import OvationModel
public import OvationNode
import OvationObservability
import OvationPictures
import OvationREST
public import OvationStorage
public import OvationSupport
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
    private let yamlOfJSON: @Sendable (_ json: String) throws -> String
    private let onRunning: @Sendable (_ port: Int) async -> Void
    private let door: ServerDoor
    private let right: ServingRight?
    private let guest: Guest?
    /// The server's place in a cluster; nil for a server alone.
    package var cluster: ClusterPlace?

    /// What a host in the same process has to do with the server.
    private struct Guest: Sendable {
        let backend: any HostedBackend
        let commands: [String]
        let onNode: @Sendable (HostedNode) -> Void
    }

    /// Makes a server.
    ///
    /// - Parameters:
    ///   - configuration: how it is set up.
    ///   - storage: what it keeps things in. The server is its only writer.
    ///   - clock: where time comes from.
    ///   - ids: where random ids come from.
    ///   - right: what says whether another server may serve by now; nil if none stands by.
    ///   - logger: where it logs.
    ///   - onRunning: called once when it accepts connections, with the port.
    ///   - yamlOfJSON: writes `/openapi.yaml`. The server has no writer of YAML of its own. Without one it serves the JSON there, which
    ///     is YAML too, but hard to read.
    public init(
        configuration: NodeConfiguration, storage: any Storage, clock: ServerClock = .system, ids: IDSource = .system,
        right: ServingRight? = nil, logger: Logger = Logger(label: "ovation"),
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
        yamlOfJSON: @escaping @Sendable (_ json: String) throws -> String = { $0 }
    ) {
        self.configuration = configuration
        self.storage = storage
        self.clock = clock
        self.ids = ids
        registry = PrometheusRegistry()
        self.logger = logger
        door = ServerDoor(configuration: configuration, registry: registry, clock: clock, logger: logger)
        self.yamlOfJSON = yamlOfJSON
        self.onRunning = onRunning
        self.right = right
        guest = nil
    }

    /// Makes a server whose app's backend is in the same process.
    ///
    /// - Parameters:
    ///   - backend: the app's backend; no callback goes over the network.
    ///   - commands: what it wants to be asked and told, by the names on the wire.
    ///   - onNode: given the server's node before it accepts connections.
    package init(
        configuration: NodeConfiguration, storage: any Storage, backend: any HostedBackend, commands: [String],
        logger: Logger, onNode: @escaping @Sendable (HostedNode) -> Void,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void
    ) {
        self.configuration = configuration
        self.storage = storage
        right = nil
        clock = .system
        ids = .system
        registry = PrometheusRegistry()
        self.logger = logger
        door = ServerDoor(configuration: configuration, registry: registry, clock: clock, logger: logger)
        yamlOfJSON = { $0 }
        self.onRunning = onRunning
        guest = Guest(backend: backend, commands: commands, onNode: onNode)
    }

    /// Has the server look now whether there is a new certificate in its files, rather than within
    /// `limits.certificateCheckSeconds`. May be called from any thread.
    public func lookForCertificate() { door.certificateAsks.ask() }

    /// Runs the server until it is told to stop.
    ///
    /// A stop takes `limits.stopSeconds` at most, whatever clients do; in a cluster `limits.drainSeconds` more, in which lives and clients
    /// are handed to the other servers.
    /// - Throws: `StorageError` where what is kept cannot be read, `CertificateProblem` for certificate or key,
    ///   `ListenFailure` where the address cannot be listened on.
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
        let process = ProcessMetrics(
            factory: registry, version: configuration.version, node: configuration.name, start: clock.wall())
        registry.beforeReading { process.update() }
        // First, because what is wrong with it is wrong with what somebody has just written.
        let certificate = try door.makeCertificate(group)
        let caller = HTTPCallbackCaller(
            sdkAppID: configuration.sdkAppID,
            policy: CallbackAddressPolicy(
                allowedNetworks: configuration.callbacks.allowedNetworks,
                allowedPorts: configuration.callbacks.allowedPorts),
            limits: configuration.limits, clock: clock, group: group)
        // Before what they are the versions of, which is at least as new then.
        let versions = try await storage.versions()
        let settings: CallbackSettings
        if let guest {
            settings = CallbackSettings(hosted: guest.commands)
        } else {
            settings = try await CallbackSettings(keptIn: storage)
        }
        let node = Node(
            NodeParts(
                configuration: configuration, storage: storage, catalogue: try await storage.catalogue(),
                versions: versions, eventLoops: Array(group.makeIterator()), clock: clock, ids: ids,
                caller: guest.map { HostedCaller(backend: $0.backend) } ?? caller, callbackSettings: settings,
                registry: registry, right: right, cluster: cluster, logger: logger))
        try await node.takeUp()
        try node.beginAnswering()
        guest?.onNode(HostedNode(node))
        door.show(isStandby: false)
        let rtcMetrics = RTCMetrics(factory: registry)
        let desk = RTCDesk(
            configuration.media.rtc, access: node.pictureAccess, secret: configuration.secret, group: group, ids: ids,
            metrics: rtcMetrics)
        let rtc = RTCRoutes(
            node.pictureAccess, desk: desk, metrics: rtcMetrics,
            origins: OriginPolicy(
                allowed: configuration.allowedOrigins, answersToLoopbackOnly: configuration.isDevelopment))
        let fileMetrics = FileMetrics(factory: registry)
        let fetches = makeFetches(node, group)
        let handing = try makeHanding(node, fetches, group)
        let files = configuration.files.folder.map { FileFolder(path: $0, quota: FileQuota(configuration.limits)) }
        let listener = makeListener(node, rtc, files, fileMetrics, certificate, group)
        // Stopped in reverse: no connection first, then the rooms' last words, then the journal that keeps them.
        var services: [any Service] = [
            caller, node.services.background, node.services.journal, node.services.delivery,
            LedgerWatch(services: node.services), node.services.billing, Housekeeping(node: node),
            RetentionWatch(services: node.services), HistoryWatch(node: node, registry: registry),
        ]
        if let watch = node.freezeWatch { services.insert(watch, at: 0) }
        if let updates = storage.versionUpdates { services.append(VersionWatch(node: node, updates: updates)) }
        if let files { services.append(FileKeeper(services: node.services, storage: files, metrics: fileMetrics)) }
        if let certificate { services.append(certificate) }
        if let desk { services.append(desk) }
        if let recordings = node.services.pictures.recordings { services.append(recordings) }
        if let covers = CoverDesk(node.pictureAccess) { services.append(covers) }
        // Before the port is closed, so that load balancers hear of it.
        let draining: [any Service] = storage.cluster == nil ? [] : [Draining(node: node)]
        let drainSeconds = draining.isEmpty ? 0 : configuration.limits.drainSeconds
        // Before the listener too, so that no stream of another server holds the stop up.
        let fetching = ([handing, fetches] as [(any Service)?]).compactMap(\.self)
        let ended = await door.runToTheEnd(services + [listener] + fetching + draining, drainSeconds: drainSeconds)
        await node.cutConnections()
        node.leaveOthers()
        try ended.get()
    }

    private func makeListener(
        _ node: Node, _ rtc: RTCRoutes, _ files: FileFolder?, _ fileMetrics: FileMetrics,
        _ certificate: ServedCertificate?, _ group: MultiThreadedEventLoopGroup
    ) -> some Service {
        let origins = OriginPolicy(
            allowed: configuration.allowedOrigins, answersToLoopbackOnly: configuration.isDevelopment)
        let sockets = door.makeSockets()
        let routes = HTTPRoutes(
            sdkAppID: configuration.sdkAppID, isDevelopment: configuration.isDevelopment, registry: registry,
            allowsOrigin: { origins.allows(origin: $0, host: $1) }, allowsHost: { origins.allows(host: $0) },
            readiness: {
                (node.services.journal.isHealthy ? [] : ["storage"]) + (sockets.isFull ? ["sockets"] : [])
                    + node.missingOfCluster
            },
            degradation: { node.services.halt.current == nil ? [] : ["gifting"] }, logger: logger,
            media: configuration.media,
            groups: [
                RESTRoutes(
                    node: node, origins: origins,
                    metrics: RESTMetrics(factory: registry, commands: RESTCommand.all), files: files),
                OpenAPIRoutes(yamlOfJSON: yamlOfJSON, logger: logger),
                MediaRoutes(node.pictureAccess, origins: origins),
                FileRoutes(node: node, storage: files, origins: origins, metrics: fileMetrics),
                UplinkTestRoutes(node: node, origins: origins, metrics: fileMetrics),
                rtc,
                MediaHookRoutes(node.pictureAccess, metrics: MediaHookMetrics(factory: registry)),
            ] + [RecordingRoutes(node.pictureAccess, isOnElsewhere: node.isOnElsewhere)].compactMap(\.self)
                + fetchRoutes(node),
            categories: configuration.categories, embedOrigins: configuration.embedOrigins,
            recharge: configuration.recharge,
            sharedLive: { node.services.directory.listed($0).flatMap(SharedLive.init) })
        return door.listener(
            routes.makeRouter().buildResponder(), makeEndpoints(node, origins), sockets, certificate, group
        ) { port in
            if let address = cluster?.pictureAddress(of: configuration, port: port) { node.givesPictures(at: address) }
            await onRunning(port)
        }
    }

    /// Who fetches pictures of the other servers, and finds those that a media server of one's own has; nil for a server alone.
    private func makeFetches(_ node: Node, _ group: MultiThreadedEventLoopGroup) -> PictureFetches? {
        guard let cluster, configuration.media.mode != .none else { return nil }
        let fetches = PictureFetches(
            node.services.pictures, finder: node, proof: FetchProof(secret: cluster.secret),
            server: cluster.fetchingServer, ids: ids, group: group)
        node.services.pictures.fetch(with: fetches)
        return fetches
    }

    /// Who hands requests on to other servers; nil for a server alone.
    private func makeHanding(
        _ node: Node, _ fetches: PictureFetches?, _ group: MultiThreadedEventLoopGroup
    ) throws -> HandingDesk? {
        let metrics = HandingMetrics(factory: registry)
        guard let fetches else { return nil }
        let desk = try HandingDesk(node.services.pictures, fetches, metrics: metrics, group: group)
        node.services.pictures.handOn(with: desk)
        return desk
    }

    /// What other servers of the cluster fetch pictures from.
    private func fetchRoutes(_ node: Node) -> [any HTTPRouteGroup] {
        guard let cluster, configuration.media.mode == .relay else { return [] }
        return [
            FetchRoutes(
                node.services.pictures, proof: FetchProof(secret: cluster.secret), server: cluster.fetchingServer)
        ]
    }

    private func makeEndpoints(_ node: Node, _ origins: OriginPolicy) -> [WebSocketEndpoint] {
        let client: @Sendable (any Channel, HTTPRequestHead) -> Callback.Client = {
            [trustedProxies = configuration.trustedProxies] channel, request in
            Callback.Client(request, from: channel.remoteAddress?.ipAddress, trustedProxies: trustedProxies)
        }
        var endpoints = [
            WebSocketEndpoint(
                handshake: WebSocketHandshake(
                    path: .exactly("/v1/ws"), requiresSubprotocol: true, origins: origins,
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
        endpoints +=
            MediaEndpoints(
                node.pictureAccess, origins: origins,
                address: { channel, request in client(channel, request).address }
            ).all
        if configuration.isDevelopment {
            endpoints.append(
                WebSocketEndpoint(
                    handshake: WebSocketHandshake(
                        path: .exactly("/v1/echo"), requiresSubprotocol: false, origins: origins, compresses: true),
                    messageBytesMax: Self.echoBytesMax, wait: { _, _ in nil }, makeDelegate: { _, _ in EchoDelegate() })
            )
        }
        return endpoints
    }

    /// What conformance suites send at most.
    private static let echoBytesMax = 16 * 1_024 * 1_024
}
