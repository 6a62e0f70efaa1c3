import Foundation
import OvationModel
import OvationServer
import Testing

/// A live `r1` with its host and a viewer on real sockets, and the app's backend beside it.
struct RESTStage: Sendable {
    let server: TestServer
    let backend: RESTCaller
    let host: RawClient
    let viewer: RawClient

    static func run(
        limits: Limits = Limits(), clock: ServerClock = .system,
        _ body: @escaping @Sendable (RESTStage) async throws -> Void
    ) async throws {
        try await TestServer.run(limits: limits, clock: clock) { server in
            let host = try await logIn("host", server)
            try await host.send(#"{"id":2,"op":"room.create","data":{"liveID":"r1"}}"#)
            _ = try await host.event("room.snapshot")
            let viewer = try await logIn("viewer", server)
            try await enter("r1", viewer)
            try await body(RESTStage(server: server, backend: RESTCaller(server), host: host, viewer: viewer))
        }
    }

    static func logIn(_ user: String, _ server: TestServer) async throws -> RawClient {
        let client = try await RawClient.open(port: server.port)
        try await client.logIn(user)
        return client
    }

    static func enter(_ room: String, _ client: RawClient, id: Int = 2) async throws {
        #expect(try await command("room.join", room: room, over: client, id: id) == 0)
        _ = try await client.event("room.snapshot")
    }

    /// Makes accounts known to the server.
    func importAccounts(_ names: String...) async throws {
        let answer = try await backend.call("im_open_login_svc/multiaccount_import", ["Accounts": names])
        #expect(answer["FailAccounts"] as? [String] == [], "\(answer)")
    }

    /// Sends a command and answers its error code; 0 where it was let through.
    static func command(
        _ op: String, room: String? = "r1", _ data: String = "{}", over client: RawClient, id: Int = 9
    ) async throws -> Int {
        let reply = try await answer(op, room: room, data, over: client, id: id)
        return (reply["error"] as? [String: Any])?["code"] as? Int ?? 0
    }

    /// Sends a command and answers the whole reply.
    static func answer(
        _ op: String, room: String? = "r1", _ data: String = "{}", over client: RawClient, id: Int = 9
    ) async throws -> [String: Any] {
        let room = room.map { #","room":"\#($0)""# } ?? ""
        try await client.send(#"{"id":\#(id),"op":"\#(op)"\#(room),"data":\#(data)}"#)
        return try await client.reply(to: id)
    }

    /// The `data` of the next event of a name.
    static func data(_ event: String, _ client: RawClient) async throws -> [String: Any] {
        try await client.event(event)["data"] as? [String: Any] ?? [:]
    }
}

/// Calls with what is wrong with them, and the code that each is answered with.
struct RESTRefusal: Sendable, CustomTestStringConvertible {
    let command: String
    let json: String
    let code: Int
    /// What the answer's sentence names.
    let names: String?

    init(_ command: String, _ json: String, _ code: Int, names: String? = nil) {
        self.command = command
        self.json = json
        self.code = code
        self.names = names
    }

    var testDescription: String { "\(command) \(json.prefix(80))" }

    /// Makes every call and compares its answer.
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

    /// A value as JSON, so that numbers and truths are compared as what they are.
    static func json(_ value: Any?) -> String {
        let data = try? JSONSerialization.data(withJSONObject: [value ?? "missing"], options: .sortedKeys)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "none"
    }

    /// A text of a length.
    static func text(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }

    /// A JSON array of so many different users.
    static func users(_ count: Int) -> String {
        "[" + (0..<count).map { #""u\#($0)""# }.joined(separator: ",") + "]"
    }
}
