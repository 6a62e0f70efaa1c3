// The code of the article of this name in the catalogue of OvationModel. ArticleTests runs it.

import OvationModel

func readUser(_ text: String) throws(Rejection) -> UserID {
    guard let userID = UserID(text) else { throw Rejection(.invalidParameter, UserID.rule) }
    return userID
}

func price(of gift: Gift, count: Int) -> Coins? {
    gift.coins.multiplied(by: count)
}

func defaultLimits() -> [String] {
    let defaults = Limits()
    return Limits.definitions.map { "limits.\($0.name) = \(defaults[keyPath: $0.field])" }
}

func explain(_ rejection: Rejection) -> String {
    "\(rejection.code.name) (\(rejection.code.rawValue)): \(rejection.message)"
}
