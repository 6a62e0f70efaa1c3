import Foundation
import OvationModel
import OvationProcess
import Testing

/// Compares the generated tables with `Protocol/errors.json`, the only list written by hand.
@Suite struct ErrorCodeTests {
    struct List: Decodable {
        struct Code: Decodable, Sendable {
            let code: Int
            let name: String
            let temporary: Bool?
            let leavesOrderOpen: Bool?
            let reconnect: Bool?
            let message: String
        }
        struct Reason: Decodable {
            let name: String
        }
        let errors: [Code]
        let closeCodes: [Code]
        let dropReasons: [Reason]
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let list: List

    init() throws {
        let data = try Data(contentsOf: Self.root.appendingPathComponent("Protocol/errors.json"))
        list = try JSONDecoder().decode(List.self, from: data)
    }

    @Test func `every error has the number, name, message and temporary flag of the list`() {
        #expect(ErrorCode.all.map(\.rawValue) == list.errors.map(\.code))
        for entry in list.errors {
            let code = ErrorCode(rawValue: entry.code)
            #expect(code.name == entry.name)
            #expect(code.isTemporary == entry.temporary, "\(entry.name)")
            #expect(code.leavesOrderOpen == (entry.leavesOrderOpen ?? false), "\(entry.name)")
            #expect(code.defaultMessage == entry.message)
            #expect(code.description == "\(entry.name) (\(entry.code))")
            #expect(Rejection(code).message == entry.message)
        }
    }

    @Test func `every close code has the number, name and reconnect flag of the list`() {
        #expect(CloseCode.all.map { Int($0.rawValue) } == list.closeCodes.map(\.code))
        for entry in list.closeCodes {
            let code = CloseCode(rawValue: UInt16(entry.code))
            #expect(code.name == entry.name)
            #expect(code.shouldReconnect == entry.reconnect, "\(entry.name)")
        }
    }

    @Test func `the range of a close code decides whether to reconnect`() {
        let reconnect = (UInt16(1_000)...4_999).filter { CloseCode(rawValue: $0).shouldReconnect }
        #expect(reconnect == [1_001, 1_006, 1_012, 1_013] + Array(3_000...3_499))
        #expect(CloseCode.lost.shouldReconnect)
    }

    @Test func `every drop reason of the list has a constant`() {
        #expect(list.dropReasons.map(\.name) == [DropReason.msgFreqCtrl, .userFreqCtrl].map(\.rawValue))
    }

    @Test func `no number and no name is used twice`() {
        #expect(Set(list.errors.map(\.code)).count == list.errors.count)
        #expect(Set(list.errors.map(\.name)).count == list.errors.count)
        #expect(Set(list.closeCodes.map(\.code)).count == list.closeCodes.count)
    }

    @Test func `every message is a sentence`() {
        for entry in list.errors + list.closeCodes {
            #expect(
                entry.message.hasSuffix(".") && entry.message.first?.isUppercase == true
                    || entry.message.hasPrefix("\""), "\(entry.name)")
        }
    }

    @Test func `a code of a newer server is kept and gets a message`() throws {
        let code = ErrorCode(rawValue: 123_456)
        #expect(code.name == "unknown")
        #expect(!code.isTemporary && !code.leavesOrderOpen)
        #expect(code.defaultMessage.contains("123456"))
        #expect(try JSONDecoder().decode([ErrorCode].self, from: JSONEncoder().encode([code])) == [code])
        #expect(CloseCode(rawValue: 3_999).name == nil)
    }

    @Test func `the files generated from the list are up to date`() async throws {
        let script = Self.root.appendingPathComponent("scripts/generate-errors").path
        let (process, output) = try ChildOutput.open {
            try ChildProcess.spawn(["/usr/bin/env", "python3", script, "--check"], output: .nothing, error: $0)
        }
        let message = await output.text()
        #expect(await process.end() == 0, "\(message)")
    }
}
