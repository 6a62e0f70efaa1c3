import Dispatch

/// Searches for the first world in which a planted bug is found.
package struct PlantHunt: Sendable {
    /// The result of a search.
    package struct Finding: Codable, Sendable {
        /// The name of the bug.
        package var plant: String
        /// The first seed whose world shows the bug; nil if none does.
        package var seed: UInt64?
        /// The problem that was found, as a sentence.
        package var problem: String?
    }

    /// The first seed.
    package var first: UInt64
    /// How many worlds to try.
    package var seeds: Int
    /// The number of events after which a world starts nothing new.
    package var events: Int
    /// How many worlds run in parallel.
    package var threads: Int

    /// How many nodes serve in the worlds of a bug that shows only where several do.
    package static let nodesOfCluster = 3

    /// Makes a search.
    package init(first: UInt64, seeds: Int, events: Int, threads: Int) {
        self.first = first
        self.seeds = seeds
        self.events = events
        self.threads = threads
    }

    /// Runs worlds with a bug until one of them shows it.
    package func find(_ bug: PlantedBug) async throws -> Finding {
        for start in stride(from: 0, to: seeds, by: threads) {
            let worlds = (start..<min(seeds, start + threads)).map { number in
                Simulation(
                    seed: first &+ UInt64(number), events: events, nodes: bug.isOfCluster ? Self.nodesOfCluster : 1,
                    bug: bug)
            }
            let outcomes = try await Self.run(worlds)
            if let found = outcomes.filter({ !$0.problems.isEmpty }).min(by: { $0.seed < $1.seed }) {
                return Finding(plant: bug.rawValue, seed: found.seed, problem: found.problems.first)
            }
        }
        return Finding(plant: bug.rawValue)
    }

    /// A world blocks its thread, and Swift's pool has too few threads for that.
    private static func run(_ worlds: [Simulation]) async throws -> [Simulation.Outcome] {
        try await withThrowingTaskGroup(of: Simulation.Outcome.self) { group in
            for world in worlds {
                group.addTask {
                    try await withCheckedThrowingContinuation { continuation in
                        DispatchQueue.global().async { continuation.resume(with: Result { try world.run() }) }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
