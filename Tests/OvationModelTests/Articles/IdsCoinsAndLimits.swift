// The code of the article of this name in the catalogue of OvationModel. It is enough that it compiles.

import OvationModel

func readUser(_ text: String) throws(Rejection) -> UserID {
    guard let userID = UserID(text) else { throw Rejection(.invalidParameter, UserID.rule) }
    return userID
}

func price(of gift: Gift, count: Int) -> Coins? {
    gift.coins.multiplied(by: count)
}

func printLimits() {
    let defaults = Limits()
    for definition in Limits.definitions {
        print("limits.\(definition.name) = \(defaults[keyPath: definition.field])")
    }
}

func explain(_ rejection: Rejection) -> String {
    "\(rejection.code.name) (\(rejection.code.rawValue)): \(rejection.message)"
}
