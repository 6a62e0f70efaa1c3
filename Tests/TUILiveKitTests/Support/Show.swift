@testable import TUILiveKit

/// A gift to show, named by two letters: its sender and the gift.
struct Show: GiftShow, Equatable, CustomStringConvertible {
    let comboKey: GiftComboKey
    var count: UInt
    let isOwn: Bool

    init(_ name: String, _ count: UInt = 1) {
        let letters = name.map(String.init)
        comboKey = GiftComboKey(userID: letters.first ?? "", giftID: letters.last ?? "")
        self.count = count
        isOwn = letters.first == "m"
    }

    var description: String { "\(comboKey.userID)\(comboKey.giftID)×\(count)" }
}
