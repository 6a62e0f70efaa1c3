import Dispatch

/// Looks for the first world in which a planted bug is found.
package struct PlantHunt: Sendable {
    /// Where a bug was found.
    package struct Finding: Codable, Sendable {
        /// Which bug.
        package var plant: String
        /// The first seed whose world shows it; nil where none does.
        package var seed: UInt64?
        /// What was wrong there, in a sentence.
        package var problem: String?
    }

    /// The first seed.
    package var first: UInt64
    /// In how many worlds a bug has to be found.
    package var seeds: Int
    /// After how many events nothing new begins in a world.
    package var events: Int
    /// Worlds that run side by side.
    package var threads: Int

    /// Makes a hunt.
    package init(first: UInt64, seeds: Int, events: Int, threads: Int) {
        self.first = first
        self.seeds = seeds
        self.events = events
        self.threads = threads
    }

    /// Runs the worlds of a bug until one of them shows it.
    package func find(_ bug: PlantedBug) async throws -> Finding {
        for start in stride(from: 0, to: seeds, by: threads) {
            let worlds = (start..<min(seeds, start + threads)).map { number in
                Simulation(seed: first &+ UInt64(number), events: events, bug: bug)
            }
            let outcomes = try await Self.run(worlds)
            if let found = outcomes.filter({ !$0.problems.isEmpty }).min(by: { $0.seed < $1.seed }) {
                return Finding(plant: bug.rawValue, seed: found.seed, problem: found.problems.first)
            }
        }
        return Finding(plant: bug.rawValue)
    }

    /// A world blocks its thread, which Swift's pool has too few of.
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
