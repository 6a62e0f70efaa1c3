import ArgumentParser
import Foundation
import OvationCommandLine
import OvationREST

/// `ovation audit`: who changed what on a running server.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show and export what operators changed on a running server.",
        discussion: "Exits with 0, with 1 where the server refused, 69 where it cannot be reached.",
        subcommands: [List.self, Export.self])

    /// Which lines of the log.
    struct Filter: ParsableArguments {
        @Option(help: ArgumentHelp("Only what this operator did.", valueName: "user")) var by: String?
        @Option(help: ArgumentHelp("Only what was done to this: a live, a gift, a user.", valueName: "id"))
        var object: String?
    }

    /// `ovation audit list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show what operators changed last, newest first.",
            discussion: "  ovation audit list --object rose")

        @OptionGroup var filter: Filter
        @Option(help: ArgumentHelp("At most so many.", valueName: "number")) var limit = 50
        @OptionGroup var options: OperatorOptions

        func validate() throws {
            if limit < 1 { throw ValidationError("--limit is at least 1.") }
        }

        func run() async throws {
            try await options.run { client, terminal in
                var entries: [RESTOperatorLog.Entry] = []
                try await AuditCommand.read(client, filter, limit: limit) { entries.append($0) }
                if options.json { return try JSONOutput.print(entries.map(AuditLine.init)) }
                guard !entries.isEmpty else { return terminal.print("There is no line.") }
                let rows = entries.map { entry in
                    let line = AuditLine(entry)
                    return [line.at, entry.by, entry.way, entry.address, entry.command, entry.object]
                }
                for line in terminal.table(["WHEN", "WHO", "HOW", "FROM", "WHAT", "OBJECT"], rows, numbers: []) {
                    terminal.print(line)
                }
            }
        }
    }

    /// `ovation audit export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print the whole log, newest first, for other programs.",
            discussion: """
                  ovation audit export --format csv > operators.csv

                NDJSON has an object in each line. In CSV, a text that a spreadsheet would take for a formula has an apostrophe in front.
                """)

        /// The formats.
        enum Format: String, ExpressibleByArgument, CaseIterable { case ndjson, csv }

        @Option(help: ArgumentHelp("ndjson or csv.", valueName: "format")) var format: Format = .ndjson
        @OptionGroup var filter: Filter
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.run { client, _ in
                if format == .csv { Swift.print(AuditLine.heading) }
                try await AuditCommand.read(client, filter, limit: .max) { entry in
                    let line = AuditLine(entry)
                    switch format {
                    case .csv: Swift.print(line.csv)
                    case .ndjson: try JSONOutput.print(line)
                    }
                }
            }
        }
    }

    private struct Request: Encodable {
        let by: String?
        let object: String?
        let next: String
        let count: Int

        enum CodingKeys: String, CodingKey {
            case by = "Operator_Account"
            case object = "Object"
            case next = "Next"
            case count = "Count"
        }
    }

    /// Lines of one page. A server whose limit is lower says so, and the operator raises it.
    private static let pageMax = 200

    /// Reads lines page by page, so that no more than a page is in memory.
    private static func read(
        _ client: RESTClient, _ filter: Filter, limit: Int, _ take: (RESTOperatorLog.Entry) throws -> Void
    ) async throws {
        var next = ""
        var left = limit
        repeat {
            let request = Request(
                by: filter.by, object: filter.object, next: next, count: min(pageMax, left))
            let page = try await client.call(
                "get_operator_log", request, of: RESTClient.operators, answer: RESTOperatorLog.self)
            for entry in page.entries { try take(entry) }
            left -= page.entries.count
            next = page.next
        } while !next.isEmpty && left > 0
    }
}
