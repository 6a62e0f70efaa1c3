import NIOCore
import OvationModel

/// Decides what a client's connection does next. It is pure: it takes time and randomness as arguments, and returns actions.
///
/// The owner performs the actions in their order, and calls ``tick(at:using:)`` when ``nextDeadline`` has come.
struct ConnectionStateMachine {
    struct Configuration {
        /// The time limit of a whole login, and of every later attempt to connect.
        var attemptTimeout: TimeAmount
        var backoff: ReconnectBackoff
        /// How long the server may be silent before the client pings it.
        var pingAfter = TimeAmount.seconds(30)
        /// How long the server may be silent before the connection counts as lost.
        var lostAfter = TimeAmount.seconds(60)
        /// The same limit after ``ConnectionStateMachine/wake(at:)``, when silence is suspicious.
        var lostAfterWake = TimeAmount.seconds(10)
    }

    enum Action: Equatable {
        /// Open a transport connection.
        case connect
        /// Send `session.open`.
        case openSession
        /// Send `session.ping`.
        case sendPing
        /// Abandon the transport connection without a close frame, so that the server keeps the user in their lives.
        case drop
        /// Close the transport connection with a close frame.
        case close(CloseCode)
        /// Report the state.
        case report(ConnectionState)
        /// Handle that the session's connection is gone. Commands that were sent on it will get no answer.
        case connectionLost
        /// Fail the login. The machine is idle again.
        case failLogIn(Rejection)
        /// End the session for good. Only a new login can follow.
        case end(CloseCode)
    }

    private enum Phase: Equatable {
        case idle
        case connecting(deadline: NIODeadline)
        case opening(deadline: NIODeadline)
        case open(since: NIODeadline, pingAt: NIODeadline?, lostAt: NIODeadline)
        case waiting(until: NIODeadline)
    }

    /// The longest wait that a server can ask of a client.
    private static let waitMillisecondsMax: Int64 = 300_000

    private let configuration: Configuration
    private var phase = Phase.idle
    /// The deadline of the login; nil once it has succeeded.
    private var logInDeadline: NIODeadline?
    /// The number of attempts in a row that led to no lasting connection.
    private var failures = 0
    /// Why the last attempt failed. A login that fails reports it.
    private var lastFailure: String?

    init(configuration: Configuration) { self.configuration = configuration }

    /// Whether there is neither a session nor a login in progress.
    var isIdle: Bool { phase == .idle }

    /// Whether commands may be sent.
    var isOpen: Bool { if case .open = phase { true } else { false } }

    /// The time at which ``tick(at:using:)`` has something to do; nil if never.
    var nextDeadline: NIODeadline? {
        switch phase {
        case .idle: nil
        case .connecting(let deadline), .opening(let deadline), .waiting(let deadline):
            logInDeadline.map { min($0, deadline) } ?? deadline
        case .open(_, let pingAt, let lostAt): pingAt.map { min($0, lostAt) } ?? lostAt
        }
    }

    /// Begins a login. It does nothing unless the machine is idle.
    mutating func logIn(at now: NIODeadline) -> [Action] {
        guard isIdle else { return [] }
        failures = 0
        lastFailure = nil
        logInDeadline = now + configuration.attemptTimeout
        return [.report(.connecting)] + connect(at: now)
    }

    /// Logs out. The close frame tells the server, so that the user leaves every live at once.
    mutating func logOut() -> [Action] {
        defer { reset() }
        return switch phase {
        case .idle: []
        case .waiting: [.report(.disconnected)]
        case .connecting, .opening, .open: [.close(.normal), .report(.disconnected)]
        }
    }

    /// Handles that the transport connection is open.
    mutating func transportOpened(at now: NIODeadline) -> [Action] {
        guard case .connecting = phase else { return [] }
        phase = .opening(deadline: now + configuration.attemptTimeout)
        return [.openSession]
    }

    /// Handles that the transport connection has ended, or could not be made.
    mutating func transportClosed(
        _ code: CloseCode, failure: TransportFailure?, at now: NIODeadline,
        using random: inout some RandomNumberGenerator
    ) -> [Action] {
        lastFailure = failure?.message ?? "The server closed the connection with \(code)."
        switch phase {
        case .idle, .waiting: return []
        case .connecting, .opening:
            if logInDeadline != nil, failure?.isPermanent == true || !code.shouldReconnect { return failLogIn() }
            return code.shouldReconnect ? retry(at: now, using: &random) : end(code)
        case .open(let since, _, _):
            if now - since >= configuration.backoff.max { failures = 0 }
            return [.connectionLost] + (code.shouldReconnect ? retry(at: now, using: &random) : end(code))
        }
    }

    /// Handles that the server has opened the session.
    mutating func sessionOpened(at now: NIODeadline) -> [Action] {
        guard case .opening = phase else { return [] }
        phase = .open(since: now, pingAt: now + configuration.pingAfter, lostAt: now + configuration.lostAfter)
        logInDeadline = nil
        return [.report(.connected)]
    }

    /// Handles that the server has refused to open the session.
    mutating func sessionRefused(
        _ rejection: Rejection, at now: NIODeadline, using random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard case .opening = phase else { return [] }
        lastFailure = rejection.message
        // A login that the server refuses fails with the server's answer. A session that exists already survives a temporary failure.
        if logInDeadline != nil {
            reset()
            return [.close(.normal), .report(.disconnected), .failLogIn(rejection)]
        }
        if rejection.code.isTemporary {
            return [.drop] + retry(at: now, after: rejection.retryAfterMilliseconds, using: &random)
        }
        return [.close(.normal)] + end(rejection.code == .userSigExpired ? .loginExpired : .unauthorized)
    }

    /// Handles that something arrived from the server.
    mutating func heard(at now: NIODeadline) {
        guard case .open(let since, _, _) = phase else { return }
        phase = .open(since: since, pingAt: now + configuration.pingAfter, lostAt: now + configuration.lostAfter)
    }

    /// Handles that the app is in the foreground again, or that the network is back. A silent connection is now suspicious, and there is no
    /// reason to wait for the next attempt.
    mutating func wake(at now: NIODeadline) -> [Action] {
        switch phase {
        case .idle, .connecting, .opening: return []
        case .waiting: return connect(at: now)
        case .open(let since, let pingAt, let lostAt):
            phase = .open(since: since, pingAt: nil, lostAt: min(lostAt, now + configuration.lostAfterWake))
            return pingAt == nil ? [] : [.sendPing]
        }
    }

    /// Returns the actions that are due.
    mutating func tick(at now: NIODeadline, using random: inout some RandomNumberGenerator) -> [Action] {
        if let logInDeadline, logInDeadline <= now {
            var actions = failLogIn()
            actions.insert(.drop, at: 0)
            return actions
        }
        switch phase {
        case .idle: return []
        case .connecting(let deadline), .opening(let deadline):
            guard deadline <= now else { return [] }
            lastFailure = "The server did not answer in time."
            return [.drop] + retry(at: now, using: &random)
        case .waiting(let until):
            return until <= now ? connect(at: now) : []
        case .open(let since, let pingAt, let lostAt):
            if lostAt <= now {
                if now - since >= configuration.backoff.max { failures = 0 }
                return [.drop, .connectionLost] + retry(at: now, using: &random)
            }
            guard let pingAt, pingAt <= now else { return [] }
            phase = .open(since: since, pingAt: nil, lostAt: lostAt)
            return [.sendPing]
        }
    }

    private mutating func connect(at now: NIODeadline) -> [Action] {
        phase = .connecting(deadline: now + configuration.attemptTimeout)
        return [.connect]
    }

    /// Waits for the next attempt, for as long as the backoff says and at least as long as the server asked for.
    private mutating func retry(
        at now: NIODeadline, after milliseconds: Int64? = nil, using random: inout some RandomNumberGenerator
    ) -> [Action] {
        failures += 1
        let asked = TimeAmount.milliseconds(min(max(milliseconds ?? 0, 0), Self.waitMillisecondsMax))
        phase = .waiting(until: now + max(asked, configuration.backoff.delay(attempt: failures, using: &random)))
        return logInDeadline == nil ? [.report(.reconnecting(attempt: failures))] : []
    }

    private mutating func failLogIn() -> [Action] {
        let rejection = Rejection(
            .networkUnavailable,
            lastFailure.map { "The server cannot be reached. \($0)" } ?? "The server cannot be reached.")
        reset()
        return [.report(.disconnected), .failLogIn(rejection)]
    }

    private mutating func end(_ code: CloseCode) -> [Action] {
        reset()
        return [.report(.closed(code)), .end(code)]
    }

    private mutating func reset() {
        phase = .idle
        logInDeadline = nil
        failures = 0
    }
}
