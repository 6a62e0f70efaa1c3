import ArgumentParser
import Foundation
import OvationCommandLine
import OvationModel
import OvationStorage
import OvationStorageSQLite

/// `ovation-lab bench`: what money costs on this machine.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure how many gift orders a second this machine keeps.",
        discussion: """
            "Laboratory/scripts/bench-ledger" runs both beside pgbench on the same disk and prints the ratios.
            """,
        subcommands: [Ledger.self, Orders.self])

    struct Ledger: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ledger", abstract: "Orders in the ledger alone: SQLite, every transaction on the disk.")

        @Option(help: "How long to measure.") var seconds = 15.0
        @Option(help: "Orders in a transaction; by default what the server gathers at most.")
        var batch = Limits().journalBatchMax
        @Option(help: "A folder on the disk to measure (default: a temporary one).") var folder: String?
        @Option(
            help: ArgumentHelp(
                "PostgreSQL instead of SQLite. Everything in the database is erased first, so its name must begin with \"storm\".",
                valueName: "url"))
        var storageURL: String?
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let (folder, isOwn) = try BenchCommand.folder(folder)
            defer { if isOwn { try? FileManager.default.removeItem(at: folder) } }
            let storage =
                if let storageURL {
                    try await ErasedStorage.open(storageURL)
                } else {
                    try SQLiteStorage(path: folder.appendingPathComponent("ledger.sqlite").path) as any Storage
                }
            let outcome = try await LedgerBench(storage: storage, seconds: seconds, batch: batch).run()
            if json { return try JSONOutput.print(outcome) }
            print("\(Int(outcome.ordersPerSecond)) durable orders a second, \(outcome.batch) to a transaction")
        }
    }

    struct Orders: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "orders", abstract: "Orders over WebSocket, to the answer and to the host.",
            discussion: """
                Starts a server of its own with --dev in a temporary folder. With --server-port it uses servers of this machine that run, \
                with --dev and "limits.connectionCommandsPerSecond: 0"; "Laboratory/scripts/measure-cluster homes" does.
                """)

        @Option(help: "How long to measure, at full and again at half rate.") var seconds = 15.0
        @Option(help: "Senders, each in a live of its own.") var senders = 200
        @Option(help: "Orders that a sender has under way at full rate.") var window = 8
        @Option(help: "Orders a second for the second pass (default: half of what the first gave).") var rate: Double?
        @Option(help: "A folder on the disk to measure (default: a temporary one).") var folder: String?
        @Option(
            help: ArgumentHelp(
                "PostgreSQL instead of SQLite. Everything in the database is erased first, so its name must begin with \"storm\".",
                valueName: "url"))
        var storageURL: String?
        @Option(
            name: .customLong("server-port"), parsing: .singleValue,
            help: ArgumentHelp(
                "A server that runs already, by its port; may be repeated, and the senders are spread over them.",
                valueName: "port"))
        var serverPorts: [Int] = []
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            if !serverPorts.isEmpty, storageURL != nil || self.folder != nil {
                throw ValidationError(
                    "A server of --server-port has its storage; leave out --storage-url and --folder.")
            }
            if let wrong = serverPorts.first(where: { !(1...65_535).contains($0) }) {
                throw ValidationError("\(wrong) is no port.")
            }
        }

        func run() async throws {
            guard serverPorts.isEmpty else { return try await report(bench(serverPorts)) }
            let (folder, isOwn) = try BenchCommand.folder(folder)
            defer { if isOwn { try? FileManager.default.removeItem(at: folder) } }
            if let storageURL { try await ErasedStorage.erase(storageURL) }
            // A few senders stand for many: each sends more than one connection may beside others.
            let server = StormServer(
                data: folder, settings: ["limits.connectionCommandsPerSecond=0"], storageURL: storageURL)
            try await server.start()
            let outcome: OrdersBench.Outcome
            do {
                outcome = try await bench([server.port])
            } catch {
                await server.end(.killed)
                throw error
            }
            _ = await server.terminate()
            try report(outcome)
        }

        private func bench(_ ports: [Int]) async throws -> OrdersBench.Outcome {
            try await OrdersBench(ports: ports, senders: senders, seconds: seconds, window: window, rate: rate).run()
        }

        private func report(_ outcome: OrdersBench.Outcome) throws {
            if json { return try JSONOutput.print(outcome) }
            func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
            print(
                """
                \(Int(outcome.ordersPerSecond)) orders a second; at \(Int(outcome.halfRate)) a second p50 \
                \(rounded(outcome.p50)) ms, p99 \(rounded(outcome.p99)) ms, max \(rounded(outcome.max)) ms
                """)
        }
    }

    /// The folder to measure in, and whether it is to be removed afterwards.
    private static func folder(_ path: String?) throws -> (URL, Bool) {
        let folder =
            path.map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("ovation-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return (folder, path == nil)
    }
}
