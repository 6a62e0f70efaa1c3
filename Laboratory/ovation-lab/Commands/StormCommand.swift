import ArgumentParser
import Foundation
import OvationCommandLine

/// `ovation-lab storm`: kills a server again and again and looks whether it lost anything.
struct StormCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storm", abstract: "Kill a server again and again under real clients, then audit its books.",
        discussion: """
            Starts a server of its own in a temporary folder, sends it gifts from users with the real client, kills it with \
            SIGKILL at seeded moments, starts it again on the same port, and crashes apps with orders under way. Then it \
            compares the database with what the clients saw: 0 lost, 0 doubled, 0 out of balance, or it exits with 1 and \
            keeps the folder.

              ovation-lab storm --runs 5
              ovation-lab storm --seed 42 --orders 2000 --users 200 --kills 5 --json
            """)

    @Option(help: "The seed of the first run; the next ones count up. Default: a new one.") var seed: UInt64?
    @Option(help: "How many storms, one after the other.") var runs = 1
    @Option(help: "Orders in a storm.") var orders = 2_000
    @Option(help: "Users who send them.") var users = 200
    @Option(help: "How often the server is killed in a storm.") var kills = 5
    @Option(help: "Seconds that one storm may take.") var limit = 300
    @Option(
        help: ArgumentHelp(
            "Two servers on PostgreSQL instead of one on SQLite. The one that serves is killed, killed between a commit and its "
                + "answer, or frozen, and the other takes over. Everything in the database is erased first, so its name must "
                + "begin with \"storm\".", valueName: "url"))
    var storageURL: String?
    @Option(
        help: ArgumentHelp(
            "Three servers that serve at the same time, on the database of --storage-url and this NATS. One after the other is ended, "
                + "and the rest runs its lives.", valueName: "url"))
    var brokerURL: String?
    @Flag(help: "Print JSON, one object a storm.") var json = false

    func validate() throws {
        guard runs > 0, users > 0, orders >= users, kills >= 0, limit > 0 else {
            throw ValidationError("--runs, --users and --limit are at least 1, --orders at least --users.")
        }
        guard brokerURL == nil || storageURL != nil else {
            throw ValidationError("--broker-url needs --storage-url.")
        }
        guard orders / users < 9_999 else { throw ValidationError("A user sends at most 9,998 orders.") }
    }

    func run() async throws {
        let first = seed ?? .random(in: 0...0xFFFF_FFFF)
        var failed = false
        for run in 0..<UInt64(runs) {
            let plan = Storm.Plan(seed: first &+ run, orders: orders, users: users, kills: kills)
            failed = try await !blow(plan) || failed
        }
        if failed { throw ExitCode(1) }
    }

    /// Runs one storm; false where it found something.
    private func blow(_ plan: Storm.Plan) async throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-storm-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let storm = Storm(plan: plan, server: try await target(folder))
        let limit = limit
        do {
            let outcome = try await withThrowingTaskGroup(of: Storm.Outcome.self) { group in
                group.addTask { try await storm.run() }
                group.addTask {
                    try await Task.sleep(for: .seconds(limit))
                    throw StormServer.Failure(description: "The storm did not end within \(limit) seconds.")
                }
                defer { group.cancelAll() }
                guard let first = try await group.next() else { throw CancellationError() }
                return first
            }
            try report(outcome, folder)
            if outcome.problems.isEmpty { try? FileManager.default.removeItem(at: folder) }
            return outcome.problems.isEmpty
        } catch {
            StandardError.print("storm with seed \(plan.seed): \(error)\nWhat it left is in \(folder.path)")
            return false
        }
    }

    private func target(_ folder: URL) async throws -> any StormTarget {
        guard let storageURL else { return StormServer(data: folder) }
        #if Cluster
            if let brokerURL {
                return try await StormCluster(url: storageURL, brokerURL: brokerURL, folder: folder)
            }
            return try await StormPair(url: storageURL, folder: folder)
        #else
            throw StormServer.Failure(
                description: "This ovation-lab was built without PostgreSQL. Build with --traits Server,Cluster.")
        #endif
    }

    private func takeOvers(_ outcome: Storm.Outcome) -> String {
        let milliseconds = outcome.takeOverMilliseconds
        return milliseconds.isEmpty
            ? "" : ", served again after \(milliseconds.map(String.init).joined(separator: ", ")) ms"
    }

    private func report(_ outcome: Storm.Outcome, _ folder: URL) throws {
        if json {
            try JSONOutput.print(outcome)
        } else {
            let seconds = (outcome.seconds * 10).rounded() / 10
            print(
                """
                seed \(outcome.seed): \(outcome.orders) orders, \(outcome.acknowledged) acknowledged, \
                \(outcome.kills) kills, \(outcome.appCrashes) app crashes: \(outcome.lost) lost, \
                \(outcome.doubled) doubled, \(outcome.unbalanced) out of balance (\(seconds) s)\(takeOvers(outcome))
                """)
        }
        guard !outcome.problems.isEmpty else { return }
        for problem in outcome.problems.prefix(20) { StandardError.print(problem) }
        StandardError.print("The database and the server's log are in \(folder.path)")
    }
}
