#if Cluster
    import Foundation
    import OvationProcess
    import OvationRules
    import OvationStorage
    import OvationStoragePostgres
    import Synchronization

    /// Three servers on one PostgreSQL database and one NATS behind a balancer that spreads clients: all of them serve.
    final class StormCluster: StormTarget {
        private static let serversCount = 3
        /// How long the others may take to run the lives of a server that was ended, on a busy machine.
        private static let patience = Duration.seconds(60)
        private static let lookDelay = Duration.milliseconds(100)

        private struct State {
            /// The processes by the number of their server.
            var running: [Int: ChildProcess] = [:]
            /// Which server is ended next.
            var next = 0
            var takeOverMilliseconds: [Int] = []
        }

        private let address: PostgresAddress
        private let ways: StormWays
        private let brokerURL: String
        private let folder: URL
        private let ports: [Int]
        private let balancer: ReadyBalancer
        private let state = Mutex(State())

        /// Erases the database, and prepares the servers.
        ///
        /// - Parameters:
        ///   - url: a database on this machine, by TCP.
        ///   - brokerURL: a NATS server that has nothing else to do.
        init(url: String, brokerURL: String, folder: URL) async throws {
            address = try PostgresAddress(url)
            ways = try StormWays(to: url, count: Self.serversCount)
            self.brokerURL = brokerURL
            self.folder = folder
            try await ErasedStorage.erase(url)
            ports = try (0..<Self.serversCount).map { _ in
                let (socket, port) = try LocalSocket.listen()
                close(socket)
                return port
            }
            balancer = try ReadyBalancer(to: ports, spreads: true)
        }

        var url: String { "ws://127.0.0.1:\(balancer.port)" }

        var takeOverMilliseconds: [Int] { state.withLock { $0.takeOverMilliseconds } }

        func start() async throws {
            for number in ports.indices where state.withLock({ $0.running[number] == nil }) {
                var environment = ProcessInfo.processInfo.environment
                environment["OVATION_STORAGE_URL"] = ways.urls[number]
                environment["OVATION_CLUSTER_BROKER_URL"] = brokerURL
                environment["OVATION_APP_SECRET"] = "a secret that all servers of a storm are given"
                let command = [
                    try ServerBinary.path(), "serve", "--dev", "--quiet", "--port", "\(ports[number])", "--data",
                    folder.appendingPathComponent("node\(number)").path, "--cluster.nodeName", "node\(number)",
                    "--log-format", "json", "--log-level", "warning",
                ]
                let log = folder.appendingPathComponent("server\(number).log").path
                let serving: ServingProcess
                do {
                    serving = try await ServingProcess.start(command, environment: environment, error: .appending(log))
                } catch {
                    throw StormServer.Failure(description: "A server cannot be started: \(error) Its log is \(log).")
                }
                state.withLock { $0.running[number] = serving.process }
            }
        }

        /// Ends one server after the other, and waits until the rest runs its lives.
        func end(_ way: StormEnd) async throws {
            let taken = state.withLock { state -> (Int, ChildProcess)? in
                let number = state.next
                state.next = (number + 1) % Self.serversCount
                return state.running.removeValue(forKey: number).map { (number, $0) }
            }
            guard let (number, process) = taken else { return }
            let began: ContinuousClock.Instant
            switch way {
            case .killed:
                began = .now
                process.signal(SIGKILL)
            case .killedBeforeAnswer: began = await ways.kill(process, beforeAnswerOf: number)
            case .frozen:
                began = .now
                process.signal(SIGSTOP)
            }
            if way != .frozen { _ = await process.end() }
            do { try await waitUntilServed(without: number) } catch {
                process.signal(SIGKILL)
                throw error
            }
            let took = Int((ContinuousClock.now - began) / .milliseconds(1))
            state.withLock { $0.takeOverMilliseconds.append(took) }
            guard way == .frozen else { return }
            // It finds out that it was fenced, and ends by itself.
            process.signal(SIGCONT)
            try await Self.awaitEndOfFrozen(process)
        }

        /// Waits until a server is taken for gone and every live has a home.
        private func waitUntilServed(without number: Int) async throws {
            let end = ContinuousClock.now + Self.patience
            while ContinuousClock.now < end {
                let report = try await PostgresAccess(address).cluster()
                let isGone = report.members.allSatisfy { $0.node.name != "node\(number)" || $0.node.state == .gone }
                if isGone, report.livesWithoutHome == 0 { return }
                try await Task.sleep(for: Self.lookDelay)
            }
            throw StormServer.Failure(
                description: "The lives of a server had no home after \(Self.patience). The logs are in \(folder.path)."
            )
        }

        func terminate() async -> Int32 {
            var status: Int32 = 0
            let running = state.withLock { state in
                defer { state.running = [:] }
                return state.running
            }
            for (_, process) in running.sorted(by: { $0.key < $1.key }) {
                process.signal(SIGTERM)
                status = max(status, Self.stopStatus(await process.end()))
            }
            return status
        }

        func storage() async throws -> any Storage {
            let lease = try await PostgresAccess(address).leaseOfTool(name: "storm audit")
            return try await PostgresStorage(lease, policy: LedgerPolicy())
        }
    }
#endif
