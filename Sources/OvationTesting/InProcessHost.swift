import OvationNode
import OvationSupport

#if Server && (os(macOS) || os(Linux))
    import OvationClient
    import OvationModel
    import OvationServer
    import OvationSimulator
    import OvationStorage
    import OvationStorageSQLite
    import Synchronization

    /// Runs a server without sockets in its own simulated world, with its storage in memory and the world's clock.
    ///
    /// Server and clients run as steps of the world, one after another on one thread. Everything that follows from a call has happened when
    /// the next call begins.
    ///
    /// It is safely `Sendable`, because only the world's thread uses its state. Calls from other threads enter that thread first.
    final class InProcessHost: ServerHost, @unchecked Sendable {
        /// How much server time a call takes. It is longer than the server gathers messages for a live.
        private static let lingerMilliseconds = 100
        private static let serverCount = Atomic<Int>(0)

        let url: String
        let world: World
        private let clientClock: InProcessClock
        private let clientLoop: SimulatedLoop
        private let journal = InMemoryOrderJournal()
        private let options: TestServerOptions
        private let storage: any Storage
        private let biller: TestBiller
        private let timers: World.TimerSource
        private let ids: Mutex<Chance>
        private var process: WorldProcess?
        private var isRunning = false
        private var connections: [InProcessConnection] = []
        private var pauses: [Int: (timer: World.Timer, done: CheckedContinuation<Bool, Never>)] = [:]
        private var pauseCount = 0

        init(_ options: TestServerOptions, _ biller: TestBiller) async throws {
            self.options = options
            self.biller = biller
            let number = Self.serverCount.add(1, ordering: .relaxed).newValue
            url = "ws://test-\(number).ovation.invalid"
            world = World(seed: options.seed, thread: WorldThread())
            world.setPace(lingerMilliseconds: Self.lingerMilliseconds, skipsWaits: options.time == .asNeeded)
            timers = world.makeTimerSource()
            clientClock = InProcessClock(world)
            clientLoop = SimulatedLoop(world)
            world.add(clientLoop.queue)
            ids = Mutex(Chance(seed: options.seed, "ids"))
            storage = World.blocking(try SQLiteStorage(inMemory: options.ledger))
            try await read { [catalogue = options.catalogue] storage in
                _ = try await storage.commit([.catalogue(catalogue)])
            }
            try await start()
        }

        var surroundings: ClientSurroundings {
            ClientSurroundings(
                transport: InProcessTransport(host: self), clock: clientClock, orderJournal: journal,
                eventLoopGroup: clientLoop, watch: clientClock)
        }

        var now: Timestamp { Timestamp(milliseconds: world.wall) }

        // MARK: - Start and end

        private func start() async throws {
            let catalogue = try await read { try await $0.catalogue() }
            try await withCheckedThrowingContinuation { (started: CheckedContinuation<Void, any Error>) in
                world.enter { [self] in
                    let process = WorldProcess(world, loops: 1) { makeNode($0, catalogue) }
                    self.process = process
                    process.start { result in
                        self.isRunning = (try? result.get()) != nil
                        started.resume(with: result)
                    }
                }
            }
        }

        private func makeNode(_ loops: [SimulatedLoop], _ catalogue: GiftCatalogue) -> HostedNode {
            HostedNode(
                configuration: NodeConfiguration(
                    sdkAppID: OvationTestServer.appID, secret: OvationTestServer.secret,
                    administrators: options.administrators, isDevelopment: true, limits: options.limits,
                    ledger: options.ledger, billing: options.billing),
                storage: storage, catalogue: catalogue, eventLoops: loops, clock: world.serverClock,
                ids: IDSource { [self] in ids.withLock { $0.next() } },
                backend: biller.backend { [weak self] in await self?.pause(milliseconds: $0) ?? false },
                commands: options.commands, logger: OvationTestServer.logger)
        }

        func restart() async throws {
            await stop()
            try await start()
        }

        func stop() async {
            await withCheckedContinuation { done in
                world.enter { [self] in
                    end()
                    done.resume()
                }
            }
        }

        func abandon() { world.enter { self.end() } }

        private func end() {
            guard let process else { return }
            self.process = nil
            isRunning = false
            process.end {
                for (timer, done) in pauses.values {
                    timer.cancel()
                    done.resume(returning: false)
                }
                pauses = [:]
                for connection in connections { connection.serverEnded() }
                connections = []
            }
        }

        // MARK: - Calls from outside

        /// Connects a client. Only the world's thread may call it.
        func accept(_ connection: InProcessConnection) {
            guard let process, isRunning else { return connection.refuse() }
            connections.removeAll(where: \.isEnded)
            connections.append(connection)
            let node = process.node
            connection.open(on: process.loops[0]) { try node.open(on: $0) }
        }

        func call<Value: Sendable>(
            _ body:
                @escaping @Sendable (HostedNode, _ done: @escaping @Sendable (Result<Value, Rejection>) -> Void) -> Void
        ) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                world.enter { [self] in
                    guard let process, isRunning else { return continuation.resume(throwing: TestServerError.stopped) }
                    body(process.node) { continuation.resume(with: $0) }
                }
            }
        }

        func read<Value: Sendable>(_ body: @escaping @Sendable (any Storage) async throws -> Value) async throws
            -> Value
        {
            try await withCheckedThrowingContinuation { continuation in
                world.enter { [world, storage] in
                    continuation.resume(with: Result { try world.runToEnd { try await body(storage) } })
                }
            }
        }

        func advance(by duration: Duration) async throws {
            let nanoseconds = UInt64(clamping: duration.milliseconds) * 1_000_000
            await withCheckedContinuation { done in
                world.enter { [world] in
                    world.pass(nanoseconds: nanoseconds)
                    done.resume()
                }
            }
        }

        private func pause(milliseconds: Int) async -> Bool {
            await withCheckedContinuation { done in
                world.enter { [self] in
                    guard isRunning else { return done.resume(returning: false) }
                    pauseCount += 1
                    let number = pauseCount
                    let timer = world.after(nanoseconds: UInt64(clamping: milliseconds) * 1_000_000, timers) { [self] in
                        pauses.removeValue(forKey: number)?.done.resume(returning: true)
                    }
                    pauses[number] = (timer, done)
                }
            }
        }
    }
#endif
