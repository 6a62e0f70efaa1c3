import HummingbirdCore
import OvationModel
import OvationNode

/// Checks the query of a call, which says who calls.
enum RESTIdentity {
    /// The administrator whose UserSig a call carries.
    ///
    /// If several things are wrong, the first of these is the answer: an invalid parameter (60002), the app (60012, 60006), the account
    /// (60004), its signature (60005), an account that is not an administrator (60010).
    static func administrator(
        _ query: FlatDictionary<Substring, Substring>, at now: Timestamp, _ node: Node
    ) throws(Rejection) -> UserID {
        if let type = query["contenttype"], type != "json" {
            throw Rejection(.httpRequestInvalid, "\"contenttype\" in the query is \"json\".")
        }
        if let random = query["random"], UInt32(random) == nil {
            throw Rejection(.httpRequestInvalid, "\"random\" in the query is a whole number from 0 to 4294967295.")
        }
        guard let app = query["sdkappid"], !app.isEmpty else { throw Rejection(.sdkAppIDMissing) }
        guard Int(app) == node.configuration.sdkAppID else { throw Rejection(.sdkAppIDInvalid) }
        guard let name = query["identifier"], let identifier = UserID(String(name)) else {
            throw Rejection(
                .restAccountInvalid, "\"identifier\" in the query is missing or no user id. \(UserID.rule)")
        }
        guard let userSig = query["usersig"], !userSig.isEmpty else {
            throw Rejection(.restSignatureInvalid, "\"usersig\" in the query is missing.")
        }
        if case .failure(let rejection) = node.verifier.verify(String(userSig), userID: identifier, at: now) {
            throw translated(rejection)
        }
        guard node.isAdministrator(identifier) else { throw Rejection(.administratorRequired) }
        return identifier
    }

    /// The refusal of a UserSig in the numbers of this API. Its text has the number that a client is given at its login.
    private static func translated(_ rejection: Rejection) -> Rejection {
        switch rejection.code {
        case .userSigMismatch:
            Rejection(.restAccountInvalid, "\(rejection.message) (\(rejection.code.rawValue))")
        case .userSigExpired, .userSigInvalid:
            Rejection(.restSignatureInvalid, "\(rejection.message) (\(rejection.code.rawValue))")
        default: rejection
        }
    }
}
