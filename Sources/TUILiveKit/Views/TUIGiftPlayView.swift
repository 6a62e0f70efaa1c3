public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// Follows the gifts of a play view.
@MainActor
public protocol TUIGiftPlayViewDelegate: AnyObject {
    /// A gift was sent in the live, possibly by the app's user. It is called once for each order.
    func giftPlayView(
        _ giftPlayView: TUIGiftPlayView, onReceiveGift gift: TUIGift, giftCount: Int, sender: TUIGiftUser,
        receiver: TUIGiftUser)

    /// The full-screen effect of a gift can play now. Load its file, for instance with ``GiftCacheService``, and call
    /// ``TUIGiftPlayView/playGiftAnimation(playUrl:)``. If the file never arrives, the gift is shown as a card.
    func giftPlayView(_ giftPlayView: TUIGiftPlayView, onPlayGiftAnimation gift: TUIGift)
}

/// Shows the gifts of a live over the whole picture: bullets, full-screen effects and hearts. It takes no touches.
///
/// Without UIKit it draws nothing and otherwise behaves the same.
public final class TUIGiftPlayView: GiftKitView {
    /// The delegate. Without one, the view loads effect files itself.
    public weak var delegate: (any TUIGiftPlayViewDelegate)?
    /// The texts in bullets and cards.
    public var texts: GiftTexts {
        get { model.texts }
        set { model.texts = newValue }
    }
    /// The id of the live whose gifts are shown.
    public var groupId: String {
        get { model.roomID }
        set { model.setRoom(newValue) }
    }

    let model: GiftPlayModel

    /// Makes a view for a live. It shows gifts from now on.
    public convenience init(groupId: String) { self.init(groupId: groupId, kit: .shared) }

    init(groupId: String, kit: GiftKit) {
        model = GiftPlayModel(roomID: groupId, kit: kit)
        super.init(frame: .zero)
        connect()
    }

    /// Makes a view from a storyboard. It shows nothing until ``setRoomId(roomId:)`` is called.
    public required init?(coder: NSCoder) {
        model = GiftPlayModel(roomID: "", kit: .shared)
        super.init(coder: coder)
        connect()
    }

    private func connect() {
        isUserInteractionEnabled = false
        model.listener = self
        #if canImport(UIKit)
            model.surface = GiftPlayDrawing(on: self, model: model)
        #endif
        model.startObserving()
    }

    /// Plays the effect that ``TUIGiftPlayViewDelegate/giftPlayView(_:onPlayGiftAnimation:)`` asked for.
    ///
    /// - Parameter playUrl: The path of the file. Its extension selects the engine. If there is no engine for it, a card is shown.
    public func playGiftAnimation(playUrl: String) { model.play(path: playUrl) }

    /// Returns how many likes others have sent since the view shows the live.
    public func getLikeCount() -> Int { model.likeCount }

    /// Sets the live of the view.
    public func setRoomId(roomId: String) { model.setRoom(roomId) }
}

extension TUIGiftPlayView: GiftPlayListener {
    func received(_ data: TUIGiftData) {
        delegate?.giftPlayView(
            self, onReceiveGift: data.gift, giftCount: Int(clamping: data.count), sender: TUIGiftUser(data.sender),
            receiver: TUIGiftUser(data.receiver))
    }

    func wantsEffect(of data: TUIGiftData) -> Bool {
        delegate?.giftPlayView(self, onPlayGiftAnimation: data.gift)
        return delegate != nil
    }
}
