public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// Is told which gifts a play view received.
@MainActor
public protocol TUIGiftPlayViewDelegate: AnyObject {
    /// A gift was sent in the live, by the user of the app too. Told once for each order.
    func giftPlayView(
        _ giftPlayView: TUIGiftPlayView, onReceiveGift gift: TUIGift, giftCount: Int, sender: TUIGiftUser,
        receiver: TUIGiftUser)

    /// The full-screen effect of a gift has its turn. Get its file, for instance from ``GiftCacheService``, and call
    /// ``TUIGiftPlayView/playGiftAnimation(playUrl:)``. Where the file does not come, the gift is shown as a card.
    func giftPlayView(_ giftPlayView: TUIGiftPlayView, onPlayGiftAnimation gift: TUIGift)
}

/// Shows the gifts of a live over the whole picture: bullets, full-screen effects and hearts. It takes no touches.
///
/// Where there is no UIKit it shows nothing and behaves the same.
public final class TUIGiftPlayView: GiftKitView {
    /// Is told which gifts came. Without one the view gets the files of effects itself.
    public weak var delegate: (any TUIGiftPlayViewDelegate)?
    /// The words in bullets and cards.
    public var texts: GiftTexts {
        get { model.texts }
        set { model.texts = newValue }
    }
    /// Whose gifts it shows: the id of the live.
    public var groupId: String {
        get { model.roomID }
        set { model.setRoom(newValue) }
    }

    let model: GiftPlayModel

    /// Makes the view of a live. It shows gifts from now on.
    public convenience init(groupId: String) { self.init(groupId: groupId, kit: .shared) }

    init(groupId: String, kit: GiftKit) {
        model = GiftPlayModel(roomID: groupId, kit: kit)
        super.init(frame: .zero)
        connect()
    }

    /// Makes the view of a storyboard. It shows nothing before ``setRoomId(roomId:)``.
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
    /// - Parameter playUrl: the path of its file. Its extension says which engine plays it; a kind that none plays is a card.
    public func playGiftAnimation(playUrl: String) { model.play(path: playUrl) }

    /// How many likes others have sent since the view shows the live.
    public func getLikeCount() -> Int { model.likeCount }

    /// Says of which live the view is.
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
