import Foundation
import OvationModel
import OvationWire
import Testing

@testable import OvationSupport

/// A live `r1` with its host and a viewer on real sockets, and the app's backend beside it.
struct RESTStage: Sendable {
    let server: TestServer
    let backend: RESTCaller
    let host: Robot
    let viewer: Robot

    static func run(
        limits: Limits = Limits(), clock: ServerClock = .system,
        _ body: @escaping @Sendable (RESTStage) async throws -> Void
    ) async throws {
        try await TestServer.run(limits: limits, clock: clock) { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            try await body(RESTStage(server: server, backend: RESTCaller(server), host: host, viewer: viewer))
        }
    }

    /// Imports accounts into the server.
    func importAccounts(_ names: String...) async throws {
        let answer = try await backend.call("im_open_login_svc/multiaccount_import", ["Accounts": names])
        #expect(answer["FailAccounts"] as? [String] == [], "\(answer)")
    }

    /// Sends a command as raw JSON and returns its error code; 0 means success.
    static func command(
        _ op: String, room: String? = "r1", _ data: String = "{}", over robot: Robot
    ) async throws -> Int {
        let reply = try await answer(op, room: room, data, over: robot)
        return (reply["error"] as? [String: Any])?["code"] as? Int ?? 0
    }

    /// Sends a command as raw JSON and returns the whole reply.
    static func answer(
        _ op: String, room: String? = "r1", _ data: String = "{}", over robot: Robot
    ) async throws -> [String: Any] {
        let room = room.map { #","room":"\#($0)""# } ?? ""
        // The id is above those that the robot uses.
        try await robot.raw.send(#"{"id":1000000,"op":"\#(op)"\#(room),"data":\#(data)}"#)
        return try await robot.raw.reply(to: 1_000_000)
    }
}

/// An invalid call and its error code.
struct RESTRefusal: Sendable, CustomTestStringConvertible {
    let command: String
    let json: String
    let code: Int
    /// The word that the error's sentence must have; nil if any will do.
    let names: String?

    init(_ command: String, _ json: String, _ code: Int, names: String? = nil) {
        self.command = command
        self.json = json
        self.code = code
        self.names = names
    }

    var testDescription: String { "\(command) \(json.prefix(80))" }

    /// Makes every call and checks its code.
    static func expect(_ refusals: [RESTRefusal], from backend: RESTCaller) async throws {
        for refusal in refusals {
            let answer = try await backend.call(refusal.command, json: refusal.json)
            #expect(answer["ErrorCode"] as? Int == refusal.code, "\(refusal.testDescription): \(answer)")
            if let names = refusal.names {
                #expect(
                    (answer["ErrorInfo"] as? String)?.contains(names) == true, "\(refusal.testDescription): \(answer)")
            }
        }
    }

    /// A value as JSON, so that a number and a Bool are not taken for each other.
    static func json(_ value: Any?) -> String {
        let data = try? JSONSerialization.data(withJSONObject: [value ?? "missing"], options: .sortedKeys)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "none"
    }

    /// A text of this many bytes.
    static func text(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }

    /// A JSON array of this many different user ids.
    static func users(_ count: Int) -> String {
        "[" + (0..<count).map { #""u\#($0)""# }.joined(separator: ",") + "]"
    }
}
