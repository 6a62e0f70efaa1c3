import Foundation
import Testing

@testable import OvationServer

/// Every command of the REST API, one by one, on a server of its own: a call that works and what a connected client sees of it, calls
/// that break its limits, a wrong role and a wrong signature.
@Suite(.timeLimit(.minutes(5)))
struct RESTEveryCommandTests {
    @Test func `every command has one row in the table, and one that changes something says what a client sees`() {
        let rows = RESTRow.all
        #expect(Set(rows.map(\.path)) == Set(RESTCommand.all.map(\.path)))
        #expect(rows.count == RESTCommand.all.count)
        for row in rows {
            guard let command = RESTCommand.all.first(where: { $0.path == row.path }) else { continue }
            // Whatever takes something can be given what is wrong.
            #expect(row.broken.isEmpty == (command.requestType is RESTNothing.Type), "\(row.path)")
            if case .answer = row.sight { #expect(command.effect == .reads || row.code != 0, "\(row.path)") }
        }
    }

    // One test for each command, so that they run side by side. In one test they took longer than everything else.
    @Test(arguments: RESTRow.all)
    func `a command does what it says for an administrator, whose clients see it, and nothing for others`(row: RESTRow)
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

/// What is done with a command.
struct RESTRow: Sendable {
    /// What a client that is in the live sees of a call.
    enum Sight: Sendable {
        /// An event of this name with a text in it.
        case event(String, has: String)
        /// The answer to a command of the client's afterwards, with a text in it.
        case reply(String, room: String? = "r1", data: String = "{}", has: String)
        /// The call only reads: its answer has what clients did.
        case answer(has: String)
        /// Nothing, for this reason.
        case nothing(String)
    }

    /// A body that breaks a limit, the code that it is answered with, and a word of the sentence.
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

    /// `service/name`.
    let command: String
    /// A body that works.
    let body: String
    let sight: Sight
    let broken: [Broken]
    /// Calls that come before it.
    var before: [(command: String, body: String)] = []
    /// What the body that works is answered with.
    var code = 0

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

    /// A stranger is refused with a body that works, and an administrator with a body that does not.
    func refuses(_ stage: RESTStage) async throws {
        let backend = stage.backend
        let strangers: [(caller: RESTCaller, code: Int)] = [
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

    /// The viewer of the stage sees what was done.
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

    /// JSON with its keys in order.
    private static func text(_ object: [String: Any]) -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: object, options: options)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}
