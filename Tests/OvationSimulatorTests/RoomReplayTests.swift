import Dispatch
import OvationModel
import OvationRules
import OvationSimulator
import OvationTestKit
import Testing

@testable import OvationNode

/// The rooms of simulated worlds are rebuilt from the lists of their inputs. The worlds have crashes, lost answers of the disk, gifts under
/// way, topics and moderation.
@Suite struct RoomReplayTests {
    /// The recordings of a world's rooms, from all of its processes.
    private func recordings(seed: UInt64, payer: Simulation.Payer) async throws -> [RoomRecording] {
        let recorder = RoomRecorder()
        let simulation = Simulation(seed: seed, events: 300, payer: payer, recorder: recorder)
        // A world blocks its thread, so it must not run on Swift's pool.
        let outcome = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try simulation.run() }) }
        }
        #expect(outcome.problems == [], "seed \(seed)")
        return recorder.recordings
    }

    /// Rebuilds a room, and compares its results with those that the server recorded.
    private func replay(_ recording: RoomRecording, seed: UInt64) {
        var room = Room(recording.record, limits: recording.limits, at: recording.begun)
        for (number, step) in recording.steps.enumerated() {
            let result = Result { () throws(Rejection) in try room.handle(step.input, at: step.at) }
            guard result == step.result else {
                Issue.record("seed \(seed), step \(number): \(result), not \(step.result), for \(step.input)")
                return
            }
        }
        #expect(room == recording.room, "seed \(seed), \(recording.record.info.sessionID)")
    }

    @Test func `every room of a simulated world can be rebuilt from the list of its inputs`() async throws {
        var random = SeededGenerator.printed()
        var restored = 0
        var missing: Set = [
            "enter", "leave", "barrage", "gift", "like", "publish", "mute", "kick", "ban", "update", "tick",
            "orderCharged", "orderNotCharged", "giftsCounted", "giftsTold", "ranked", "boardRead", "recordRead",
            "closing", "ended",
        ]
        // The rarest kinds are in some worlds only: more are played until each was there.
        let seeds = [random.next(), random.next()] + (1...24)
        for (number, seed) in seeds.enumerated() where number < 8 || !missing.isEmpty {
            for recording in try await recordings(seed: seed, payer: number.isMultiple(of: 3) ? .billing : .wallet) {
                replay(recording, seed: seed)
                missing.subtract(recording.steps.map { $0.input.kind })
                if recording.record.durable > 0 { restored += 1 }
            }
        }
        #expect(restored > 0, "some recorded rooms were restored after a crash")
        #expect(missing.isEmpty)
    }
}

extension RoomInput {
    /// The name of the input's case.
    fileprivate var kind: String {
        let value: Any =
            switch self {
            case .command(let command, _): command
            case .fact(let fact): fact
            }
        return Mirror(reflecting: value).children.first?.label ?? "\(value)"
    }
}
