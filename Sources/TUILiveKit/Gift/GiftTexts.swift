/// The few words that the kit's views show by themselves. An app that speaks another language than English sets its own.
public struct GiftTexts: Sendable {
    /// The button that sends a gift.
    public var send = "Send"
    /// The button that opens the app's own recharge.
    public var recharge = "Recharge"
    /// The name of the user of the app, where a gift of their own is shown.
    public var me = "me"
    /// Stands before the name of the gift in a bullet.
    public var sent = "sent"

    /// What ``GiftManager/toastSubject`` tells when the effect of a gift cannot be shown.
    public var effectMissing = "The effect of this gift cannot be shown."

    /// Makes the English words.
    public init() {}
}
