#if Cluster
    import Foundation
    import OvationProcess

    /// The ways of the servers of a storm to their database: a proxy for each, which loses an answer when it is told to.
    struct StormWays: Sendable {
        /// How long a storm waits for a gift whose answer gets lost.
        private static let giftPatience = Duration.seconds(2)

        private let proxies: [FaultyProxy]
        /// The URL of the database for each server.
        let urls: [String]

        /// - Parameter url: a database on this machine, by TCP.
        init(to url: String, count: Int) throws {
            guard let parts = URLComponents(string: url), ["127.0.0.1", "localhost"].contains(parts.host) else {
                throw StormServer.Failure(
                    description: "A storm needs a database at 127.0.0.1: postgres://user@127.0.0.1:5432/storm")
            }
            proxies = try (0..<count).map { _ in try FaultyProxy(to: parts.port ?? 5_432) }
            urls = proxies.compactMap { proxy in
                var parts = parts
                parts.port = proxy.port
                // What is encrypted cannot be looked for a gift.
                parts.queryItems = (parts.queryItems ?? []) + [URLQueryItem(name: "sslmode", value: "disable")]
                return parts.string
            }
        }

        /// Kills a server when the database has kept its next gift, before it reads that. Without a gift for a while it is killed anyway.
        ///
        /// - Returns: when it was killed.
        func kill(_ process: ChildProcess, beforeAnswerOf server: Int) async -> ContinuousClock.Instant {
            let (kills, killing) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
            let kill: @Sendable () -> Void = {
                process.signal(SIGKILL)
                killing.yield(.now)
            }
            proxies[server].loseAnswer(to: "\"orderID\":\"", onLoss: kill)
            let killed = await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    guard (try? await Task.sleep(for: Self.giftPatience)) != nil else { return }
                    kill()
                }
                var first = ContinuousClock.now
                for await moment in kills {
                    first = moment
                    break
                }
                group.cancelAll()
                return first
            }
            proxies[server].keepAnswers()
            return killed
        }
    }
#endif
