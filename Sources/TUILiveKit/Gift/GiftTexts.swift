import Foundation

/// The texts of the kit's own views in five languages. An app with another language sets its own.
///
/// The languages are English, simplified and traditional Chinese, Japanese and Arabic. Users who prefer none of them get English.
public struct GiftTexts: Sendable, Equatable {
    /// The label of the button that sends a gift.
    public var send: String
    /// The label of the button that opens the app's own recharge.
    public var recharge: String
    /// The name of the app's user, when their own gift is shown.
    public var me: String
    /// The text before the gift's name in a bullet.
    public var sent: String
    /// The message that ``GiftManager/toastSubject`` sends when the effect of a gift cannot be shown.
    public var effectMissing: String
    /// The text after the number of messages that came while the user had scrolled up.
    public var newMessages: String
    /// The text after the number of viewers.
    public var viewers: String
    /// The VoiceOver label of the button that likes a live.
    public var like: String

    /// Makes the texts in the user's preferred language.
    public init() { self.init(languages: Locale.preferredLanguages) }

    /// Makes the texts in the first supported language of a list.
    ///
    /// - Parameter languages: Language tags as the system gives them, best first; for instance `zh-Hant-HK`.
    public init(languages: [String]) {
        let words: [String]
        switch KitLanguage(preferred: languages) {
        case .english:
            words = [
                "Send", "Recharge", "me", "sent", "The effect of this gift cannot be shown.", "new", "viewers", "Like",
            ]
        case .simplifiedChinese: words = ["发送", "充值", "我", "送出", "无法显示这个礼物的特效。", "条新消息", "位观众", "点赞"]
        case .traditionalChinese: words = ["發送", "儲值", "我", "送出", "無法顯示這個禮物的特效。", "則新訊息", "位觀眾", "按讚"]
        case .japanese: words = ["送る", "チャージ", "自分", "贈りました:", "このギフトのエフェクトは表示できません。", "件の新着", "人が視聴中", "いいね"]
        case .arabic:
            words = ["إرسال", "شحن الرصيد", "أنا", "أرسل", "يتعذر عرض تأثير هذه الهدية.", "جديدة", "مشاهد", "إعجاب"]
        }
        (send, recharge, me, sent) = (words[0], words[1], words[2], words[3])
        (effectMissing, newMessages, viewers, like) = (words[4], words[5], words[6], words[7])
    }
}
