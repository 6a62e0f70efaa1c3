import Foundation
import OvationJSON
import OvationModel
import OvationWire
import Testing

@testable import OvationREST

/// What the log of operators keeps of a call.
@Suite struct RESTOperatorActTests {
    private static func fields(_ json: String) throws -> [String: JSONValue] {
        try WireJSON.decode([String: JSONValue].self, from: Data(json.utf8))
    }

    @Test(arguments: [
        ("UserSig", #""eJyrVgrxCdYrSy1S""#), ("Token", #""hush""#), ("Secret", #""whsec_aGVsbG8=""#),
        ("Url", #""https://user:hush@backend.example/?key=hush""#),
        ("ResourceUrl", #""https://cdn.example/x?sig=hush""#),
        ("Metadata", #"[{"Key":"k","Value":"hush"}]"#), ("ANewField", #""hush""#), ("TextContent", #""hush""#),
    ])
    func `a field that may be a secret is named without its value`(name: String, value: String) throws {
        let details = RESTOperatorAct.details(of: try Self.fields("{\"\(name)\":\(value),\"RoomId\":\"r1\"}"))
        #expect(
            details == "{\"\(name)\":\"…\",\"RoomId\":\"r1\"}" || details == "{\"RoomId\":\"r1\",\"\(name)\":\"…\"}")
        let nested = RESTOperatorAct.details(of: try Self.fields("{\"RoomInfo\":{\"\(name)\":\(value)}}"))
        #expect(nested == "{\"RoomInfo\":{\"\(name)\":\"…\"}}")
    }

    @Test func `no field of any command whose name is that of a secret is kept`() throws {
        for command in RESTCommand.all {
            for name in Self.names(in: try SchemaReader.schema(of: command.requestType)) {
                let isSecret = ["sig", "token", "secret", "key", "password", "url"].contains {
                    name.lowercased().hasSuffix($0)
                }
                let details = RESTOperatorAct.details(of: [name: .text("hush")])
                if isSecret { #expect(!details.contains("hush"), "\(command.name): \(name)") }
            }
        }
    }

    @Test func `the details of a huge call are short`() throws {
        let users = (0..<10_000).map { "\"u\($0)\"" }.joined(separator: ",")
        let long = String(repeating: "長", count: 50_000)
        let others = (0..<5_000).map { "\"f\($0)\":1" }.joined(separator: ",")
        let json = "{\"MemberList_Account\":[\(users)],\"Reason\":\"\(long)\",\"RoomId\":\"r1\",\(others)}"
        let details = RESTOperatorAct.details(of: try Self.fields(json))
        #expect(details.utf8.count <= RESTOperatorAct.detailsBytesMax)
        #expect(details.contains("\"u19\"") && !details.contains("\"u20\""))
        #expect(details.contains("\"RoomId\":\"r1\""))
    }

    @Test(arguments: [
        (#"{"RoomId":"r1"}"#, "r1"), (#"{"RoomInfo":{"RoomId":"r2"}}"#, "r2"),
        (#"{"GiftId":"rose","RoomId":"r1"}"#, "rose"),
        (#"{"User_Account":"ada","Coins":1}"#, "ada"), ("{}", ""), (#"{"RoomId":7}"#, ""),
    ])
    func `a line names what the call was about`(json: String, object: String) throws {
        #expect(RESTOperatorAct.object(in: try Self.fields(json)) == object)
    }

    @Test func `what a call is about has as many bytes as can be looked for, whatever its characters weigh`() throws {
        let heavy = "a" + String(repeating: "\u{0301}", count: 50_000)
        let object = RESTOperatorAct.object(in: ["GiftId": .text(heavy)])
        #expect(object.utf8.count <= RESTBounds.objectBytesMax && object.utf8.count > RESTBounds.objectBytesMax - 4)
    }

    @Test func `a field that the command does not read, or that cannot be read, changes nothing of its line`() throws {
        let command = try #require(RESTCommand.all.first { $0.name == "credit" })
        let plain = RESTOperatorAct.fields(of: command, Data(#"{"User_Account":"mallory","Coins":5}"#.utf8))
        let others = (0..<40).map { "\"A\($0)\":\"x\"" }.joined(separator: ",")
        let forged = RESTOperatorAct.fields(
            of: command,
            Data("{\"GiftId\":\"rose\",\(others),\"Huge\":1e999,\"User_Account\":\"mallory\",\"Coins\":5}".utf8))
        #expect(RESTOperatorAct.object(in: plain) == "mallory")
        #expect(RESTOperatorAct.object(in: forged) == "mallory")
        #expect(RESTOperatorAct.details(of: forged) == RESTOperatorAct.details(of: plain))
    }

    @Test func `a line of each command on messages and battles says what it was about`() throws {
        let named: [String: JSONValue] = ["RoomId": .text("r1"), "FromRoomId": .text("r1"), "BattleId": .text("b1")]
        for command in RESTCommand.battles + RESTCommand.barrages where command.effect == .changes {
            let known = RESTOperatorAct.fields(of: command, Data(WireJSON.bytes(named)))
            #expect(!RESTOperatorAct.object(in: known).isEmpty, "\(command.name)")
        }
    }

    private static func names(in schema: RESTSchema) -> [String] {
        switch schema {
        case .object(let properties): properties.flatMap { [$0.name] + names(in: $0.schema) }
        case .array(let element): names(in: element)
        case .map(let value): names(in: value)
        case .either(let shapes): shapes.flatMap(names)
        default: []
        }
    }
}
