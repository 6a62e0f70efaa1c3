import Foundation
import Testing

/// The article "Testing an app" shows only code of these tests.
struct ArticleTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let article = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/OvationTesting/Docs.docc/TestingAnApp.md")

    /// The lines without indentation, because code may be indented further in a test than in the article.
    private static func lines(_ text: Substring) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    @Test func `the article's code is the code of these tests`() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.tests, includingPropertiesForKeys: nil)
        let code = try files.filter { $0.pathExtension == "swift" }
            .map { Self.lines(try String(contentsOf: $0, encoding: .utf8)[...]) }
        let parts = try String(contentsOf: Self.article, encoding: .utf8).components(separatedBy: "```")
        // Text and code alternate.
        let blocks = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
        #expect(blocks.count >= 8)
        for block in blocks where !block.hasPrefix("swift\n// Package.swift") {
            let shown = Self.lines(block.dropFirst("swift\n".count))
            #expect(code.contains { $0.contains(shown) }, "No test covers this:\n\(shown)")
        }
    }
}
