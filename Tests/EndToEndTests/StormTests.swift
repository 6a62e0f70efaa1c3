import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct StormTests {
    @Test func `a server killed repeatedly under real clients neither loses nor doubles orders, and its books balance`()
        async throws
    {
        let seed = UInt32.random(in: 0 ... .max)
        let storm = try await CommandProcess.run(
            ["storm", "--seed", "\(seed)", "--orders", "200", "--users", "20", "--kills", "3", "--json"],
            of: "ovation-lab")
        #expect(storm.status == 0, "seed \(seed): \(storm.output)\(storm.error)")
        let line = try #require(storm.output.split(separator: "\n").last)
        let outcome = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(outcome?["kills"] as? Int == 3)
        #expect(outcome?["lost"] as? Int == 0)
        #expect(outcome?["doubled"] as? Int == 0)
        #expect(outcome?["unbalanced"] as? Int == 0)
        // Each live has one order more than requested, its last. An app that crashes early may have sent none.
        #expect((outcome?["acknowledged"] as? Int ?? 0) > 150)
    }
}
