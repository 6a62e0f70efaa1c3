import OvationBackend
import OvationModel
import OvationNode
import OvationStorage

extension RESTService {
    /// The configuration of callbacks to the app's backend.
    static let liveConfiguration = RESTService(rawValue: "live_config")
}

extension RESTCommand {
    /// Commands that set where callbacks go, what they tell, and the token that signs their query.
    static let callbacks = [
        setCallback, updateCallback, getCallback, deleteCallback, setCallbackToken, deleteCallbackToken,
    ]

    private static let setCallback = RESTCommand(
        .liveConfiguration, "set_callback", "Configures the callback. Fails where one is configured."
    ) { (request: CallbackRequest, call) in
        let (url, commands) = try request.checked(call.node)
        try await call.changeCallbacks { settings throws(Rejection) in
            guard settings.url == nil else { throw Rejection(.callbackConfigured) }
            settings.url = url
            settings.commands = commands
            // A receiver can check already of the first callback that this server sent it.
            if settings.secrets.isEmpty { settings.secrets = [.init(text: CallbackSignature.makeSecret(), until: nil)] }
        }
        return RESTDone()
    }

    private static let updateCallback = RESTCommand(
        .liveConfiguration, "update_callback", "Changes where the callback goes and what it tells."
    ) { (request: CallbackRequest, call) in
        let (url, commands) = try request.checked(call.node)
        try await call.changeCallbacks { settings throws(Rejection) in
            guard settings.url != nil else { throw Rejection(.callbackNotConfigured) }
            settings.url = url
            settings.commands = commands
        }
        // Callbacks that could not be delivered to the old URL are sent to the new one now.
        try await call.rooms.keep(.callbackChange(.hurried))
        return RESTDone()
    }

    private static let getCallback = RESTCommand(
        .liveConfiguration, "get_callback", "Says where the callback goes and what it tells.", effect: .reads
    ) { (_: RESTNothing, call) in
        let settings = call.node.services.callbacks.settings
        guard let url = settings.url else { throw Rejection(.callbackNotConfigured) }
        return RESTResponse(
            CallbackAnswerBody(
                url: url, commands: settings.commands, isTokenEnabled: settings.isTokenEnabled && settings.token != nil)
        )
    }

    private static let deleteCallback = RESTCommand(
        .liveConfiguration, "delete_callback",
        "Removes the callback. What waits for its delivery waits on, and is delivered where the next one is configured."
    ) { (_: RESTNothing, call) in
        try await call.changeCallbacks { settings throws(Rejection) in
            guard settings.url != nil else { throw Rejection(.callbackNotConfigured) }
            settings.url = nil
            settings.commands = []
        }
        return RESTDone()
    }

    private static let setCallbackToken = RESTCommand(
        .liveConfiguration, "set_callback_token",
        "Sets the token that signs the query, and whether it does. The first time both are needed, later what changes."
    ) { (request: CallbackTokenRequest, call) in
        if let token = request.token {
            let range = RESTBounds.tokenBytes
            guard range.contains(token.utf8.count), token.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw Rejection(
                    .illegalParameter,
                    "\"Token\" is \(range.lowerBound) to \(range.upperBound) bytes of printable ASCII.")
            }
        }
        try await call.changeCallbacks { settings throws(Rejection) in
            if settings.token == nil {
                if request.token == nil { throw Rejection(.illegalParameter, "\"Token\" is missing.") }
                if request.isEnabled == nil { throw Rejection(.illegalParameter, "\"IsTokenEnable\" is missing.") }
            }
            settings.token = request.token ?? settings.token
            settings.isTokenEnabled = request.isEnabled ?? settings.isTokenEnabled
        }
        return RESTDone()
    }

    private static let deleteCallbackToken = RESTCommand(
        .liveConfiguration, "delete_callback_token", "Removes the token; the query is not signed any more."
    ) { (_: RESTNothing, call) in
        try await call.changeCallbacks { settings throws(Rejection) in
            settings.token = nil
            settings.isTokenEnabled = false
        }
        return RESTDone()
    }
}

extension RESTCall {
    /// Changes the settings of callbacks. They are durable when this returns.
    func changeCallbacks(_ edit: (inout CallbackSettings) throws(Rejection) -> Void) async throws(Rejection) {
        try await node.services.callbacks.change(
            through: node.services.journal, storage: node.services.storage, on: node.shards[0].eventLoop, edit)
    }
}

/// The body of `set_callback` and `update_callback`.
private struct CallbackRequest: Codable, Sendable {
    let url: String
    let commands: [String]

    enum CodingKeys: String, CodingKey {
        case url = "Url"
        case commands = "CallbackCommandList"
    }

    /// Checks the URL and the commands, and returns each command once.
    func checked(_ node: Node) throws -> (url: String, commands: [String]) {
        if let refusal = node.services.callbacks.refusal(ofURL: url) {
            throw Rejection(.illegalParameter, "\"Url\" cannot be called. \(refusal)")
        }
        var seen: [String] = []
        for command in commands where !seen.contains(command) {
            guard CallbackCommand(rawValue: command) != nil else {
                let name = command.prefix(RESTBounds.repeatedCharactersMax)
                throw Rejection(
                    .illegalParameter, "\"CallbackCommandList\" has a command that there is not: \(name).")
            }
            seen.append(command)
        }
        return (url, seen)
    }
}

/// The body of `set_callback_token`.
private struct CallbackTokenRequest: Codable, Sendable {
    let token: String?
    let isEnabled: Bool?

    enum CodingKeys: String, CodingKey {
        case token = "Token"
        case isEnabled = "IsTokenEnable"
    }
}

/// The answer to `get_callback`. It never has the token itself.
private struct CallbackAnswerBody: Codable, Sendable {
    let url: String
    let commands: [String]
    let isTokenEnabled: Bool

    enum CodingKeys: String, CodingKey {
        case url = "Url"
        case commands = "CallbackCommandList"
        case isTokenEnabled = "IsTokenEnable"
    }
}
