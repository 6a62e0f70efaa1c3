import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
package import OvationSupport
import ServiceLifecycle

/// Listens on the one port, and hands each connection to where it belongs.
///
/// A connection that becomes a WebSocket never leaves its event loop: no task, no async sequence, no change of thread. A
/// storm of a thousand handshakes a second cost half its time in those. Only one that stays HTTP is given to a task of
/// Hummingbird's.
///
/// On a graceful shutdown it takes no more connections, tells those that are open, and returns when they are gone; it cuts them
/// where they take too long, or where its task is cancelled.
package struct GatewayListener<Responder: HTTPResponder>: Service where Responder.Context == HTTPRequestContext {
    let host: String
    let port: Int
    let eventLoopGroup: any EventLoopGroup
    let responder: Responder
    /// How a connection begins.
    let makeChannel: @Sendable (_ responder: @escaping GatewayChannel.Responder) -> GatewayChannel
    /// Called once when connections are taken, with the port.
    let onRunning: @Sendable (_ port: Int) async -> Void
    /// All connections of the port.
    let sockets: OpenSockets
    /// How long connections may take to end when the server stops; nil for as long as they like.
    let stopTime: TimeAmount?
    let clock: ServerClock
    let logger: Logger

    package init(
        host: String, port: Int, eventLoopGroup: any EventLoopGroup, responder: Responder,
        makeChannel: @escaping @Sendable (_ responder: @escaping GatewayChannel.Responder) -> GatewayChannel,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void, sockets: OpenSockets, stopTime: TimeAmount?,
        clock: ServerClock, logger: Logger
    ) {
        self.host = host
        self.port = port
        self.eventLoopGroup = eventLoopGroup
        self.responder = responder
        self.makeChannel = makeChannel
        self.onRunning = onRunning
        self.sockets = sockets
        self.stopTime = stopTime
        self.clock = clock
        self.logger = logger
    }

    /// How many handshakes the kernel keeps for a server that is busy.
    private static var backlogMax: Int32 { 4_096 }

    func run() async throws {
        let (connections, arrival) = AsyncStream.makeStream(of: GatewayChannel.HTTPChannel.self)
        let sockets = sockets
        let setup = makeChannel(respond)
        let logger = logger
        let bootstrap = ServerBootstrap(group: eventLoopGroup)
            .serverChannelOption(.backlog, value: Self.backlogMax)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SocketDoor(sockets: sockets))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                setup.configure(channel, logger: logger) { http in
                    // What came while the server was stopping is told so by its end.
                    if case .terminated = arrival.yield(http) { http.channel.close(promise: nil) }
                }
            }
        let listening: any Channel
        do {
            listening = try await bootstrap.bind(host: host, port: port).get()
        } catch {
            throw ListenFailure(error, host: host, port: port)
        }
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await onRunning(listening.localAddress?.port ?? port)
                await withDiscardingTaskGroup { group in
                    for await http in connections {
                        group.addTask { await setup.handleHTTP(asyncChannel: http, logger: logger) }
                    }
                }
            } onGracefulShutdown: {
                sockets.stop(listening, cutAfter: stopTime) { arrival.finish() }
            }
        } onCancel: {
            sockets.cut()
        }
        try? await listening.close().get()
    }

    @Sendable
    private func respond(
        to request: Request, _ writer: consuming ResponseWriter, over channel: any Channel
    ) async throws {
        guard HealthRoutes.answers(request.uri.path) || !sockets.isReserved(channel) else {
            let full = HTTPFailure.noSocketLeft.response(requestID: RequestID().description)
            return try await writer.write(response: full.head, body: full.body)
        }
        var logger = logger
        logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
        let context = HTTPRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        var response = try await responder.respond(to: request, context: context)
        response.headers[.date] = HTTPDate.text(of: clock.wall())
        response.headers[.server] = "Ovation"
        try await writer.write(response: response.head, body: response.body)
    }
}
