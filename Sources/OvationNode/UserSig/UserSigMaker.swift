public import OvationModel

/// Makes UserSigs, as the vendor's libraries for backends do (TLSSigAPIv2).
///
/// An app makes them in its backend with the library of its language. This one is for the command line, for bots and
/// tests.
public enum UserSigMaker {
    /// The validity where none is asked for: a week, as the vendor's sample manager has it.
    public static let validForSecondsDefault: Int64 = 604_800

    /// Makes the UserSig of a user.
    ///
    /// - Parameters:
    ///   - sdkAppID: The app.
    ///   - secret: The app's secret as text; its UTF-8 bytes are the key, whether or not they look like hex.
    ///   - issuedAt: From when on it is good. Parts of a second are cut off.
    ///   - validForSeconds: For how long.
    ///   - userbuf: Bytes that travel in the ticket and are signed with it; nil for none.
    public static func make(
        userID: UserID, sdkAppID: Int, secret: String, issuedAt: Timestamp,
        validForSeconds: Int64 = validForSecondsDefault, userbuf: [UInt8]? = nil
    ) -> String {
        UserSigTicket(
            identifier: userID.rawValue, sdkAppID: Int64(sdkAppID), issuedAtSeconds: issuedAt.seconds,
            validForSeconds: validForSeconds, userbuf: userbuf, secret: secret
        ).text
    }
}
