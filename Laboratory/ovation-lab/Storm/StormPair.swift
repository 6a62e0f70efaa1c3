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

        private let address: PostgresAddress
        private let storageURL: String
        private let folder: URL
        private let ports: [Int]
        private let balancer: ReadyBalancer
        /// The processes by their port.
        private let running = Mutex<[Int: ChildProcess]>([:])

        /// Erases the database, and prepares two servers.
        init(url: String, folder: URL) async throws {
            address = try PostgresAddress(url)
            storageURL = url
            self.folder = folder
            _ = try await ErasedStorage.erase(url)
            ports = try (0..<2).map { _ in
                let (socket, port) = try LocalSocket.listen()
                close(socket)
                return port
            }
            balancer = try ReadyBalancer(to: ports)
        }

        var url: String { "ws://127.0.0.1:\(balancer.port)" }

        func start() async throws {
            for (number, port) in ports.enumerated() where running.withLock({ $0[port] == nil }) {
                var environment = ProcessInfo.processInfo.environment
                environment["OVATION_STORAGE_URL"] = storageURL
                environment["OVATION_APP_SECRET"] = "a secret that both servers of a storm are given"
                let process = try ChildProcess.spawn(
                    [
                        try ServerBinary.path(), "serve", "--dev", "--quiet", "--port", "\(port)", "--data",
                        folder.appendingPathComponent("node\(number)").path, "--cluster.nodeName", "node\(number)",
                        "--log-format", "json", "--log-level", "warning",
                    ], environment: environment, output: .nothing,
                    error: .appending(folder.appendingPathComponent("server\(number).log").path))
                running.withLock { $0[port] = process }
                // The first one serves; who comes later stands by.
                if number == 0 { _ = try await serving() }
            }
        }

        func kill() async throws {
            let port = try await serving()
            guard let process = running.withLock({ $0.removeValue(forKey: port) }) else { return }
            process.signal(SIGKILL)
            _ = await process.end()
        }

        func terminate() async -> Int32 {
            var status: Int32 = 0
            // The standby first, so that it does not take over.
            let active = (try? await serving()) ?? 0
            for port in ports.sorted(by: { ($0 == active ? 1 : 0) < ($1 == active ? 1 : 0) }) {
                guard let process = running.withLock({ $0.removeValue(forKey: port) }) else { continue }
                process.signal(SIGTERM)
                status = max(status, await process.end())
            }
            return status
        }

        func storage() async throws -> any Storage {
            let lease = try await PostgresAccess(address).leaseOfTool(name: "storm audit")
            return try await PostgresStorage(lease, policy: LedgerPolicy())
        }

        /// The port of the server that serves; waits while one takes over.
        private func serving() async throws -> Int {
            let end = ContinuousClock.now + Self.patience
            while ContinuousClock.now < end {
                if let port = ports.first(where: ReadyBalancer.isReady) { return port }
                try await Task.sleep(for: .milliseconds(50))
            }
            throw StormServer.Failure(description: "No server was ready within \(Self.patience). The logs are in \(folder.path).")
        }
    }
#endif
