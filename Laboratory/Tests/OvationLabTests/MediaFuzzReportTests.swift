import OvationMedia
import OvationMediaSamples
import Testing

@testable import ovation_lab

@Suite struct MediaFuzzReportTests {
    private func report(accepted: Int, broken: [String] = [], ownStreams: Bool = true) -> MediaLabCommand.Report {
        var tally = StreamMutation.Tally()
        (tally.mutations, tally.accepted, tally.broken) = (1_000, accepted, broken)
        tally.refused = [.badBox: 500, .notMP4: 300]
        return MediaLabCommand.Report(tally, seed: 7, ownStreams: ownStreams)
    }

    @Test func `a run holds if a fifth was accepted and nothing broke`() {
        #expect(report(accepted: 200).holds)
        #expect(report(accepted: 200).lines.last == "All holds.")
        #expect(report(accepted: 200).lines[1] == "refused: badBox 500, notMP4 300")
    }

    @Test func `a run that accepts too few, or breaks a promise, does not hold`() {
        #expect(!report(accepted: 199).holds)
        #expect(!report(accepted: 900, broken: ["mutation 3: a time"]).holds)
        #expect(
            report(accepted: 900, broken: ["mutation 3: a time"]).lines.suffix(2) == [
                "BROKEN: mutation 3: a time", "Something does not hold.",
            ])
    }

    @Test func `a run over the user's own files needs no share to be accepted`() throws {
        #expect(report(accepted: 0, ownStreams: false).holds)
        #expect(try report(accepted: 0, ownStreams: false).json().contains(#""refused":{"badBox":500,"notMP4":300}"#))
    }
}
