import Foundation
import OvationModel
import OvationProcess
import Testing

/// The tables of numbers against `Protocol/errors.json`, the only place where they are written by hand.
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

    @Test func `every error of the list has its number, name, message and whether it is temporary`() {
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

    @Test func `every close code of the list has its number, its name and whether to reconnect`() {
        #expect(CloseCode.all.map { Int($0.rawValue) } == list.closeCodes.map(\.code))
        for entry in list.closeCodes {
            let code = CloseCode(rawValue: UInt16(entry.code))
            #expect(code.name == entry.name)
            #expect(code.shouldReconnect == entry.reconnect, "\(entry.name)")
        }
    }

    @Test func `the range of a close code says whether to reconnect`() {
        let reconnect = (UInt16(1_000)...4_999).filter { CloseCode(rawValue: $0).shouldReconnect }
        #expect(reconnect == [1_001, 1_006, 1_012, 1_013] + Array(3_000...3_499))
        #expect(CloseCode.lost.shouldReconnect)
    }

    @Test func `every drop reason of the list is known by name`() {
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

    @Test func `a number of a newer server is kept and has a message`() throws {
        let code = ErrorCode(rawValue: 123_456)
        #expect(code.name == "unknown")
        #expect(!code.isTemporary && !code.leavesOrderOpen)
        #expect(code.defaultMessage.contains("123456"))
        #expect(try JSONDecoder().decode([ErrorCode].self, from: JSONEncoder().encode([code])) == [code])
        #expect(CloseCode(rawValue: 3_999).name == nil)
    }

    @Test func `what is generated from the list is up to date`() async throws {
        let script = Self.root.appendingPathComponent("scripts/generate-errors").path
        let (process, output) = try ChildOutput.open {
            try ChildProcess.spawn(["/usr/bin/env", "python3", script, "--check"], output: .nothing, error: $0)
        }
        let message = await output.text()
        #expect(await process.end() == 0, "\(message)")
    }
}
