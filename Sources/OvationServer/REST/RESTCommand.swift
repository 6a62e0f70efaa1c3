import Foundation
import OvationModel
import OvationWire

/// One command of the REST API, `POST /v4/<service>/<name>`: what it takes, what it answers, and what it does.
///
/// A command is one value, made in a file of its service and listed in ``RESTCommand/all``. Nothing else has to know of it. The caller is
/// an administrator of the app. The caller, the rate and the shape of the body are checked before `run` is called.
///
/// ```swift
/// static let destroyRoom = RESTCommand(.liveEngine, "destroy_room", "Ends a live.") { (request: RESTRoom, call) in
///     try await call.rooms.perform(.end(message: ""), in: request.roomID, as: call.actor)
///     return RESTDone()
/// }
/// ```
struct RESTCommand: Sendable {
    /// What a call does to the server.
    enum Effect: Sendable {
        /// It changes something.
        case changes
        /// It only looks.
        case reads
    }

    /// The part of the API that it belongs to.
    let service: RESTService
    /// Its name, case-sensitive.
    let name: String
    /// What it does, in a sentence for readers of the API's description.
    let summary: String
    /// What a call does to the server.
    let effect: Effect
    /// How often it may be called.
    let rate: RESTRate
    /// What its body is decoded as.
    let requestType: any (Decodable & Sendable).Type
    /// What it answers.
    let answerType: any RESTAnswer.Type
    private let handle: @Sendable (Data, RESTCall) async throws -> any RESTAnswer

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - service: the part of the API that it belongs to.
    ///   - name: its name.
    ///   - summary: what it does, in a sentence.
    ///   - effect: whether it changes something.
    ///   - rate: how often it may be called.
    ///   - run: does it. A `Rejection` that it throws is the answer; any other error is the server's fault.
    init<Request: Decodable & Sendable, Answer: RESTAnswer>(
        _ service: RESTService, _ name: String, _ summary: String, effect: Effect = .changes, rate: RESTRate = .calls,
        run: @escaping @Sendable (Request, RESTCall) async throws -> Answer
    ) {
        self.service = service
        self.name = name
        self.summary = summary
        self.effect = effect
        self.rate = rate
        requestType = Request.self
        answerType = Answer.self
        handle = { try await run(RESTBody.decode(Request.self, $0), $1) }
    }

    /// Where it is.
    var path: String { "/v4/\(service.rawValue)/\(name)" }

    /// Reads the body and does what it asks.
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

    /// The rate of a command that has none of its own. Each such command has all of it for itself.
    static let calls = RESTRate(limit: \.restCallsPerSecond, code: .restTooFrequent)
}

/// A call that was let through, with what a command needs to answer it.
struct RESTCall: Sendable {
    /// The administrator who calls.
    let administrator: UserID
    /// The name of the call in the answer and in the log.
    let requestID: String
    /// When it came.
    let at: Timestamp
    /// The server.
    let node: Node
    /// Calls into lives.
    let rooms: RoomAdministration
    /// Looks at effects.
    let effects: EffectChecker
}
