import Foundation
import HummingbirdCore
import OvationModel
import OvationNode
import OvationStorage

/// Who calls, and how that was proved.
struct RESTIdentity {
    /// The administrator.
    let administrator: UserID
    /// The way of the call, as the log of operators has it.
    let way: OperatorAct.Way
    /// The token of the session that the call is part of; nil for a call with a UserSig.
    var token: String?
    /// For how long the UserSig still holds; nil for one that does not end, and for a call with a token.
    var provenMilliseconds: Int64?

    /// How the command `ovation` calls itself in `User-Agent`. Anybody may say so: it tells the log what to write, and lets nobody in.
    static let commandAgent = "ovation/"

    /// The administrator whose token a call carries.
    ///
    /// - Throws: `consoleSessionInvalid`, and `administratorRequired` for somebody who is one no longer.
    static func ofToken(_ token: String, in sessions: ConsoleSessions, _ node: Node) throws(Rejection) -> RESTIdentity {
        guard let administrator = sessions.administrator(ofToken: token) else {
            throw Rejection(.consoleSessionInvalid)
        }
        guard node.isAdministrator(administrator) else { throw Rejection(.administratorRequired) }
        return RESTIdentity(administrator: administrator, way: .console, token: token)
    }

    /// The administrator who signs in.
    ///
    /// - Throws: the same as for a call with the UserSig in its query.
    static func ofSignIn(_ body: Data, at now: Timestamp, _ node: Node) throws(Rejection) -> RESTIdentity {
        let request = try RESTBody.decode(RESTSignIn.self, body)
        let lasts = try proven(request.identifier, request.userSig, at: now, node)
        return RESTIdentity(administrator: request.identifier, way: .console, provenMilliseconds: lasts)
    }

    /// The administrator whose UserSig a call carries.
    ///
    /// If several things are wrong, the first of these is the answer: an invalid parameter (60002), the app (60012, 60006), the account
    /// (60004), its signature (60005), an account that is not an administrator (60010).
    static func ofQuery(
        _ query: FlatDictionary<Substring, Substring>, agent: String?, at now: Timestamp, _ node: Node
    ) throws(Rejection) -> RESTIdentity {
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
        let lasts = try proven(identifier, String(userSig), at: now, node)
        let way: OperatorAct.Way = agent?.hasPrefix(commandAgent) == true ? .cli : .rest
        return RESTIdentity(administrator: identifier, way: way, provenMilliseconds: lasts)
    }

    /// Checks a UserSig and its owner's role, and says for how long it still holds; nil for one that does not end.
    private static func proven(
        _ identifier: UserID, _ userSig: String, at now: Timestamp, _ node: Node
    ) throws(Rejection) -> Int64? {
        let verified: UserSigVerifier.Verified
        switch node.verifier.verify(userSig, userID: identifier, at: now) {
        case .success(let proof): verified = proof
        case .failure(let rejection): throw translated(rejection)
        }
        guard node.isAdministrator(identifier) else { throw Rejection(.administratorRequired) }
        return verified.expiresAt?.milliseconds(since: now)
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
