import Foundation

/// A login at a TURN server that holds for a time, as coturn checks it with `use-auth-secret`: the name begins with the second at which
/// it ends, and the password is the HMAC-SHA1 of the name. The TURN server asks nobody.
package struct TURNLogin: Hashable, Sendable {
    /// The name: Unix seconds of its end, a colon, and whom it is for.
    package let name: String
    /// The password, in base64.
    package let password: String

    /// Makes a login.
    ///
    /// - Parameters:
    ///   - user: whom it is for; coturn writes it into its log.
    ///   - endSeconds: when it ends, Unix seconds.
    ///   - secret: what coturn has as `static-auth-secret`.
    package init(user: String, endSeconds: Int64, secret: String) {
        name = "\(endSeconds):\(user)"
        password = Data(Digest.hmacSHA1(Array(name.utf8), key: Array(secret.utf8))).base64EncodedString()
    }
}
