import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(3)))
struct StormTests {
    /// Runs `ovation` with arguments, and answers its status and what it printed.
    private func ovation(_ arguments: String...) async throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = ServerProcess.binary
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let data = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(returning: (process.terminationStatus, String(decoding: data, as: UTF8.self)))
            }
        }
    }

    @Test func `a server killed again and again under real clients loses, doubles and unbalances nothing`() async throws
    {
        let seed = UInt32.random(in: 0 ... .max)
        let storm = try await ovation(
            "storm", "--seed", "\(seed)", "--orders", "200", "--users", "20", "--kills", "3", "--json")
        #expect(storm.status == 0, "seed \(seed): \(storm.output)")
        let line = try #require(storm.output.split(separator: "\n").last)
        let outcome = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(outcome?["kills"] as? Int == 3)
        #expect(outcome?["lost"] as? Int == 0)
        #expect(outcome?["doubled"] as? Int == 0)
        #expect(outcome?["unbalanced"] as? Int == 0)
        // Each live has one more order than was asked for, its last; an app that crashes early may have sent none.
        #expect((outcome?["acknowledged"] as? Int ?? 0) > 150)
    }
}
