import OvationModel

extension ErrorInfo {
    /// The error as apps see it.
    init(_ error: any Error) {
        switch error {
        case let error as ErrorInfo: self = error
        case let rejection as Rejection: self.init(rejection.code, rejection.message)
        case is CancellationError: self.init(.failed, "The call was cancelled.")
        default: self.init(.failed, "\(error)")
        }
    }
}

extension UserID {
    /// The id in a text that an app passed.
    static func checked(_ text: String) throws(Rejection) -> UserID {
        guard let id = UserID(text) else { throw Rejection(.invalidParameter, rule) }
        return id
    }
}

extension LiveID {
    /// The id in a text that an app passed.
    static func checked(_ text: String) throws(Rejection) -> LiveID {
        guard let id = LiveID(text) else { throw Rejection(.roomIDInvalid) }
        return id
    }
}

extension GiftID {
    /// The id in a text that an app passed. No gift has an id that breaks the rule.
    static func checked(_ text: String) throws(Rejection) -> GiftID {
        guard let id = GiftID(text) else { throw Rejection(.giftNotFound) }
        return id
    }
}
