/// What somebody may do so many times only, and is counted for it.
package enum RateGate: String, CaseIterable {
    /// WebSocket handshakes of an address.
    case handshake
    /// Logins of an address.
    case login
    /// Entries into lives from an address.
    case join
    /// Commands of a user that change what is kept.
    case control
    /// Lives that a user creates.
    case creation
    /// Sign-ins at the console and wrong tokens of an address.
    case signIn
    /// What a user in a seat sends to others in seats.
    case signal
    /// Tickets of uploads that a user asks for.
    case upload
    /// Tests that a user makes of their uplink, their bytes, and the time for which they hold a place.
    case uplinkTest
    /// The time for which tests of uplinks from an address hold places.
    case uplinkTestAddress
}
