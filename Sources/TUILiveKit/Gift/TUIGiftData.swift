import AtomicXCore

/// A received gift, as the play views show it.
struct TUIGiftData: GiftShow {
    /// The gift of the store.
    let giftInfo: Gift
    /// The same gift, with the app's own images and effect if it has some.
    let gift: TUIGift
    /// The number of gifts.
    var count: UInt
    /// The sender.
    let sender: LiveUserInfo
    /// The receiver; the first one if there are several.
    let receiver: LiveUserInfo
    /// True if the app's user sent it.
    let isOwn: Bool

    var comboKey: GiftComboKey { GiftComboKey(userID: sender.userID, giftID: giftInfo.giftID) }

    /// True if the gift has a full-screen effect.
    var isFullScreen: Bool { !gift.animationUrl.isEmpty }
}
