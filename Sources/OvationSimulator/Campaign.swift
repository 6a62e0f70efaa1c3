import Dispatch
import Foundation
import Synchronization

/// Runs many worlds in parallel on a few threads.
package struct Campaign: Sendable {
    /// The combined result of many worlds.
    package struct Summary: Codable, Sendable {
        /// A world with a problem.
        package struct Failure: Codable, Sendable {
            package var seed: UInt64
            package var step: Int
            package var problems: [String]
            package var lastEvents: [String]
        }

        package var firstSeed: UInt64
        package var seeds: Int
        package var events = 0
        package var steps = 0
        package var orders = 0
        /// Questions that reached the app's own billing.
        package var questions = 0
        package var crashes = 0
        /// A hash of everything that happened in all worlds.
        package var hash: UInt64 = 0
        package var failures: [Failure] = []
        package var seconds = 0.0
        /// The last events of every world, if requested.
        package var lines: [String] = []

        /// The summary as a sentence.
        package var sentence: String {
            """
            \(events) events over \(seeds) seeds from \(firstSeed): \(orders) orders, \
            \(questions) questions to a billing, \(crashes) crashes, \
            \(failures.count) worlds with problems, trace \(String(hash, radix: 16)) (\((seconds * 10).rounded() / 10) s)
            """
        }
    }

    private let first: UInt64
    private let seeds: Int
    private let simulation: Simulation
    private let lines: Int
    private let threads: Int

    /// How many events of a failing world are reported.
    private static let linesOfFailure = 60
    /// How many failing worlds are reported before the campaign stops.
    fileprivate static let failuresMax = 5

    /// Makes a campaign that runs the same world with consecutive seeds.
    package init(first: UInt64, seeds: Int, simulation: Simulation, lines: Int = 0, threads: Int? = nil) {
        self.first = first
        self.seeds = seeds
        self.simulation = simulation
        self.lines = lines
        self.threads = min(threads ?? Self.processors, seeds)
    }

    private static var processors: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

    /// Runs all worlds.
    ///
    /// - Parameter report: Receives descriptions of failures, and regular progress.
    package func run(report: @escaping @Sendable (String) -> Void) async throws -> Summary {
        let started = ContinuousClock.now
        let state = State(Progress(summary: Summary(firstSeed: first, seeds: seeds)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<threads {
                group.addTask { try await Self.onThread { try work(state, report) } }
            }
            try await group.waitForAll()
        }
        var summary = state.progress.withLock { $0.summary }
        summary.seconds = (ContinuousClock.now - started) / .seconds(1)
        return summary
    }

    private final class State: Sendable {
        let progress: Mutex<Progress>

        init(_ progress: Progress) { self.progress = Mutex(progress) }
    }

    fileprivate struct Progress {
        var summary: Summary
        var next = 0
        var done = 0
    }

    /// A world blocks its thread, and Swift's pool has too few threads for that.
    private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }

    private func work(_ state: State, _ report: (String) -> Void) throws {
        while let number = state.progress.withLock({ $0.take(of: seeds) }) {
            var simulation = simulation
            simulation.seed = first &+ UInt64(number)
            simulation.lines = lines
            let outcome = try simulation.run()
            var failure: Summary.Failure?
            if !outcome.problems.isEmpty {
                // The world runs again to record its last events as text. The same seed gives the same world.
                simulation.lines = max(lines, Self.linesOfFailure)
                let again = try simulation.run()
                let repeats = again.hash == outcome.hash
                failure = Summary.Failure(
                    seed: outcome.seed, step: outcome.steps,
                    problems: outcome.problems + (repeats ? [] : ["the seed did not repeat the world"]),
                    lastEvents: again.lastLines)
            }
            let line = state.progress.withLock { $0.add(outcome, failure, of: seeds) }
            if let failure { report(failure.text) }
            if let line { report(line) }
        }
    }
}

extension Campaign.Progress {
    mutating func take(of seeds: Int) -> Int? {
        guard next < seeds, summary.failures.count < Campaign.failuresMax else { return nil }
        next += 1
        return next - 1
    }

    /// Adds the result of a world. Returns a progress line now and then.
    mutating func add(_ outcome: Simulation.Outcome, _ failure: Campaign.Summary.Failure?, of seeds: Int) -> String? {
        summary.events += outcome.events
        summary.steps += outcome.steps
        summary.orders += outcome.orders
        summary.questions += outcome.questions
        summary.crashes += outcome.crashes
        // Worlds finish in any order, so the combined hash must not depend on it.
        summary.hash &+= TraceHash.mixed(outcome.hash ^ outcome.seed)
        summary.lines += outcome.lastLines
        if let failure { summary.failures.append(failure) }
        done += 1
        let tenth = max(1, seeds / 10)
        return done % tenth == 0 && seeds >= 100 ? "\(done) of \(seeds) worlds, \(summary.events) events" : nil
    }
}

extension Campaign.Summary.Failure {
    /// A description of the failure.
    var text: String {
        """
        seed \(seed), step \(step): \(problems.count) problems
        \(problems.prefix(20).map { "  " + $0 }.joined(separator: "\n"))
        The last events:
        \(lastEvents.map { "  " + $0 }.joined(separator: "\n"))
        """
    }
}
