import Foundation
import OvationMedia
import OvationMediaSamples
import OvationTestKit
import Testing

/// A damaged stream gives a typed error, or parts within the limits, and never traps. The suite tries 8,000 of them, or 400,000 with
/// `OVATION_VERIFY`. `ovation-lab media fuzz` tries as many as you like.
@Suite struct MutationFuzzTests {
    private static let mutationCount = Thoroughness.rounds(8_000, verify: 400_000)

    @Test func `damaged streams are read or refused, and at least a fifth are read`() {
        let seed = SeededGenerator.printed().seed
        var mutation = StreamMutation(seed: seed)
        mutation.run(Self.mutationCount)
        let tally = mutation.tally
        #expect(tally.mutations == Self.mutationCount)
        #expect(tally.broken.isEmpty)
        #expect(tally.accepted > Self.mutationCount / 5)
        #expect(tally.refused.count > 15)
    }

    @Test func `damaged recordings of other encoders are read or refused`() throws {
        let seed = SeededGenerator.printed().seed
        let names = ["h264-aac.mp4", "h264-every-frame.mp4", "chromium-h264-opus.mp4", "vp9.mp4"]
        var mutation = StreamMutation(try names.map(FixtureTests.file), seed: seed)
        mutation.run(Self.mutationCount / 20)
        #expect(mutation.tally.broken.isEmpty)
        #expect(mutation.tally.accepted > 0)
    }

    @Test func `equal seeds give equal runs`() {
        let tallies = [UInt64(5), 5, 6].map { seed -> StreamMutation.Tally in
            var mutation = StreamMutation(seed: seed)
            mutation.run(300)
            return mutation.tally
        }
        #expect(tallies[0] == tallies[1])
        #expect(tallies[0] != tallies[2])
    }

    @Test func `the undamaged streams of the generator are accepted`() {
        for bytes in StreamMutation.samples {
            let outcome = Outcome(bytes)
            #expect(outcome.failure == nil)
            #expect(outcome.fragments.count == 2)
        }
    }
}
