import Foundation
import Testing

/// Rules about money that stand in one place. A second copy is right on the day on which it is made.
@Suite struct SingleRuleTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// What gives a copy of a rule away, and where the rule itself stands.
    struct Rule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A regular expression of ICU.
        let sign: String
        /// Files and folders in which it may be found.
        let places: [String]
    }

    private static let answers =
        "(storageUnavailable|outcomeUnknown|internalError|serverShuttingDown|orderConflict|insufficientBalance"
        + "|giftRefusedByBilling|billingBusy|giftingHalted)"

    static let rules = [
        Rule(
            testDescription: "which refusals leave an order open stands in Protocol/errors.json",
            sign: #"(\bcase |Set\(\[)[^:{}]*\.\#(answers)\b[^:{}]*\.\#(answers)\b"#,
            places: ["Sources/OvationModel/ErrorCode+Generated.swift"]),
        Rule(
            testDescription: "what an order was answered first is looked up in one place",
            sign: #"\bfirstAnswer\(to: "#,
            // Beside it only the storages' own question, whether an order may begin.
            places: ["Sources/OvationServer/Gateway/Node+Orders.swift", "Sources/OvationStorage/BillingWrite.swift"]),
        Rule(
            testDescription: "only the rules say which coins move",
            sign: #"\bTransfer\(\s*kind:|\bPosting\(account: \.issuance|\bfromIssuance\("#,
            places: ["Sources/OvationRules/"]),
        Rule(
            testDescription: "only the rules compare an order with one that was sent before it",
            sign: #"\bhasContent\(\s*of:|order\.gift\.giftID == "#, places: ["Sources/OvationRules/"]),
    ]

    private static func files() throws -> [String] {
        var files: [String] = []
        for folder in ["Sources", "Web"] {
            let root = sources.appendingPathComponent(folder)
            for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
            where path.hasSuffix(".swift") || path.hasSuffix(".js") { files.append("\(folder)/\(path)") }
        }
        return files
    }

    @Test(arguments: rules) func `a rule about money stands once`(_ rule: Rule) throws {
        let sign = try NSRegularExpression(pattern: rule.sign)
        let files = try Self.files()
        #expect(files.count > 300, "the sources are found")
        var found = false
        for file in files {
            let text = try String(contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
            let all = NSRange(text.startIndex..., in: text)
            guard let match = sign.firstMatch(in: text, range: all), let place = Range(match.range, in: text) else {
                continue
            }
            if rule.places.contains(where: file.hasPrefix) {
                found = true
            } else {
                let line = text[..<place.lowerBound].count { $0 == "\n" } + 1
                Issue.record("\(rule.testDescription), and a copy of it at \(file):\(line): \(text[place])")
            }
        }
        #expect(found, "the sign of the rule is found where it stands")
    }
}
