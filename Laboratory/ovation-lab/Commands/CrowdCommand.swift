import ArgumentParser
import Dispatch
import OvationCommandLine
import OvationSimulator

/// `ovation-lab crowd`: what a viewer costs, however many nodes serve.
struct CrowdCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crowd", abstract: "Measure what viewers of one live cost at many simulated servers.",
        discussion: """
            Every server is the shipping code with real connections; network, database and broker are simulated and not counted. One \
            server has all its viewers, and stands for the others, which have one each: a processor that simulated all of them would \
            have none in its cache when their turn comes. With one viewer each, the servers are measured alone first: the difference is \
            what viewers cost, and the rest what a server costs without any.

              ovation-lab crowd --nodes 1
              ovation-lab crowd --nodes 100
            """)

    @Option(help: "Servers.") var nodes = 1
    @Option(help: "Viewers of each server.") var viewers = 10_000
    @Option(help: "Messages a second into the live.") var messages = 10
    @Option(help: "Simulated seconds to measure.") var seconds = 20
    @Flag(help: "Print JSON.") var json = false

    /// What is printed.
    private struct Report: Encodable {
        var nodes: Int
        var viewers: Int
        /// What a viewer's second takes of the processor, with their part of what their server takes.
        var microsecondsPerViewerSecond: Double
        /// What a server takes of the processor in a second without viewers.
        var microsecondsPerNodeSecond: Double
        var deliveries: Int
    }

    func validate() throws {
        guard (1...1_000).contains(nodes), (2...100_000).contains(viewers) else {
            throw ValidationError("--nodes is 1 to 1000, and --viewers 2 to 100000.")
        }
        guard (1...1_000).contains(messages), (1...3_600).contains(seconds) else {
            throw ValidationError("--messages is 1 to 1000, and --seconds 1 to 3600.")
        }
    }

    func run() async throws {
        let few = try await Self.run(crowd(1))
        let whole = try await Self.run(crowd(viewers))
        let perViewer =
            (whole.microseconds - few.microseconds) / Double(whole.viewers - few.viewers) / Double(seconds)
        let perNode = few.microseconds / Double(seconds) / Double(nodes)
        let report = Report(
            nodes: nodes, viewers: nodes * viewers,
            microsecondsPerViewerSecond: perViewer + perNode / Double(viewers), microsecondsPerNodeSecond: perNode,
            deliveries: whole.deliveries)
        if json { return try JSONOutput.print(report) }
        print(
            """
            \(report.viewers) viewers on \(nodes) servers: \(report.microsecondsPerViewerSecond) µs for a viewer's second, \
            \(report.microsecondsPerNodeSecond) µs for a server's
            """)
    }

    private func crowd(_ viewers: Int) -> Crowd {
        Crowd(nodes: nodes, viewers: viewers, messagesPerSecond: messages, seconds: seconds)
    }

    /// A crowd blocks its thread, and Swift's pool has too few threads for that.
    private static func run(_ crowd: Crowd) async throws -> Crowd.Outcome {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try crowd.run() }) }
        }
    }
}
