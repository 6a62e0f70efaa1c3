import Foundation

/// The few words that the kit's views show by themselves, in five languages. An app that speaks another one sets its own.
///
/// English, simplified and traditional Chinese, Japanese and Arabic are here. Who prefers none of them reads English.
public struct GiftTexts: Sendable, Equatable {
    /// The button that sends a gift.
    public var send: String
    /// The button that opens the app's own recharge.
    public var recharge: String
    /// The name of the user of the app, where a gift of their own is shown.
    public var me: String
    /// Stands before the name of the gift in a bullet.
    public var sent: String
    /// What ``GiftManager/toastSubject`` tells when the effect of a gift cannot be shown.
    public var effectMissing: String
    /// Stands behind the number of messages that came while the reader had scrolled up.
    public var newMessages: String
    /// Stands behind the number of viewers.
    public var viewers: String
    /// What VoiceOver says of the button that likes a live.
    public var like: String

    /// Makes the words of the language that the user prefers.
    public init() { self.init(languages: Locale.preferredLanguages) }

    /// Makes the words of the first language of a list that is here.
    ///
    /// - Parameter languages: As the system names them, best first; for instance `zh-Hant-HK`.
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
        case .arabic: words = ["إرسال", "شحن الرصيد", "أنا", "أرسل", "يتعذر عرض تأثير هذه الهدية.", "جديدة", "مشاهد", "إعجاب"]
        }
        (send, recharge, me, sent) = (words[0], words[1], words[2], words[3])
        (effectMissing, newMessages, viewers, like) = (words[4], words[5], words[6], words[7])
    }
}
