import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle

/// Listens on the one port, and hands each connection to where it belongs.
///
/// A connection that becomes a WebSocket never leaves its event loop: no task, no async sequence, no change of thread. A
/// storm of a thousand handshakes a second cost half its time in those. Only one that stays HTTP is given to a task of
/// Hummingbird's.
///
/// On a graceful shutdown it takes no more connections, tells those that are open, and returns when they are gone.
struct GatewayListener<Responder: HTTPResponder>: Service where Responder.Context == HTTPRequestContext {
    let host: String
    let port: Int
    let eventLoopGroup: any EventLoopGroup
    let responder: Responder
    /// How a connection begins.
    let makeChannel: @Sendable (_ responder: @escaping GatewayChannel.Responder) -> GatewayChannel
    /// Called once when connections are taken, with the port.
    let onRunning: @Sendable (_ port: Int) async -> Void
    let clock: ServerClock
    let logger: Logger

    /// How many handshakes the kernel keeps for a server that is busy.
    private static var backlogMax: Int32 { 4_096 }

    func run() async throws {
        let (connections, arrival) = AsyncStream.makeStream(of: GatewayChannel.HTTPChannel.self)
        let quiescing = ServerQuiescingHelper(group: eventLoopGroup)
        let setup = makeChannel(respond)
        let logger = logger
        let listening = try await ServerBootstrap(group: eventLoopGroup)
            .serverChannelOption(.backlog, value: Self.backlogMax)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                setup.configure(channel, logger: logger) { http in
                    // What came while the server was stopping is told so by its end.
                    if case .terminated = arrival.yield(http) { http.channel.close(promise: nil) }
                }
            }
            .bind(host: host, port: port).get()
        await withGracefulShutdownHandler {
            await onRunning(listening.localAddress?.port ?? port)
            await withDiscardingTaskGroup { group in
                for await http in connections {
                    group.addTask { await setup.handleHTTP(asyncChannel: http, logger: logger) }
                }
            }
        } onGracefulShutdown: {
            let promise = eventLoopGroup.any().makePromise(of: Void.self)
            promise.futureResult.whenComplete { _ in arrival.finish() }
            quiescing.initiateShutdown(promise: promise)
        }
        try? await listening.close().get()
    }

    @Sendable
    private func respond(
        to request: Request, _ writer: consuming ResponseWriter, over channel: any Channel
    ) async throws {
        var logger = logger
        logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
        let context = HTTPRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        var response = try await responder.respond(to: request, context: context)
        response.headers[.date] = HTTPDate.text(of: clock.wall())
        response.headers[.server] = "Ovation"
        try await writer.write(response: response.head, body: response.body)
    }
}
