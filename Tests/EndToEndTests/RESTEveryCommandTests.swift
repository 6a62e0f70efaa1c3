import Foundation
import Testing

@testable import OvationREST

/// Every command of the REST API, each on its own server: a call that works and its effect on a connected client, calls that break limits,
/// a wrong role and a wrong signature.
@Suite(.timeLimit(.minutes(5)))
struct RESTEveryCommandTests {
    @Test func `every command has one row in the table, and a command that changes something has a visible effect`() {
        let rows = RESTRow.all
        #expect(Set(rows.map(\.path)) == Set(RESTCommand.all.map(\.path)))
        #expect(rows.count == RESTCommand.all.count)
        for row in rows {
            guard let command = RESTCommand.all.first(where: { $0.path == row.path }) else { continue }
            // A command with a body has at least one invalid body; a command without a body has none.
            #expect(row.broken.isEmpty == (command.requestType is RESTNothing.Type), "\(row.path)")
            if case .answer = row.sight { #expect(command.effect == .reads || row.code != 0, "\(row.path)") }
        }
    }

    // Each command is a test of its own, so that they run in parallel. As one test they took longer than all the others.
    @Test(arguments: RESTRow.all)
    func `a command has its effect for an administrator, which clients see, and refuses everybody else`(row: RESTRow)
        async throws
    {
        try await RESTStage.run { stage in
            for (command, body) in row.before {
                let answer = try await stage.backend.call(command, json: body)
                #expect(answer["ErrorCode"] as? Int == 0, "\(row.path) after \(command): \(answer)")
            }
            try await row.refuses(stage)
            let answer = try await stage.backend.call(row.command, json: row.body)
            #expect(answer["ErrorCode"] as? Int == row.code, "\(row.path): \(answer)")
            do {
                try await row.isSeen(answer, stage)
            } catch {
                Issue.record("\(row.path): \(error)")
            }
        }
    }
}

extension RESTRow: CustomTestStringConvertible {
    var testDescription: String { path }
}

/// A command with the bodies and effects that the test tries.
struct RESTRow: Sendable {
    /// How a call's effect becomes visible to a client in the live.
    enum Sight: Sendable {
        /// The client receives an event of this name with this text in it.
        case event(String, has: String)
        /// The client's next command gets an answer with this text in it.
        case reply(String, room: String? = "r1", data: String = "{}", has: String)
        /// The call itself reads, and its answer has this text, which comes from what clients did.
        case answer(has: String)
        /// The client sees nothing, for this reason.
        case nothing(String)
    }

    /// A body that breaks a limit, its code, and a word that the error's sentence must have.
    struct Broken: Sendable {
        let body: String
        let code: Int
        let word: String

        init(_ body: String, _ code: Int = 100_002, _ word: String = "") {
            self.body = body
            self.code = code
            self.word = word
        }
    }

    /// The command as `service/name`.
    let command: String
    /// A valid body.
    let body: String
    let sight: Sight
    let broken: [Broken]
    /// The calls that prepare for this one.
    var before: [(command: String, body: String)] = []
    /// The code for the valid body.
    var code = 0
    /// Whether the caller is named in the body, so that nobody is a stranger by the query.
    var isSignIn = false

    init(
        _ command: String, _ body: String, sees sight: Sight, broken: [Broken] = [],
        after before: [(command: String, body: String)] = [], code: Int = 0
    ) {
        self.command = command.contains("/") ? command : "live_engine_http_srv/\(command)"
        self.body = body
        self.sight = sight
        self.broken = broken
        self.before = before
        self.code = code
    }

    var path: String { "/v4/\(command)" }

    /// Checks that only an administrator may send the valid body, and that each invalid body is refused.
    func refuses(_ stage: RESTStage) async throws {
        let backend = stage.backend
        let strangers: [(caller: RESTCaller, code: Int)] =
            isSignIn
            ? []
            : [
                (backend.with("identifier", "host"), 60_010), (backend.with("identifier", nil), 60_004),
                (backend.with("usersig", "forged"), 60_005), (backend.with("usersig", nil), 60_005),
                (backend.with("sdkappid", "7"), 60_006),
            ]
        for (caller, code) in strangers {
            #expect(try await caller.call(command, json: body)["ErrorCode"] as? Int == code, "\(path)")
        }
        for wrong in broken {
            let answer = try await backend.call(command, json: wrong.body)
            #expect(answer["ErrorCode"] as? Int == wrong.code, "\(path) \(wrong.body.prefix(120)): \(answer)")
            let sentence = answer["ErrorInfo"] as? String ?? ""
            #expect(wrong.word.isEmpty || sentence.contains(wrong.word), "\(path): \(sentence)")
        }
    }

    /// Checks that the stage's viewer sees the effect.
    func isSeen(_ answer: [String: Any], _ stage: RESTStage) async throws {
        switch sight {
        case .event(let name, let text):
            while !Self.text(try await stage.viewer.raw.event(name)).contains(text) {}
        case .reply(let op, let room, let data, let text):
            let reply = Self.text(try await RESTStage.answer(op, room: room, data, over: stage.viewer))
            #expect(reply.contains(text), "\(path): \(reply)")
        case .answer(let text):
            #expect(Self.text(answer).contains(text), "\(path): \(answer)")
        case .nothing: break
        }
    }

    /// JSON with sorted keys.
    private static func text(_ object: [String: Any]) -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: object, options: options)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}
