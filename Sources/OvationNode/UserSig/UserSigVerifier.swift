import Foundation
public import OvationModel

/// Decides whether a UserSig proves who somebody is. Pure: no clock, no network.
public struct UserSigVerifier: Sendable {
    /// What a UserSig proved.
    public struct Verified: Hashable, Sendable {
        /// Who it is for.
        public var userID: UserID
        /// The first moment at which it proves nothing any more, when a session that it opened is closed; nil for the
        /// UserSig `dev`, which does not expire.
        public var expiresAt: Timestamp?
        /// What the app's backend put into it; nil where it put nothing.
        public var userbuf: [UInt8]?

        /// Makes what was proved.
        public init(userID: UserID, expiresAt: Timestamp?, userbuf: [UInt8]? = nil) {
            self.userID = userID
            self.expiresAt = expiresAt
            self.userbuf = userbuf
        }
    }

    /// What stands for a UserSig on a developer's machine.
    public static let devText = "dev"

    private let sdkAppID: Int
    private let key: [UInt8]
    private let acceptsDev: Bool

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - sdkAppID: The app that is served.
    ///   - secret: The app's secret as text; its UTF-8 bytes are the key.
    ///   - devUserSig: Whether the text `dev` is taken for a proof that anybody is anybody. Only on a developer's
    ///     machine.
    public init(sdkAppID: Int, secret: String, devUserSig: Bool) {
        self.sdkAppID = sdkAppID
        key = Array(secret.utf8)
        acceptsDev = devUserSig
    }

    /// Checks a UserSig.
    ///
    /// Where several things are wrong, the first of these is the answer: unreadable (70003), another app (60006),
    /// another user (70013), another key (70003), expired (70001). So only who had the key is told that a ticket was good
    /// once.
    ///
    /// - Parameters:
    ///   - text: The UserSig as it came.
    ///   - userID: Who it is to be for.
    ///   - now: The time.
    public func verify(_ text: String, userID: UserID, at now: Timestamp) -> Result<Verified, Rejection> {
        if acceptsDev, text == Self.devText { return .success(Verified(userID: userID, expiresAt: nil)) }
        guard let ticket = UserSigTicket(text) else {
            return .failure(Rejection(.userSigInvalid, "The UserSig cannot be read: it is cut off or damaged."))
        }
        guard ticket.sdkAppID == Int64(sdkAppID) else {
            return .failure(
                Rejection(
                    .sdkAppIDInvalid, "The UserSig is for sdkAppID \(ticket.sdkAppID); this server serves \(sdkAppID).")
            )
        }
        // Compared as ids, not as texts: to Swift the Kelvin sign equals the letter K.
        guard let identifier = UserID(ticket.identifier), identifier.rawValue.utf8.elementsEqual(userID.rawValue.utf8)
        else {
            return .failure(Rejection(.userSigMismatch))
        }
        guard ticket.isSigned(with: key) else {
            return .failure(
                Rejection(
                    .userSigInvalid, "The UserSig was made with another key than this server's, or changed since."))
        }
        guard now < ticket.expiresAt else { return .failure(Rejection(.userSigExpired)) }
        guard let userbuf = ticket.userbuf else {
            return .success(Verified(userID: userID, expiresAt: ticket.expiresAt))
        }
        guard let bytes = UserSigText.canonicalBase64([UInt8](userbuf.utf8)) else {
            return .failure(Rejection(.userSigInvalid, "The UserSig has a userbuf that is not base64."))
        }
        return .success(Verified(userID: userID, expiresAt: ticket.expiresAt, userbuf: bytes))
    }
}
