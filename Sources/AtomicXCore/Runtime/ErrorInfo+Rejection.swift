import OvationModel

extension ErrorInfo {
    /// Converts any error to the one that apps get.
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
    /// Checks an id that an app passed.
    static func checked(_ text: String) throws(Rejection) -> UserID {
        guard let id = UserID(text) else { throw Rejection(.invalidParameter, rule) }
        return id
    }
}

extension LiveID {
    /// Checks an id that an app passed.
    static func checked(_ text: String) throws(Rejection) -> LiveID {
        guard let id = LiveID(text) else { throw Rejection(.roomIDInvalid) }
        return id
    }
}

extension GiftID {
    /// Checks an id that an app passed. An id that is not valid counts as one without a gift.
    static func checked(_ text: String) throws(Rejection) -> GiftID {
        guard let id = GiftID(text) else { throw Rejection(.giftNotFound) }
        return id
    }
}
