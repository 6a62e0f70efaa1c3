import OvationBackend

/// The app's backend and the way to it, as the host of a node plays them.
package protocol HostedBackend: Sendable {
    /// Posts a callback, and comes back within its time with what is known then.
    ///
    /// - Parameters:
    ///   - command: what it is about, by the name on the wire.
    ///   - body: JSON.
    ///   - milliseconds: how long all of it may take.
    func post(_ command: String, body: [UInt8], milliseconds: Int) async -> HostedAnswer
}

/// What became of a callback.
package enum HostedAnswer: Hashable, Sendable {
    /// The body of a 2xx.
    case answered([UInt8])
    /// An answer with another status.
    case status(Int)
    /// Nothing could be sent.
    case notConnected
    /// The connection ended before the answer.
    case lost
    /// No answer came in time.
    case timedOut
}

/// Posts callbacks to a backend that the host plays. What it says is read by the server's own code.
package struct HostedCaller: CallbackCaller {
    let backend: any HostedBackend

    package init(backend: any HostedBackend) {
        self.backend = backend
    }

    func post(
        _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
    ) async throws(CallbackFailure) -> [UInt8] {
        let answer = await backend.post(callback.command.rawValue, body: callback.body, milliseconds: milliseconds)
        switch answer {
        case .answered(let body): return body
        case .status(let status): throw (300..<400).contains(status) ? .redirect(status) : .status(status)
        case .notConnected: throw .cannotConnect("The host says so.")
        case .lost: throw .connectionLost("The host says so.")
        case .timedOut: throw .timedOut
        }
    }
}

extension CallbackSettings {
    /// The settings of a backend that the host plays.
    ///
    /// - Parameter commands: what it wants to be asked and told, by the names on the wire; empty for nothing.
    package init(hosted commands: [String]) {
        self.init()
        guard !commands.isEmpty else { return }
        url = "https://backend.invalid"
        self.commands = commands
    }
}
