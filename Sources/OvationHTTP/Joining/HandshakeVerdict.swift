/// What becomes of a client that asks for a WebSocket, where deciding takes its time.
package enum HandshakeVerdict: Sendable {
    /// It is served here.
    case accepted
    /// It is told why not.
    case refused(HandshakeRefusal)
    /// Another server has answered its handshake, and serves it.
    case joined(FarSocket)
}
