import Foundation
import Testing

/// Each rule about money is in one place in the sources. A second copy would drift apart from it.
@Suite struct SingleRuleTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A pattern that finds every copy of a rule, and the places that may have one.
    struct Rule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A regular expression (ICU).
        let sign: String
        /// The files and folders that may match the pattern.
        let places: [String]
    }

    private static let answers =
        "(storageUnavailable|outcomeUnknown|internalError|serverShuttingDown|orderConflict|insufficientBalance"
        + "|giftRefusedByBilling|billingBusy|giftingHalted)"

    static let rules = [
        Rule(
            testDescription: "only Protocol/errors.json says which refusals leave an order open",
            sign: #"(\bcase |Set\(\[)[^:{}]*\.\#(answers)\b[^:{}]*\.\#(answers)\b"#,
            places: ["Sources/OvationModel/ErrorCode+Generated.swift"]),
        Rule(
            testDescription: "only one place looks up the first answer to an order",
            sign: #"\bfirstAnswer\(to: "#,
            // The storages also ask whether an order may begin.
            places: ["Sources/OvationNode/Gateway/Node+FirstAnswer.swift", "Sources/OvationStorage/BillingWrite.swift"]),
        Rule(
            testDescription: "only the rules decide which coins move",
            sign: #"\bTransfer\(\s*kind:|\bPosting\(account: \.issuance|\bfromIssuance\("#,
            places: ["Sources/OvationRules/"]),
        Rule(
            testDescription: "only the rules compare an order with an earlier one",
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

    @Test(arguments: rules) func `a rule about money is in one place`(_ rule: Rule) throws {
        let sign = try NSRegularExpression(pattern: rule.sign)
        let files = try Self.files()
        #expect(files.count > 300, "the check reads all sources")
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
                Issue.record("\(rule.testDescription), but there is a copy at \(file):\(line): \(text[place])")
            }
        }
        #expect(found, "the pattern matches nothing, not even the rule itself")
    }
}
