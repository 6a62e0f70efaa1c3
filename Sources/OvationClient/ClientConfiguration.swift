import Foundation
public import Logging

/// How a client reaches its server.
public struct ClientConfiguration: Sendable {
    /// Where the server is, for instance `ws://127.0.0.1:8080` or `wss://live.example.com`. The path `/v1/ws` is added.
    public var serverURL: String
    /// The shortest wait before a connection is tried again, in seconds.
    public var reconnectDelaySecondsMin: Double
    /// The longest wait before a connection is tried again, in seconds. Waits grow up to it, with jitter.
    public var reconnectDelaySecondsMax: Double
    /// How long a command waits for its answer, in seconds, the wait for a lost connection included.
    ///
    /// Without an answer it fails with `networkUnavailable`; an order of gifts that was sent, with `outcomeUnknown`.
    public var requestTimeoutSeconds: Double
    /// Where the client logs, at debug and trace. Never a token, never the text of a message.
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

    /// The server of a machine that runs one with its defaults.
    public static let defaultServerURL = "ws://127.0.0.1:8080"

    /// Which server an app means.
    ///
    /// - Parameter explicit: What the app named in code; nil or empty where it named none.
    /// - Returns: The first there is of `explicit`, the environment's `OVATION_SERVER_URL`, the key `OvationServerURL`
    ///   of the app's Info.plist, and ``defaultServerURL``.
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
