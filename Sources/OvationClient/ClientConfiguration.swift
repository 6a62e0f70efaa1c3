import Foundation
public import Logging

/// How a client reaches its server.
public struct ClientConfiguration: Sendable {
    /// The server's URL, for instance `ws://127.0.0.1:8080` or `wss://live.example.com`. The client adds the path `/v1/ws`.
    public var serverURL: String
    /// The shortest wait before a reconnect, in seconds.
    public var reconnectDelaySecondsMin: Double
    /// The longest wait before a reconnect, in seconds. Waits grow up to it, with jitter.
    public var reconnectDelaySecondsMax: Double
    /// How long a command waits for its answer, in seconds. This includes the time without a connection.
    ///
    /// A command without an answer fails with `networkUnavailable`. A gift order that was sent fails with `outcomeUnknown`.
    public var requestTimeoutSeconds: Double
    /// The client's logger, which gets debug and trace messages. The client never logs a UserSig or the text of a message.
    public var logger: Logger

    /// Makes a configuration.
    public init(
        serverURL: String, reconnectDelaySecondsMin: Double = 1.0, reconnectDelaySecondsMax: Double = 16.0,
        requestTimeoutSeconds: Double = 10.0, logger: Logger = Logger(label: "ovation.client")
    ) {
        self.serverURL = serverURL
        self.reconnectDelaySecondsMin = reconnectDelaySecondsMin
        self.reconnectDelaySecondsMax = reconnectDelaySecondsMax
        self.requestTimeoutSeconds = requestTimeoutSeconds
        self.logger = logger
    }

    /// The URL of a server that runs on this machine with its default settings.
    public static let defaultServerURL = "ws://127.0.0.1:8080"

    /// Finds the server's URL.
    ///
    /// - Parameter explicit: The URL that the app sets in code; nil or empty if it sets none.
    /// - Returns: The first of these that is set: `explicit`, the environment variable `OVATION_SERVER_URL`, the key `OvationServerURL` of
    ///   the app's Info.plist, ``defaultServerURL``.
    public static func resolveServerURL(explicit: String?) -> String {
        resolveServerURL(
            explicit: explicit, environment: ProcessInfo.processInfo.environment["OVATION_SERVER_URL"],
            infoPlist: Bundle.main.object(forInfoDictionaryKey: "OvationServerURL") as? String)
    }

    static func resolveServerURL(explicit: String?, environment: String?, infoPlist: String?) -> String {
        let named = [explicit, environment, infoPlist].lazy
            .compactMap { $0?.trimmingCharacters(in: .whitespacesAndNewlines) }
            .first { !$0.isEmpty }
        return named ?? defaultServerURL
    }
}
