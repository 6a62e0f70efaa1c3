import AtomicXCore

/// A gift that was sent, as the play views show it.
struct TUIGiftData: GiftShow {
    /// Which gift, as the stores tell it.
    let giftInfo: Gift
    /// The same, with the app's own pictures and effect where it has some.
    let gift: TUIGift
    /// How many.
    var count: UInt
    /// Who sent it.
    let sender: LiveUserInfo
    /// Who received it: the first, where there are several.
    let receiver: LiveUserInfo
    /// Whether the user of the app sent it.
    let isOwn: Bool

    var comboKey: GiftComboKey { GiftComboKey(userID: sender.userID, giftID: giftInfo.giftID) }

    /// Whether it has a full-screen effect.
    var isFullScreen: Bool { !gift.animationUrl.isEmpty }
}
