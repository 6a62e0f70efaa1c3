import OvationModel
import OvationRules

extension RESTService {
    /// Accounts, under the names of the vendor's chat.
    static let login = RESTService(rawValue: "im_open_login_svc")
}

extension RESTCommand {
    /// Accounts that the app's backend makes known before their users log in.
    static let accounts = [importAccount, importAccounts]

    private static let importAccount = RESTCommand(
        .login, "account_import", "Makes an account known, or changes its name and picture."
    ) { (request: RESTAccount, call) in
        guard let text = request.userID ?? request.identifier else {
            throw Rejection(.illegalParameter, "\"UserID\" is missing.")
        }
        guard let user = UserID(text) else {
            throw Rejection(.illegalParameter, "\"UserID\" is not valid. \(UserID.rule)")
        }
        try await call.update([(user, try request.profile())])
        return RESTDone()
    }

    private static let importAccounts = RESTCommand(
        .login, "multiaccount_import",
        "Makes up to \(RESTBounds.accountsMax) accounts known. Those that could not be are named in the answer."
    ) { (request: RESTAccounts, call) in
        let accounts = (request.list ?? []) + (request.names ?? []).map(RESTAccount.init(userID:))
        try RESTField.list(request.list == nil ? "Accounts" : "AccountList", accounts, countMax: RESTBounds.accountsMax)
        var changes: [(user: UserID, change: UserProfile)] = []
        var failed: [RESTAccountsAnswer.Failure] = []
        for account in accounts {
            let name = account.userID ?? account.identifier ?? ""
            do throws(Rejection) {
                guard let user = UserID(name) else { throw Rejection(.illegalParameter, UserID.rule) }
                changes.append((user, try account.profile()))
            } catch {
                failed.append(RESTAccountsAnswer.Failure(userID: name, error))
            }
        }
        try await call.update(changes)
        return RESTTop(RESTAccountsAnswer(failed))
    }
}

private struct RESTAccount: Codable, Sendable {
    let userID: String?
    /// An older name of `UserID`.
    let identifier: String?
    let nickname: String?
    let faceURL: String?

    init(userID: String) {
        self.userID = userID
        identifier = nil
        nickname = nil
        faceURL = nil
    }

    func profile() throws(Rejection) -> UserProfile {
        try RESTField.text("Nick", nickname, bytesMax: FieldBounds.nicknameBytesMax)
        try RESTField.text("FaceUrl", faceURL, bytesMax: FieldBounds.avatarURLBytesMax)
        return UserProfile(nickname: nickname, avatarURL: faceURL)
    }

    enum CodingKeys: String, CodingKey {
        case userID = "UserID"
        case identifier = "Identifier"
        case nickname = "Nick"
        case faceURL = "FaceUrl"
    }
}

private struct RESTAccounts: Codable, Sendable {
    let list: [RESTAccount]?
    /// Accounts without names and pictures, an older form of the call.
    let names: [String]?

    enum CodingKeys: String, CodingKey {
        case list = "AccountList"
        case names = "Accounts"
    }
}

private struct RESTAccountsAnswer: Codable, Sendable {
    struct Failure: Codable, Sendable {
        let userID: String
        let code: Int
        let info: String

        init(userID: String, _ rejection: Rejection) {
            self.userID = userID
            code = rejection.code.rawValue
            info = rejection.message
        }

        enum CodingKeys: String, CodingKey {
            case userID = "UserID"
            case code = "ResultCode"
            case info = "ResultInfo"
        }
    }

    let failed: [String]
    let results: [Failure]

    init(_ failures: [Failure]) {
        failed = failures.map(\.userID)
        results = failures
    }

    enum CodingKeys: String, CodingKey {
        case failed = "FailAccounts"
        case results = "ResultList"
    }
}
