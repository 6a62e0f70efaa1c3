import OvationModel
package import OvationRules

/// One notification or request to the app's backend.
package struct Callback: Hashable, Sendable {
    /// Who caused it, as the query tells it.
    package struct Client: Hashable, Codable, Sendable {
        /// The kinds of client that the API names.
        package enum Platform: String, Codable, Sendable {
            case rest = "RESTAPI"
            case web = "Web"
            case android = "Android"
            case iOS = "iOS"
            case windows = "Windows"
            case mac = "Mac"
            case iPad = "iPad"
            case unknown = "Unknown"
        }

        /// The address; empty where there is none, as for what the server does by itself.
        package var address = ""
        /// What it runs on.
        package var platform = Platform.unknown

        /// Makes a client; of what nobody knows where an argument is left out.
        package init(address: String = "", platform: Platform = .unknown) {
            self.address = address
            self.platform = platform
        }

        /// The server itself.
        package static let server = Client(platform: .rest)
    }

    /// Its id, the same on every attempt, so that a receiver can pass over one that it has seen.
    var id: String
    /// What it is about.
    package var command: CallbackCommand
    /// The body, JSON.
    package var body: [UInt8]
    /// Who caused it.
    var client = Client.server
}

extension Callback.Client {
    /// The sender of an order, as it was kept with the order.
    init(_ origin: OrderOrigin) {
        self.init(address: origin.address, platform: Platform(rawValue: origin.platform) ?? .unknown)
    }
}

extension OrderOrigin {
    /// Where the sender of an order is.
    package init(_ client: Callback.Client) { self.init(address: client.address, platform: client.platform.rawValue) }
}

/// Posts callbacks to the app's backend.
package protocol CallbackCaller: Sendable {
    /// Posts one, and answers with the body of a 2xx.
    ///
    /// It tries nothing twice. The caller knows whether that would be safe.
    /// - Parameters:
    ///   - settings: where to, and how it is signed.
    ///   - milliseconds: how long all of it may take, from the look-up of the name to the last byte of the answer.
    func post(
        _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
    ) async throws(CallbackFailure) -> [UInt8]
}

/// Why a callback has no answer.
package enum CallbackFailure: Error, Hashable, Sendable {
    /// No URL is configured.
    case notConfigured
    /// The URL, or an address behind its name, is not one that this server calls. No connection was made.
    case addressRefused(String)
    /// The name is unknown, or the address refuses connections. Nothing was sent.
    case cannotConnect(String)
    /// The answer took too long. Whether the callback arrived is unknown.
    case timedOut
    /// The connection ended before the answer was whole. Whether the callback arrived is unknown.
    case connectionLost(String)
    /// The answer has a status other than 2xx.
    case status(Int)
    /// The answer is a redirect, and those are not followed.
    case redirect(Int)
    /// The answer is larger than this server reads.
    case tooLarge
    /// The answer cannot be read: it is not JSON, or has no whole number as `ErrorCode`.
    case malformed
    /// The server stops, or the caller has given up.
    case cancelled

    /// Whether the receiver may have acted on it, although we do not know its answer.
    var mayHaveArrived: Bool {
        switch self {
        case .notConfigured, .addressRefused, .cannotConnect: false
        case .timedOut, .connectionLost, .status, .redirect, .tooLarge, .malformed, .cancelled: true
        }
    }

    /// What metrics count it as.
    var label: String {
        switch self {
        case .notConfigured: "not_configured"
        case .addressRefused: "address_refused"
        case .cannotConnect: "cannot_connect"
        case .timedOut: "timed_out"
        case .connectionLost: "connection_lost"
        case .status: "status"
        case .redirect: "redirect"
        case .tooLarge: "too_large"
        case .malformed: "malformed"
        case .cancelled: "cancelled"
        }
    }
}

extension CallbackFailure: CustomStringConvertible {
    /// A sentence for the operator. It never holds what was sent or answered.
    package var description: String {
        switch self {
        case .notConfigured: "No callback URL is configured."
        case .addressRefused(let reason): "The callback URL is refused: \(reason)"
        case .cannotConnect(let reason): "The callback URL cannot be reached: \(reason)"
        case .timedOut: "The backend did not answer in time."
        case .connectionLost(let reason): "The connection ended before the answer: \(reason)"
        case .status(let status): "The backend answered with status \(status); only 2xx is an answer."
        case .redirect(let status): "The backend answered with a redirect (\(status)); those are not followed."
        case .tooLarge: "The backend's answer is too large."
        case .malformed: "The backend's answer is not a JSON object with a whole number as ErrorCode."
        case .cancelled: "The call was given up."
        }
    }
}
