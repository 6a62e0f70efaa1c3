package import OvationModel

/// When a connection is pinged, and when it is taken for gone.
package struct Heartbeat {
    /// What is due.
    package enum Action: Equatable {
        /// Nothing.
        case none
        /// A ping.
        case ping
        /// Close: nothing was heard for too long.
        case closeSilent
        /// Close: no session was opened in time.
        case closeUnopened
        /// Close: the login has expired.
        case closeExpired
    }

    private let openMilliseconds: Int64
    private let pingMilliseconds: Int64
    private let silenceMilliseconds: Int64
    private let connectedAt: Timestamp
    private var heardAt: Timestamp
    private var pingedAt: Timestamp
    /// When the login expires; nil before one, and for one that never does.
    package var expiresAt: Timestamp?
    /// Whether a session is open.
    package var isOpen = false

    /// Makes the heartbeat of a connection that was just made.
    package init(limits: Limits, at now: Timestamp) {
        openMilliseconds = Int64(limits.openTimeoutSeconds) * 1000
        pingMilliseconds = Int64(limits.pingIntervalSeconds) * 1000
        silenceMilliseconds = Int64(limits.silenceSeconds) * 1000
        connectedAt = now
        heardAt = now
        pingedAt = now
    }

    /// Notes that something came from the client.
    package mutating func heard(at now: Timestamp) { heardAt = now }

    /// Says what is due.
    package mutating func check(at now: Timestamp) -> Action {
        if !isOpen, now.milliseconds(since: connectedAt) >= openMilliseconds { return .closeUnopened }
        if now.milliseconds(since: heardAt) >= silenceMilliseconds { return .closeSilent }
        if let expiresAt, now >= expiresAt { return .closeExpired }
        guard now.milliseconds(since: pingedAt) >= pingMilliseconds else { return .none }
        pingedAt = now
        return .ping
    }
}
