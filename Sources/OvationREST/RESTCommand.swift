import Foundation
import OvationModel
import OvationNode
import OvationWire

/// One command of the REST API, `POST /v4/<service>/<name>`: what it takes, what it answers, and what it does.
///
/// A command is one value, made in a file of its service and listed in ``RESTCommand/all``. Nothing else has to know of it. The caller is
/// an administrator of the app. The caller, the rate and the shape of the body are checked before `run` is called.
///
/// ```swift
/// static let destroyRoom = RESTCommand(.liveEngine, "destroy_room", "Ends a live.") { (request: RESTRoom, call) in
///     try await call.rooms.ask(.end(message: ""), in: request.roomID, as: call.actor)
///     return RESTDone()
/// }
/// ```
package struct RESTCommand: Sendable {
    /// What a call does to the server.
    enum Effect: Sendable {
        /// The call changes something.
        case changes
        /// The call only reads.
        case reads
    }

    /// Where a call says who calls.
    enum Caller: Sendable {
        /// In its query, with a UserSig, or in a header, with the token of a session of the console.
        case inQuery
        /// In its body, with a UserSig: a sign-in, whose address shows no signature.
        case inBody
    }

    /// The part of the API that it belongs to.
    let service: RESTService
    /// The last part of its path, case-sensitive.
    let name: String
    /// What it does, in a sentence that the description of the API shows.
    let summary: String
    /// What a call does to the server.
    let effect: Effect
    /// Where a call says who calls.
    let caller: Caller
    /// How often it may be called.
    let rate: RESTRate
    /// The type of its body.
    let requestType: any (Decodable & Sendable).Type
    /// The type of its answer.
    let answerType: any RESTAnswer.Type
    private let handle: @Sendable (Data, RESTCall) async throws -> any RESTAnswer

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - service: the part of the API that it belongs to.
    ///   - name: its name.
    ///   - summary: what it does, in a sentence.
    ///   - effect: whether it changes something.
    ///   - caller: where a call says who calls.
    ///   - rate: how often it may be called.
    ///   - run: carries out a call. A `Rejection` that it throws is the answer; any other error is the server's fault.
    init<Request: Decodable & Sendable, Answer: RESTAnswer>(
        _ service: RESTService, _ name: String, _ summary: String, effect: Effect = .changes,
        caller: Caller = .inQuery, rate: RESTRate = .calls,
        run: @escaping @Sendable (Request, RESTCall) async throws -> Answer
    ) {
        self.service = service
        self.name = name
        self.summary = summary
        self.effect = effect
        self.caller = caller
        self.rate = rate
        requestType = Request.self
        answerType = Answer.self
        handle = { try await run(RESTBody.decode(Request.self, $0), $1) }
    }

    /// The path of its address.
    var path: String { "/v4/\(service.rawValue)/\(name)" }

    /// Decodes a body and carries out the call.
    func run(_ body: Data, _ call: RESTCall) async throws -> any RESTAnswer { try await handle(body, call) }
}

/// A part of the API, the first name in a command's path.
struct RESTService: RawRepresentable, Hashable, Sendable {
    let rawValue: String

    /// Lives, their members, messages and gifts.
    static let liveEngine = RESTService(rawValue: "live_engine_http_srv")
}

/// How often a command may be called: a limit, and the error for a call beyond it.
struct RESTRate: Sendable {
    /// Calls a second, over all callers; 0 means that there is no limit.
    let limit: any KeyPath<Limits, Int> & Sendable
    /// The code of the refusal.
    let code: ErrorCode

    /// The rate of a command without a limit of its own. Each such command counts its own calls.
    static let calls = RESTRate(limit: \.restCallsPerSecond, code: .restTooFrequent)
}

/// A call that was let through, with what a command needs to answer it.
struct RESTCall: Sendable {
    /// The administrator who calls.
    let administrator: UserID
    /// The id of the call in its answer and in the log.
    let requestID: String
    /// When it arrived.
    let at: Timestamp
    /// The server.
    let node: Node
    /// The way into lives.
    let rooms: RoomAdministration
    /// Fetches and checks animations of gifts.
    let effects: EffectChecker
    /// What keeps uploaded files; nil if none are taken.
    let files: (any FileStorage)?
    /// The sessions of the console.
    let sessions: ConsoleSessions
    /// The token of the session that the call is part of; nil for a call with a UserSig.
    let token: String?
    /// For how long the UserSig of the call still holds; nil for one that does not end, and for a call with a token.
    let provenMilliseconds: Int64?
}
