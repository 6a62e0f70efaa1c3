public import AtomicXCore
public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// Follows the gifts of a ``GiftPlayView``.
@MainActor
public protocol GiftPlayViewDelegate: AnyObject {
    /// A gift was sent in the live, possibly by the app's user. It is called once for each order.
    func giftPlayView(
        _ giftPlayView: GiftPlayView, onReceiveGift gift: Gift, giftCount: Int, sender: LiveUserInfo)

    /// The full-screen effect of a gift can play now. Load its file, for instance with ``GiftCacheService``, and call
    /// ``GiftPlayView/playGiftAnimation(playUrl:)``. If the file never arrives, the gift is shown as a card.
    func giftPlayView(_ giftPlayView: GiftPlayView, onPlayGiftAnimation gift: Gift)
}

/// Shows the gifts of a live like ``TUIGiftPlayView``, with the types of the stores.
///
/// Without UIKit it draws nothing and otherwise behaves the same.
public final class GiftPlayView: GiftKitView {
    /// The delegate. Without one, the view loads effect files itself.
    public weak var delegate: (any GiftPlayViewDelegate)?
    /// The texts in bullets and cards.
    public var texts: GiftTexts {
        get { model.texts }
        set { model.texts = newValue }
    }

    let model: GiftPlayModel

    /// Makes a view for a live. It shows gifts from now on.
    public convenience init(roomId: String) { self.init(roomId: roomId, kit: .shared) }

    init(roomId: String, kit: GiftKit) {
        model = GiftPlayModel(roomID: roomId, kit: kit)
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

    /// Plays the effect that ``GiftPlayViewDelegate/giftPlayView(_:onPlayGiftAnimation:)`` asked for.
    ///
    /// - Parameter playUrl: The path of the file. Its extension selects the engine. If there is no engine for it, a card is shown.
    public func playGiftAnimation(playUrl: String) { model.play(path: playUrl) }

    /// Sets the live of the view.
    public func setRoomId(roomId: String) { model.setRoom(roomId) }

    /// Shows the gifts of the live again, after ``stopObserving()``.
    public func startObserving() { model.startObserving() }

    /// Stops showing gifts, and drops those that wait.
    public func stopObserving() { model.stopObserving() }

    /// Sets the distance from the upper edge of the view to the lower edge of the lowest bullet, in points. By default, the lowest bullet
    /// is 365 points above the lower edge of the view.
    public func updateBulletViewsLayout(bottomAnchorY: Double) { model.surface?.placeBullets(above: bottomAnchorY) }
}

extension GiftPlayView: GiftPlayListener {
    func received(_ data: TUIGiftData) {
        delegate?.giftPlayView(
            self, onReceiveGift: data.giftInfo, giftCount: Int(clamping: data.count), sender: data.sender)
    }

    func wantsEffect(of data: TUIGiftData) -> Bool {
        delegate?.giftPlayView(self, onPlayGiftAnimation: data.giftInfo)
        return delegate != nil
    }
}
