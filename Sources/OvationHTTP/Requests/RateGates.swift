package import Logging
package import OvationModel
package import OvationObservability
import OvationRules
package import OvationSupport
import Synchronization

/// Rate limits per address and per user. A refused client learns when to try again.
///
/// Checked when a client connects, logs in, enters a live or changes stored data; never for a message. Can be called on
/// any thread.
package final class RateGates: Sendable {
    private struct State: Sendable {
        var handshakes: KeyedBuckets<AddressKey>
        var logins: KeyedBuckets<AddressKey>
        var joins: KeyedBuckets<AddressKey>
        var controls: KeyedBuckets<UserID>
        var creations: KeyedBuckets<UserID>
        var signIns: KeyedBuckets<AddressKey>
        var signals: KeyedBuckets<UserID>
        var signalBytes: KeyedBuckets<UserID>
        var uploads: KeyedBuckets<UserID>
        var uplinkTests: KeyedBuckets<UserID>
        var uplinkTestBytes: KeyedBuckets<UserID>
        /// Milliseconds for which tests hold places.
        var uplinkTestTime: KeyedBuckets<UserID>
        var uplinkTestTimeOfAddresses: KeyedBuckets<AddressKey>
        var loggedAt: Timestamp?
    }

    private let clock: ServerClock
    private let metrics: ServerMetrics
    private let logger: Logger
    private let state: Mutex<State>
    /// An address that is refused all the time is worth a line once in a while, not a line each time.
    private static let logIntervalMilliseconds: Int64 = 10_000

    package init(limits: Limits, clock: ServerClock, metrics: ServerMetrics, logger: Logger) {
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
        let now = clock.monotonic()
        func buckets<Key: Hashable & Sendable>(_ perSecond: Int, _ burst: Int) -> KeyedBuckets<Key> {
            KeyedBuckets(TokenBucket(perSecond: perSecond, burst: burst, at: now), keysMax: limits.rateKeysMax)
        }
        func times<Key: Hashable & Sendable>(ofTests count: Int) -> KeyedBuckets<Key> {
            // A day is as good as for ever, and no product of a configuration overflows.
            let most = count * min(limits.uplinkTestPostSecondsMax, 86_400) * 1_000
            return KeyedBuckets(
                TokenBucket(perHour: max(most / max(limits.uplinkTestSeconds, 1), 1) * 3_600, burst: most, at: now),
                keysMax: limits.rateKeysMax)
        }
        state = Mutex(
            State(
                handshakes: buckets(limits.addressHandshakesPerSecond, limits.addressHandshakesBurst),
                logins: buckets(limits.addressLoginsPerSecond, limits.addressLoginsBurst),
                joins: buckets(limits.addressJoinsPerSecond, limits.addressJoinsBurst),
                controls: buckets(limits.userControlsPerSecond, limits.userControlsBurst),
                creations: KeyedBuckets(
                    TokenBucket(perHour: limits.userCreationsPerHour, burst: limits.userCreationsBurst, at: now),
                    keysMax: limits.rateKeysMax),
                signIns: KeyedBuckets(
                    TokenBucket(perHour: limits.addressSignInsPerHour, burst: limits.addressSignInsBurst, at: now),
                    keysMax: limits.rateKeysMax),
                signals: buckets(limits.seatSignalsPerSecond, limits.seatSignalsBurst),
                signalBytes: buckets(limits.seatSignalBytesPerSecond, limits.seatSignalBytesBurst),
                uploads: KeyedBuckets(
                    TokenBucket(perHour: limits.userUploadsPerHour, burst: limits.userUploadsBurst, at: now),
                    keysMax: limits.rateKeysMax),
                uplinkTests: KeyedBuckets(
                    TokenBucket(perHour: max(3_600 / max(limits.uplinkTestSeconds, 1), 1), burst: 1, at: now),
                    keysMax: limits.rateKeysMax),
                uplinkTestBytes: buckets(
                    max(limits.uplinkTestBytesMax / max(limits.uplinkTestSeconds, 1), 1), limits.uplinkTestBytesMax),
                uplinkTestTime: times(ofTests: 1),
                uplinkTestTimeOfAddresses: times(ofTests: Self.uplinkTestsOfAddressMax)))
    }

    /// How many tests of uplinks one address has at a time, and in the time after which a user tests again: those of a household.
    package static let uplinkTestsOfAddressMax = 4
    /// The least time of a place with which it is worth to begin a request of a test.
    private static let uplinkTestLeastMilliseconds = 1_000

    /// Lets a handshake through, or says after how many milliseconds to come again. Without an address nothing is counted.
    package func refusal(ofHandshakeFrom address: AddressKey?) -> Int64? { take(.handshake, 1, \.handshakes, address) }

    /// Lets a login through, or says why not.
    ///
    /// - Parameter rooms: how many lives the client comes back to; each is an entry.
    package func refusal(ofLoginFrom address: AddressKey?, resuming rooms: Int) -> Rejection? {
        if let wait = take(.login, 1, \.logins, address) { return .tooFrequent(.loginsTooFrequent, wait) }
        return rooms > 0 ? refusal(ofJoinsFrom: address, count: rooms) : nil
    }

    /// Lets entries into lives through, or says why not.
    package func refusal(ofJoinsFrom address: AddressKey?, count: Int = 1) -> Rejection? {
        take(.join, count, \.joins, address).map { .tooFrequent(.joinsTooFrequent, $0) }
    }

    /// Lets a command through that changes what is kept, or says why not.
    package func refusal(ofControlBy user: UserID) -> Rejection? {
        take(.control, 1, \.controls, user).map { .tooFrequent(.controlsTooFrequent, $0) }
    }

    /// Lets the creation of a live through, or says why not.
    package func refusal(ofCreationBy user: UserID) -> Rejection? {
        take(.creation, 1, \.creations, user).map { .tooFrequent(.creationsTooFrequent, $0) }
    }

    /// Lets a sign-in at the console be looked at, or says why not. A token that does not hold counts like a sign-in.
    package func refusal(ofSignInFrom address: AddressKey?) -> Rejection? {
        take(.signIn, 1, \.signIns, address).map { .tooFrequent(.signInsTooFrequent, $0) }
    }

    /// Lets a signal to another seat through, or says why not.
    ///
    /// - Parameter bytes: how many it has as it is written.
    package func refusal(ofSignalBy user: UserID, bytes: Int) -> Rejection? {
        (take(.signal, 1, \.signals, user) ?? take(.signal, bytes, \.signalBytes, user))
            .map { .tooFrequent(.seatSignalsTooFrequent, $0) }
    }

    /// Lets a user have a ticket of an upload, or says why not.
    package func refusal(ofUploadBy user: UserID) -> Rejection? {
        take(.upload, 1, \.uploads, user).map { .tooFrequent(.uploadsTooFrequent, $0) }
    }

    /// Lets a user test their uplink, or says why not.
    package func refusal(ofUplinkTestBy user: UserID) -> Rejection? {
        take(.uplinkTest, 1, \.uplinkTests, user).map { .tooFrequent(.uplinkTestsTooFrequent, $0) }
    }

    /// Lets bytes of such a test through, or says why not.
    package func refusal(ofUplinkTestBy user: UserID, bytes: Int) -> Rejection? {
        take(.uplinkTest, bytes, \.uplinkTestBytes, user).map { .tooFrequent(.uplinkTestsTooFrequent, $0) }
    }

    /// Lets a request of such a test have one of the places, or says why not: neither a user nor an address may hold places for more than
    /// its part of the time, however often it asks. ``uplinkTestEnded(by:from:after:)`` says for how long it had the place.
    package func refusal(ofUplinkTestBy user: UserID, from address: AddressKey?) -> Rejection? {
        let now = clock.monotonic()
        let least = Self.uplinkTestLeastMilliseconds
        let (ofUser, ofAddress) = state.withLock { state -> (Int64, Int64) in
            let ofAddress = address.map {
                state.uplinkTestTimeOfAddresses.milliseconds(until: least, for: $0, at: now)
            }
            return (state.uplinkTestTime.milliseconds(until: least, for: user, at: now), ofAddress ?? 0)
        }
        guard max(ofUser, ofAddress) > 0 else { return nil }
        metrics.refused(at: ofUser > 0 ? .uplinkTest : .uplinkTestAddress)
        return .tooFrequent(.uplinkTestsTooFrequent, max(ofUser, ofAddress))
    }

    /// A request of a test has given its place back.
    package func uplinkTestEnded(by user: UserID, from address: AddressKey?, after milliseconds: Int64) {
        let now = clock.monotonic()
        let held = Int(clamping: milliseconds)
        state.withLock { state in
            state.uplinkTestTime.charge(held, for: user, at: now)
            if let address { state.uplinkTestTimeOfAddresses.charge(held, for: address, at: now) }
        }
    }

    /// Tells how many addresses and users are kept apart.
    package func tellGauges() {
        let counts = state.withLock { state in
            [
                RateGate.handshake: state.handshakes.count, .login: state.logins.count, .join: state.joins.count,
                .control: state.controls.count, .creation: state.creations.count,
                .signal: state.signals.count, .signIn: state.signIns.count,
                .upload: state.uploads.count, .uplinkTest: state.uplinkTests.count,
                .uplinkTestAddress: state.uplinkTestTimeOfAddresses.count,
            ]
        }
        for (gate, count) in counts { metrics.rateKeys(count, of: gate) }
    }

    private func take<Key: Hashable & Sendable>(
        _ gate: RateGate, _ count: Int, _ buckets: WritableKeyPath<State, KeyedBuckets<Key>>, _ key: Key?
    ) -> Int64? {
        guard let key else { return nil }
        let now = clock.monotonic()
        let (wait, isLogged) = state.withLock { state -> (Int64?, Bool) in
            guard let wait = state[keyPath: buckets].take(count, for: key, at: now) else { return (nil, false) }
            let isDue = state.loggedAt.map { now.milliseconds(since: $0) >= Self.logIntervalMilliseconds } ?? true
            if isDue { state.loggedAt = now }
            return (wait, isDue)
        }
        guard let wait else { return nil }
        metrics.refused(at: gate)
        if isLogged { log(gate, "\(key)") }
        return wait
    }

    private func log(_ gate: RateGate, _ key: String) {
        switch gate {
        case .handshake, .login, .join, .signIn, .uplinkTestAddress:
            logger.notice(
                "an address is over its rate; where it is a proxy's, name the proxy in server.trustedProxies",
                metadata: [LogKeys.rateGate: "\(gate.rawValue)", LogKeys.connectionAddress: "\(key)"])
        case .control, .creation, .signal, .upload, .uplinkTest:
            logger.notice(
                "a user is over their rate", metadata: [LogKeys.rateGate: "\(gate.rawValue)", LogKeys.userID: "\(key)"])
        }
    }
}

extension Rejection {
    fileprivate static func tooFrequent(_ code: ErrorCode, _ milliseconds: Int64) -> Rejection {
        Rejection(code, retryAfterMilliseconds: milliseconds)
    }
}
