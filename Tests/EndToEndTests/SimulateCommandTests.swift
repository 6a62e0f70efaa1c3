import Foundation
import Testing

/// The simulator as somebody runs it by hand.
@Suite(.timeLimit(.minutes(5)))
struct SimulateCommandTests {
    private struct Summary: Decodable {
        let hash: UInt64
        let steps: Int
        let events: Int
    }

    /// Runs some worlds in a process of its own, whose hashing is left to the command.
    private static func simulate(seed: Int) async throws -> Summary {
        let command = try await CommandProcess.run(
            ["simulate", "--seed", "\(seed)", "--seeds", "6", "--events", "300", "--json"], of: "ovation-lab",
            without: ["SWIFT_DETERMINISTIC_HASHING"])
        #expect(command.status == 0, "\(command.output)\(command.error)")
        return try JSONDecoder().decode(Summary.self, from: Data(command.output.utf8))
    }

    @Test func `the same seeds are the same worlds in every process, whatever its environment says`() async throws {
        let first = try await Self.simulate(seed: 20)
        let second = try await Self.simulate(seed: 20)
        #expect(first.hash == second.hash)
        #expect(first.steps == second.steps)
        #expect(first.events >= 6 * 300)
        let other = try await Self.simulate(seed: 40)
        #expect(other.hash != first.hash, "the number stands for what happened")
    }
}
