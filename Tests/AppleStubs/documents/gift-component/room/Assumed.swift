// What the kit's own app has around the document's excerpts.

enum Route { case giftView, other }

struct UserInfo {
    var userId = ""
    var name = ""
    var avatarUrl = ""
}

struct Selector<Value> {
    let value: Value
}

enum RoomSelectors {
    static let getRoomOwnerInfo = Selector(value: UserInfo())
}

enum UserSelectors {
    static let getSelfInfo = Selector(value: UserInfo())
}

struct ToastInfo {
    let message: String
}

struct Action {}

enum ViewActions {
    static func toastEvent(payload: ToastInfo) -> Action { Action() }
}

final class RoomStore {
    func selectCurrent<Value>(_ selector: Selector<Value>) -> Value { selector.value }
    func dispatch(action: Action) {}
}

extension String {
    static let balanceInsufficientText = "The balance is too low."
}
