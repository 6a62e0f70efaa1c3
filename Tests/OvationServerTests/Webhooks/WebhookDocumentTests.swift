import Foundation
import OvationModel
import OvationProcess
import Testing

@testable import OvationBackend

/// The receivers in docs/webhooks.md do what the page says.
@Suite struct WebhookDocumentTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func document() throws -> String {
        try String(contentsOf: root.appendingPathComponent("../../../docs/webhooks.md"), encoding: .utf8)
    }

    /// The path of a program on the PATH; nil if there is none.
    private static func program(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    @Test(.enabled(if: program("python3") != nil, "there is no Python here"))
    func `the Python receiver accepts exactly the genuine callbacks`() async throws {
        let end = """

            import json, sys
            print(json.dumps([is_genuine(t["headers"], base64.b64decode(t["body"]), t["secrets"], t["now"])
                              for t in json.load(sys.stdin)]))
            """
        try await Self.tryReceiver(in: "python", by: [#require(Self.program("python3")), "-c"], end: end)
    }

    @Test(.enabled(if: program("node") != nil, "there is no Node.js here"))
    func `the Node receiver accepts exactly the genuine callbacks`() async throws {
        let end = """

            const trials = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
            console.log(JSON.stringify(trials.map(
                (t) => isGenuine(t.headers, Buffer.from(t.body, "base64"), t.secrets, t.now))));
            """
        try await Self.tryReceiver(in: "js", by: [#require(Self.program("node")), "-e"], end: end)
    }

    /// Sends genuine and forged callbacks to the document's receiver in one language.
    private static func tryReceiver(in language: String, by interpreter: [String], end: String) async throws {
        let code = try #require(try document().components(separatedBy: "```\(language)\n").dropFirst().first)
            .components(separatedBy: "```")[0]
        let (old, new) = (CallbackSignature.makeSecret(), CallbackSignature.makeSecret())
        let now = Timestamp(milliseconds: 1_732_156_800_000)
        let body = Array(#"{"CallbackCommand":"Live.CallbackAfterCreateRoom","RoomName":"Ünï 🎁"}"#.utf8)
        let headers = Dictionary(
            uniqueKeysWithValues: CallbackSignature.headers(id: "msg_1", body: body, secrets: [new, old], at: now).map {
                ($0.name, $0.value)
            })
        func trial(
            _ headers: [String: String], _ body: [UInt8], _ secrets: [String], after seconds: Int64 = 0
        ) -> [String: Any] {
            [
                "headers": headers, "body": Data(body).base64EncodedString(), "secrets": secrets,
                "now": now.seconds + seconds,
            ]
        }
        let trials = [
            trial(headers, body, [new]), trial(headers, body, [old]), trial(headers, body, [old, new], after: 300),
            trial(headers, body, [CallbackSignature.makeSecret()]), trial(headers, body + [0x20], [new]),
            trial(headers, body, [new], after: 301), trial(headers, body, [new], after: -301), trial([:], body, [new]),
            trial(headers.merging(["webhook-id": "msg_2"]) { $1 }, body, [new]),
            trial(headers.merging(["webhook-timestamp": "x"]) { $1 }, body, [new]),
        ]
        let input = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-trials-\(UUID().uuidString)")
        try JSONSerialization.data(withJSONObject: trials).write(to: input)
        defer { try? FileManager.default.removeItem(at: input) }
        let (process, output) = try ChildOutput.open {
            try ChildProcess.spawn(
                interpreter + [code + end], input: .reading(input.path), output: $0, error: .inherited)
        }
        let said = await output.text()
        #expect(await process.end() == 0)
        let verdicts = try #require(try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [Bool])
        #expect(verdicts == [true, true, true] + Array(repeating: false, count: 7))
    }
}
