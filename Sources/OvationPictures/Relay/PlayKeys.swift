package import OvationModel
import OvationSupport
import Synchronization

/// The keys with which addresses of pictures are signed, one for each start of a live.
///
/// The home of a live signs. A server that shows its picture to viewers of its own is told the key of that start and of no other one.
package final class PlayKeys: Sendable {
    private let own: [UInt8]
    private let others = Mutex<[LiveSessionID: [UInt8]]>([:])

    /// - Parameter own: from which the keys of lives of this server follow.
    init(own: [UInt8]) { self.own = own }

    /// The key of a start that runs at another server.
    func use(_ key: [UInt8], for session: LiveSessionID) { others.withLock { $0[session] = key } }

    /// A start is over, or runs here from now on.
    func forget(_ session: LiveSessionID) { others.withLock { $0[session] = nil } }

    /// The key for addresses of a start.
    subscript(_ session: LiveSessionID) -> [UInt8] { others.withLock { $0[session] } ?? ownKey(of: session) }

    /// The key that this server signs with, as the home of a live.
    package func ownKey(of session: LiveSessionID) -> [UInt8] {
        Digest.hmacSHA256(Array(session.rawValue.utf8), key: own)
    }
}
