import OvationNode
import OvationSupport

#if Server && (os(macOS) || os(Linux))
    import Logging
    import NIOCore
    import NIOPosix
    import OvationClient
    import OvationModel
    import OvationServer
    import OvationStorage
    import OvationStorageSQLite
    import Synchronization

    /// Runs a server on a free port of 127.0.0.1, with its storage in memory.
    final class LoopbackHost: ServerHost {
        private struct State {
            var node: HostedNode?
            var task: Task<Void, Never>?
        }

        let url: String
        let surroundings: ClientSurroundings
        private let port: Int
        private let options: TestServerOptions
        private let storage: any Storage
        private let biller: TestBiller
        private let state = Mutex(State())

        /// Starts a server.
        ///
        /// - Throws: An error if the server cannot run, such as `ListenFailure`.
        init(_ options: TestServerOptions, _ biller: TestBiller) async throws {
            self.options = options
            self.biller = biller
            storage = try SQLiteStorage(inMemory: options.ledger)
            _ = try await storage.commit([.catalogue(options.catalogue)])
            surroundings = ClientSurroundings(
                transport: NIOTransport(), clock: SystemClientClock(), orderJournal: InMemoryOrderJournal(),
                eventLoopGroup: NIOSingletons.posixEventLoopGroup)
            let running = try await Self.run(options, biller, storage, port: 0)
            port = running.port
            url = "ws://127.0.0.1:\(port)"
            state.withLock { $0 = State(node: running.node, task: running.task) }
        }

        private struct Running {
            let port: Int
            let node: HostedNode
            let task: Task<Void, Never>
        }

        private static func run(
            _ options: TestServerOptions, _ biller: TestBiller, _ storage: any Storage, port: Int
        ) async throws -> Running {
            let (starts, start) = AsyncThrowingStream.makeStream(of: (Int, HostedNode).self)
            let made = Mutex<HostedNode?>(nil)
            let configuration = NodeConfiguration(
                host: "127.0.0.1", port: port, eventLoops: 1, sdkAppID: OvationTestServer.appID,
                secret: OvationTestServer.secret, administrators: options.administrators, isDevelopment: true,
                limits: options.limits, ledger: options.ledger, billing: options.billing)
            let server = Server(
                configuration: configuration, storage: storage,
                // A server with a real socket uses the machine's time, so its backend uses it too.
                backend: biller.backend { milliseconds in
                    (try? await Task.sleep(for: .milliseconds(milliseconds))) != nil
                }, commands: options.commands, logger: OvationTestServer.logger,
                onNode: { node in made.withLock { $0 = node } },
                onRunning: { port in
                    if let node = made.withLock({ $0 }) { start.yield((port, node)) }
                    start.finish()
                })
            let task = Task {
                do { try await server.run() } catch { start.finish(throwing: error) }
            }
            for try await (port, node) in starts { return Running(port: port, node: node, task: task) }
            throw TestServerError.stopped
        }

        var now: Timestamp { ServerClock.system.wall() }

        func call<Value: Sendable>(
            _ body:
                @escaping @Sendable (HostedNode, _ done: @escaping @Sendable (Result<Value, Rejection>) -> Void) -> Void
        ) async throws -> Value {
            guard let node = state.withLock({ $0.node }) else { throw TestServerError.stopped }
            return try await withCheckedThrowingContinuation { continuation in
                body(node) { continuation.resume(with: $0) }
            }
        }

        func read<Value: Sendable>(_ body: @escaping @Sendable (any Storage) async throws -> Value) async throws
            -> Value
        {
            try await body(storage)
        }

        func advance(by duration: Duration) async throws {
            guard duration == .zero else { throw TestServerError.machineTime }
        }

        func restart() async throws {
            await stop()
            let running = try await Self.run(options, biller, storage, port: port)
            state.withLock { $0 = State(node: running.node, task: running.task) }
        }

        func stop() async {
            let task = takeTask()
            task?.cancel()
            await task?.value
        }

        func abandon() { takeTask()?.cancel() }

        private func takeTask() -> Task<Void, Never>? {
            state.withLock { state in
                defer { state = State() }
                return state.task
            }
        }
    }
#endif
