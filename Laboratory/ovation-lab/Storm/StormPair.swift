#if Cluster
    import Foundation
    import OvationProcess
    import OvationRules
    import OvationStorage
    import OvationStoragePostgres
    import Synchronization

    /// Two servers on one PostgreSQL database behind a balancer: one serves, the other stands by.
    final class StormPair: StormTarget {
        /// How long a standby may take, on a busy machine.
        private static let patience = Duration.seconds(30)

        /// What is known of the two servers.
        private struct State {
            /// The processes by their port.
            var running: [Int: ChildProcess] = [:]
            /// The port of the server that reported last that it serves; nil if that one was ended.
            var serving: Int?
            /// How long each take-over took.
            var takeOverMilliseconds: [Int] = []
        }

        private let address: PostgresAddress
        private let ways: StormWays
        private let folder: URL
        private let ports: [Int]
        private let balancer: ReadyBalancer
        private let state = Mutex(State())
        /// Yields when a server has reported that it serves, and when a wait for that has lasted too long.
        private let changes: AsyncStream<Void>
        private let changed: AsyncStream<Void>.Continuation

        /// Erases the database, and prepares two servers.
        ///
        /// - Parameter url: a database on this machine, by TCP.
        init(url: String, folder: URL) async throws {
            (changes, changed) = AsyncStream.makeStream(of: Void.self)
            address = try PostgresAddress(url)
            ways = try StormWays(to: url, count: 2)
            self.folder = folder
            try await ErasedStorage.erase(url)
            ports = try (0..<2).map { _ in
                let (socket, port) = try LocalSocket.listen()
                close(socket)
                return port
            }
            balancer = try ReadyBalancer(to: ports)
        }

        var url: String { "ws://127.0.0.1:\(balancer.port)" }

        func start() async throws {
            for (number, port) in ports.enumerated() where state.withLock({ $0.running[port] == nil }) {
                var environment = ProcessInfo.processInfo.environment
                environment["OVATION_STORAGE_URL"] = ways.urls[number]
                environment["OVATION_APP_SECRET"] = "a secret that both servers of a storm are given"
                let command = [
                    try ServerBinary.path(), "serve", "--dev", "--quiet", "--port", "\(port)", "--data",
                    folder.appendingPathComponent("node\(number)").path, "--cluster.nodeName", "node\(number)",
                    "--log-format", "json", "--log-level", "warning",
                ]
                let log = folder.appendingPathComponent("server\(number).log").path
                let (process, output) = try ChildOutput.open {
                    try ChildProcess.spawn(command, environment: environment, output: $0, error: .appending(log))
                }
                state.withLock { $0.running[port] = process }
                // A standby says where it listens when it begins to serve.
                output.find("Ovation is listening") { [weak self] in self?.noteServing(process, port) }
                // The first one serves; who comes later stands by.
                if number == 0 { _ = try await serving() }
            }
        }

        func end(_ way: StormEnd) async throws {
            let port = try await serving()
            guard let process = take(port) else { return }
            let began: ContinuousClock.Instant
            switch way {
            case .killed:
                began = .now
                process.signal(SIGKILL)
            case .killedBeforeAnswer:
                began = await ways.kill(process, beforeAnswerOf: ports.firstIndex(of: port) ?? 0)
            case .frozen:
                began = .now
                process.signal(SIGSTOP)
                _ = try await serving()
                note(began)
                process.signal(SIGCONT)
                return try await Self.awaitEndOfFrozen(process)
            }
            _ = await process.end()
            _ = try await serving()
            note(began)
        }

        private func note(_ began: ContinuousClock.Instant) {
            let took = Int((ContinuousClock.now - began) / .milliseconds(1))
            state.withLock { $0.takeOverMilliseconds.append(took) }
        }

        var takeOverMilliseconds: [Int] { state.withLock { $0.takeOverMilliseconds } }

        func terminate() async -> Int32 {
            var status: Int32 = 0
            // The standby first, so that it does not take over.
            let active = (try? await serving()) ?? 0
            for port in ports.sorted(by: { ($0 == active ? 1 : 0) < ($1 == active ? 1 : 0) }) {
                guard let process = take(port) else { continue }
                process.signal(SIGTERM)
                status = max(status, Self.stopStatus(await process.end()))
            }
            return status
        }

        func storage() async throws -> any Storage {
            let lease = try await PostgresAccess(address).leaseOfTool(name: "storm audit")
            return try await PostgresStorage(lease, policy: LedgerPolicy())
        }

        /// Takes a server out of those that run. Returns nil if it does not run.
        private func take(_ port: Int) -> ChildProcess? {
            state.withLock { state in
                if state.serving == port { state.serving = nil }
                return state.running.removeValue(forKey: port)
            }
        }

        /// Remembers the server that has reported that it serves, unless the storm has ended it since.
        private func noteServing(_ process: ChildProcess, _ port: Int) {
            state.withLock { state in
                if state.running[port]?.id == process.id { state.serving = port }
            }
            changed.yield()
        }

        /// The port of the server that serves; waits while one takes over. One caller at a time.
        private func serving() async throws -> Int {
            let end = ContinuousClock.now + Self.patience
            let port = await withTaskGroup(of: Void.self) { group in
                group.addTask { [changed] in
                    guard (try? await Task.sleep(until: end)) != nil else { return }
                    changed.yield()
                }
                defer { group.cancelAll() }
                var iterator = changes.makeAsyncIterator()
                repeat {
                    if let port = state.withLock({ $0.serving }) { return port as Int? }
                    _ = await iterator.next()
                } while ContinuousClock.now < end && !Task.isCancelled
                return nil
            }
            guard let port else {
                throw StormServer.Failure(
                    description: "No server served within \(Self.patience). The logs are in \(folder.path).")
            }
            return port
        }
    }
#endif
