import Foundation

/// The benchmarks: what the server's parts cost on this machine, each beside something that everybody knows, measured in
/// the same run.
@main
struct Benchmarks {
    /// Every benchmark, in the order of the table. A new one is a line here, or in a file of its own.
    static let all: [Benchmark] = codec + rules + ledger + fanOut + recordings

    static func main() async throws {
        var filter: String?
        var samples = 7
        var printsJSON = false
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--filter": filter = arguments.popFirst()
            case "--samples": samples = arguments.popFirst().flatMap { Int($0) } ?? 0
            case "--json": printsJSON = true
            case "--list":
                for benchmark in all { print(benchmark.name) }
                return
            default: fail()
            }
        }
        guard samples >= 1 else { fail() }
        let chosen = all.filter { filter.map($0.name.contains) ?? true }
        guard !chosen.isEmpty else {
            FileHandle.standardError.write(Data("No benchmark has \"\(filter ?? "")\" in its name.\n".utf8))
            exit(2)
        }
        if !printsJSON { tell(BenchmarkResult.header) }
        for benchmark in chosen {
            let result = try await benchmark.measure(samples: samples)
            tell(printsJSON ? try result.json : result.line)
        }
    }

    /// Prints at once: a table that grows slowly is read while it does.
    private static func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    private static func fail() -> Never {
        let usage = """
            usage: ovation-benchmarks [--filter TEXT] [--samples NUMBER] [--json] [--list]

              --filter TEXT     those with the text in their name
              --samples NUMBER  how often each is measured (7); the median is told
              --json            one object a line

            """
        FileHandle.standardError.write(Data(usage.utf8))
        exit(2)
    }
}
