import Foundation
import Testing

/// The simulator as a person runs it from the command line.
@Suite(.timeLimit(.minutes(5)))
struct SimulateCommandTests {
    private struct Summary: Decodable {
        let hash: UInt64
        let steps: Int
        let events: Int
    }

    /// Simulates six worlds in a new process. The command itself must make hashing deterministic.
    private static func simulate(seed: Int) async throws -> Summary {
        let command = try await CommandProcess.run(
            ["simulate", "--seed", "\(seed)", "--seeds", "6", "--events", "300", "--json"], of: "ovation-lab",
            without: ["SWIFT_DETERMINISTIC_HASHING"])
        #expect(command.status == 0, "\(command.output)\(command.error)")
        return try JSONDecoder().decode(Summary.self, from: Data(command.output.utf8))
    }

    @Test func `equal seeds give equal worlds in every process, whatever its environment`() async throws {
        let first = try await Self.simulate(seed: 20)
        let second = try await Self.simulate(seed: 20)
        #expect(first.hash == second.hash)
        #expect(first.steps == second.steps)
        #expect(first.events >= 6 * 300)
        let other = try await Self.simulate(seed: 40)
        #expect(other.hash != first.hash, "the hash depends on what happened")
    }

    private struct Finding: Decodable {
        let plant: String
        let seed: UInt64?
        let problem: String?
    }

    @Test func `the table of plants names the first world that shows each bug, or says that none does`() async throws {
        let command = try await CommandProcess.run(
            ["plants", "--seeds", "60", "--plant", "double-charge", "--plant", "forgotten-place", "--json"],
            of: "ovation-lab", without: ["SWIFT_DETERMINISTIC_HASHING"])
        #expect(command.status == 0, "\(command.error)")
        let findings = try JSONDecoder().decode([Finding].self, from: Data(command.output.utf8))
        #expect(findings.map(\.plant) == ["double-charge", "forgotten-place"])
        #expect(findings.allSatisfy { $0.seed != nil && $0.problem != nil })
        let none = try await CommandProcess.run(
            ["plants", "--seeds", "1", "--events", "1", "--plant", "late-replay"], of: "ovation-lab",
            without: ["SWIFT_DETERMINISTIC_HASHING"])
        #expect(none.status == 1)
        #expect(none.output.contains("not found in 1 worlds of 1 events"))
    }
}
