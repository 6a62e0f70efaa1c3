import Hummingbird
public import Logging
import NIOPosix
import OvationHTTP
public import OvationNode
import OvationObservability
import OvationSupport
public import ServiceLifecycle

/// A server that waits for another to end, and answers on its port meanwhile.
///
/// `/health/live` is answered with 200, `/health/ready` and everything else with 503, so that a load balancer sends nobody. It needs no
/// storage. It runs until its task is cancelled or its `ServiceGroup` shuts down.
public struct StandbyServer: Service {
    private let door: ServerDoor
    private let onListening: @Sendable (_ port: Int) async -> Void

    /// Makes a server that stands by.
    ///
    /// - Parameters:
    ///   - configuration: how the server is set up that it stands by for.
    ///   - logger: where it logs.
    ///   - onListening: called once when it accepts connections, with the port.
    public init(
        configuration: NodeConfiguration, logger: Logger,
        onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        door = ServerDoor(
            configuration: configuration, registry: PrometheusRegistry(), clock: .system, logger: logger)
        self.onListening = onListening
    }

    /// Answers until it is told to stop.
    ///
    /// - Throws: `CertificateProblem` for certificate or key, `ListenFailure` where the address cannot be listened on.
    public func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        door.show(isStandby: true)
        do {
            let certificate = try door.makeCertificate(group)
            let listener = door.listener(
                StandbyRoutes(registry: door.registry).makeRouter().buildResponder(), [], door.makeSockets(),
                certificate, group, onListening)
            let services: [any Service] = certificate.map { [$0, listener] } ?? [listener]
            try await door.runToTheEnd(services).get()
            try await group.shutdownGracefully()
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }
}
