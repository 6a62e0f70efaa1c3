import OvationBackend
import OvationModel
import OvationNode
import OvationStorage

extension RESTService {
    /// The keys that sign callbacks, and callbacks that were given up. The vendor's API has no commands for them.
    static let webhooks = RESTService(rawValue: "ovation_webhook_srv")
}

extension RESTCommand {
    /// Commands about keys, and about callbacks that wait or were given up.
    static let webhookAdministration = [
        getSecrets, rotateSecret, getStatus, testEndpoint, listDead, resendDead, dropDead,
    ]

    private static let getSecrets = RESTCommand(
        .webhooks, "get_secrets", "The keys that sign the bodies of callbacks, the newest first.", effect: .reads
    ) { (_: RESTNothing, call) in
        RESTResponse(SecretList(call.node.services.callbacks.settings, at: call.at))
    }

    private static let rotateSecret = RESTCommand(
        .webhooks, "rotate_secret",
        "Makes a new key, or takes the one that is given. The one before signs beside it for a time."
    ) { (request: RotateRequest, call) in
        let overlap = request.overlapSeconds ?? RESTBounds.overlapSecondsDefault
        try RESTField.number("OverlapSeconds", overlap, in: RESTBounds.overlapSeconds)
        if let secret = request.secret, !CallbackSignature.isSecret(secret) {
            throw Rejection(.illegalParameter, "\"Secret\" is \"whsec_\" and 24 to 64 bytes in base64.")
        }
        let secret = request.secret ?? CallbackSignature.makeSecret()
        let until = call.at.adding(seconds: Int64(overlap))
        try await call.changeCallbacks { settings throws(Rejection) in
            let valid = settings.secrets.filter { old in
                old.text != secret && (old.until.map { call.at < $0 } ?? true)
            }
            // Two keys at a time: a second rotation before the overlap ends drops the oldest key.
            settings.secrets = [CallbackSettings.Secret(text: secret, until: nil)]
            if let old = valid.first {
                settings.secrets.append(
                    CallbackSettings.Secret(text: old.text, until: min(old.until ?? until, until)))
            }
        }
        return RESTResponse(SecretList(call.node.services.callbacks.settings, at: call.at))
    }

    private static let getStatus = RESTCommand(
        .webhooks, "get_status",
        "How many callbacks wait and how many were given up, the lives whose turn is next, and how the backend answered lately.",
        effect: .reads
    ) { (_: RESTNothing, call) in
        let counts = try await call.read { try await $0.callbackCounts() }
        let lanes = try await call.read { try await $0.callbackLanes(limit: RESTBounds.waitingLivesMax) }
        return RESTResponse(
            WebhookStatus(
                waiting: counts.waiting, dead: counts.dead,
                lanes: lanes.map {
                    .init(roomID: $0.liveID, attempts: $0.attempts, dueAt: $0.dueAt.seconds)
                }, answers: call.node.services.callbacks.answers.map(RESTCallbackAnswer.init)))
    }

    private static let testEndpoint = RESTCommand(
        .webhooks, "test_endpoint",
        "Posts a callback that tells nothing to the configured URL, or to another one, and says how it was answered."
    ) { (request: TestRequest, call) in
        let callbacks = call.node.services.callbacks
        if let url = request.url {
            if let refusal = callbacks.refusal(ofURL: url) {
                throw Rejection(.illegalParameter, "\"Url\" cannot be called. \(refusal)")
            }
        } else if callbacks.settings.url == nil {
            throw Rejection(.callbackNotConfigured)
        }
        let answered = await callbacks.tryOut(request.url, by: call.rooms.client, at: call.at)
        return RESTResponse(RESTCallbackAnswer(answered))
    }

    private static let listDead = RESTCommand(
        .webhooks, "list_dead_letters", "Callbacks that were given up, the oldest first.", effect: .reads
    ) { (request: RESTNumberedPage, call) in
        let (after, count) = try request.place()
        let dead = try await call.read { try await $0.deadCallbacks(after: after, limit: count) }
        let last = dead.count == count ? dead.last.map { String($0.callback.number) } : nil
        return RESTResponse(DeadList(next: last ?? "", letters: dead.map { DeadList.Letter($0) }))
    }

    private static let resendDead = RESTCommand(
        .webhooks, "resend_dead_letters",
        "Tries given-up callbacks again, behind what waits already. A number that is not there is passed over."
    ) { (request: DeadRequest, call) in
        try await call.rooms.keep(.callbackChange(.revived(try request.checked(), at: call.at)))
        return RESTDone()
    }

    private static let dropDead = RESTCommand(
        .webhooks, "drop_dead_letters", "Forgets given-up callbacks. A number that is not there is passed over."
    ) { (request: DeadRequest, call) in
        try await call.rooms.keep(.callbackChange(.dropped(try request.checked())))
        return RESTDone()
    }
}

extension RESTCall {
    /// Reads the storage.
    ///
    /// - Throws: `storageUnavailable`.
    fileprivate func read<Value: Sendable>(
        _ body: @Sendable (any Storage) async throws -> Value
    ) async throws(Rejection) -> Value {
        do { return try await body(node.services.storage) } catch { throw Rejection(.storageUnavailable) }
    }
}

private struct RotateRequest: Codable, Sendable {
    let secret: String?
    let overlapSeconds: Int?

    enum CodingKeys: String, CodingKey {
        case secret = "Secret"
        case overlapSeconds = "OverlapSeconds"
    }
}

private struct SecretList: Codable, Sendable {
    struct Secret: Codable, Sendable {
        let secret: String
        /// Until when it signs beside the newest, in Unix seconds; nil for the newest.
        let until: Int64?

        enum CodingKeys: String, CodingKey {
            case secret = "Secret"
            case until = "ValidUntil"
        }
    }

    let secrets: [Secret]

    enum CodingKeys: String, CodingKey { case secrets = "SecretList" }

    init(_ settings: CallbackSettings, at now: Timestamp) {
        secrets = settings.secrets.filter { secret in secret.until.map { now < $0 } ?? true }
            .map { Secret(secret: $0.text, until: $0.until?.seconds) }
    }
}

private struct WebhookStatus: Codable, Sendable {
    struct Lane: Codable, Sendable {
        let roomID: LiveID
        let attempts: Int
        let dueAt: Int64

        enum CodingKeys: String, CodingKey {
            case roomID = "RoomId"
            case attempts = "Attempts"
            case dueAt = "DueAt"
        }
    }

    let waiting: Int
    let dead: Int
    let lanes: [Lane]
    let answers: [RESTCallbackAnswer]

    enum CodingKeys: String, CodingKey {
        case waiting = "Waiting"
        case dead = "Dead"
        case lanes = "RoomList"
        case answers = "AnswerList"
    }
}

private struct TestRequest: Codable, Sendable {
    /// Another URL than the configured one, to try it before it is configured; nil for the configured one.
    let url: String?

    enum CodingKeys: String, CodingKey { case url = "Url" }
}

/// How the app's backend answered a callback.
private struct RESTCallbackAnswer: Codable, Sendable {
    let command: String
    let id: String
    /// How long ago it was posted.
    let ageSeconds: Int64
    let milliseconds: Int64
    let isAnswered: Bool
    /// Why there is no answer; empty where there is one.
    let failure: String

    enum CodingKeys: String, CodingKey {
        case command = "CallbackCommand"
        case id = "WebhookId"
        case ageSeconds = "AgeSeconds"
        case milliseconds = "Milliseconds"
        case isAnswered = "IsAnswered"
        case failure = "Failure"
    }

    init(_ answered: CallbackAnswered) {
        command = answered.command.rawValue
        id = answered.id
        ageSeconds = answered.ageSeconds
        milliseconds = answered.milliseconds
        isAnswered = answered.failure == nil
        failure = answered.failure?.description ?? ""
    }
}

private struct DeadRequest: Codable, Sendable {
    let numbers: [Int64]

    enum CodingKeys: String, CodingKey { case numbers = "NumberList" }

    func checked() throws(Rejection) -> [Int64] {
        try RESTField.list("NumberList", numbers, countMax: RESTBounds.deadLettersMax)
        return numbers
    }
}

private struct DeadList: Codable, Sendable {
    struct Letter: Codable, Sendable {
        let number: Int64
        let id: String
        let roomID: LiveID
        let command: String
        let at: Int64
        let attempts: Int
        let failure: String
        let diedAt: Int64
        let body: String

        enum CodingKeys: String, CodingKey {
            case number = "Number"
            case id = "WebhookId"
            case roomID = "RoomId"
            case command = "CallbackCommand"
            case at = "RecordedAt"
            case attempts = "Attempts"
            case failure = "Failure"
            case diedAt = "GaveUpAt"
            case body = "Body"
        }

        init(_ dead: DeadCallback) {
            let draft = dead.callback.draft
            number = dead.callback.number
            id = draft.id
            roomID = draft.liveID
            command = draft.command
            at = draft.at.seconds
            attempts = dead.attempts
            failure = dead.failure
            diedAt = dead.diedAt.seconds
            body = String(decoding: draft.body, as: UTF8.self)
        }
    }

    let next: String
    let letters: [Letter]

    enum CodingKeys: String, CodingKey {
        case next = "Next"
        case letters = "DeadLetterList"
    }
}
