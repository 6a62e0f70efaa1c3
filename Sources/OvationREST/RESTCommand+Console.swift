import OvationBackend
import OvationModel
import OvationNode
import OvationRules

extension RESTService {
    /// Sessions of the console. The vendor's API has none.
    static let console = RESTService(rawValue: "ovation_console_srv")
}

extension RESTCommand {
    /// Commands about sessions of the console: a browser signs in once, and its calls carry a token that ends soon.
    static let console = [openSession, closeSession, getSessions, endSessions]

    private static let openSession = RESTCommand(
        .console, "open_session",
        "Begins a session of an administrator. Calls that carry its token in \"Authorization: Bearer\" need no UserSig.",
        caller: .inBody
    ) { (_: RESTSignIn, call) in
        let opened = call.sessions.open(
            by: call.administrator, from: call.rooms.client.address, provenMilliseconds: call.provenMilliseconds)
        let limits = call.node.limits
        return RESTResponse(
            RESTSession(
                token: opened.token, administrator: call.administrator, idleSeconds: limits.consoleSessionIdleSeconds,
                secondsLeft: opened.session.endsAt.milliseconds(since: opened.session.openedAt) / 1_000))
    }

    private static let closeSession = RESTCommand(
        .console, "close_session", "Ends the session whose token the call carries. Without a token nothing is ended."
    ) { (_: RESTNothing, call) in
        if let token = call.token { call.sessions.close(token) }
        return RESTDone()
    }

    private static let getSessions = RESTCommand(
        .console, "get_sessions", "The sessions of the console that hold, the one that was used last first.",
        effect: .reads
    ) { (_: RESTNothing, call) in
        RESTResponse(
            RESTSessionList(
                sessions: call.sessions.all().map { entry in
                    .init(
                        administrator: entry.session.administrator, address: entry.session.address,
                        age: entry.age, idle: entry.idle, left: entry.left)
                }))
    }

    private static let endSessions = RESTCommand(
        .console, "end_sessions", "Ends all sessions of an administrator: a device was lost, or somebody left."
    ) { (request: RESTEndSessions, call) in
        RESTResponse(RESTEndedSessions(count: call.sessions.closeAll(of: request.administrator)))
    }
}

/// The body of a sign-in.
struct RESTSignIn: Codable, Sendable {
    let identifier: UserID
    let userSig: String

    enum CodingKeys: String, CodingKey {
        case identifier = "Identifier"
        case userSig = "UserSig"
    }
}

/// The answer to a sign-in.
private struct RESTSession: Codable, Sendable {
    let token: String
    let administrator: UserID
    let idleSeconds: Int
    let secondsLeft: Int64

    enum CodingKeys: String, CodingKey {
        case token = "SessionToken"
        case administrator = "Operator_Account"
        case idleSeconds = "IdleSeconds"
        case secondsLeft = "SecondsLeft"
    }
}

private struct RESTSessionList: Codable, Sendable {
    struct Session: Codable, Sendable {
        let administrator: UserID
        let address: String
        let age: Int64
        let idle: Int64
        let left: Int64

        enum CodingKeys: String, CodingKey {
            case administrator = "Operator_Account"
            case address = "Address"
            case age = "AgeSeconds"
            case idle = "SecondsSinceUse"
            case left = "SecondsLeft"
        }
    }

    let sessions: [Session]

    enum CodingKeys: String, CodingKey { case sessions = "SessionList" }
}

private struct RESTEndSessions: Codable, Sendable {
    let administrator: UserID

    enum CodingKeys: String, CodingKey { case administrator = "Operator_Account" }
}

private struct RESTEndedSessions: Codable, Sendable {
    let count: Int

    enum CodingKeys: String, CodingKey { case count = "TotalCount" }
}
