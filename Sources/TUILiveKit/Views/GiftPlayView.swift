public import AtomicXCore
public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// Is told which gifts a ``GiftPlayView`` received.
@MainActor
public protocol GiftPlayViewDelegate: AnyObject {
    /// A gift was sent in the live, by the user of the app too. Told once for each order.
    func giftPlayView(
        _ giftPlayView: GiftPlayView, onReceiveGift gift: Gift, giftCount: Int, sender: LiveUserInfo)

    /// The full-screen effect of a gift has its turn. Get its file, for instance from ``GiftCacheService``, and call
    /// ``GiftPlayView/playGiftAnimation(playUrl:)``. Where the file does not come, the gift is shown as a card.
    func giftPlayView(_ giftPlayView: GiftPlayView, onPlayGiftAnimation gift: Gift)
}

/// Shows the gifts of a live as ``TUIGiftPlayView`` does, with the types of the stores.
///
/// Where there is no UIKit it shows nothing and behaves the same.
public final class GiftPlayView: GiftKitView {
    /// Is told which gifts came. Without one the view gets the files of effects itself.
    public weak var delegate: (any GiftPlayViewDelegate)?
    /// The words in bullets and cards.
    public var texts: GiftTexts {
        get { model.texts }
        set { model.texts = newValue }
    }

    let model: GiftPlayModel

    /// Makes the view of a live. It shows gifts from now on.
    public convenience init(roomId: String) { self.init(roomId: roomId, kit: .shared) }

    init(roomId: String, kit: GiftKit) {
        model = GiftPlayModel(roomID: roomId, kit: kit)
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

    /// Plays the effect that ``GiftPlayViewDelegate/giftPlayView(_:onPlayGiftAnimation:)`` asked for.
    ///
    /// - Parameter playUrl: the path of its file. Its extension says which engine plays it; a kind that none plays is a card.
    public func playGiftAnimation(playUrl: String) { model.play(path: playUrl) }

    /// Says of which live the view is.
    public func setRoomId(roomId: String) { model.setRoom(roomId) }

    /// Shows the gifts of the live from now on, after ``stopObserving()``.
    public func startObserving() { model.startObserving() }

    /// Shows nothing any more and forgets what waits.
    public func stopObserving() { model.stopObserving() }

    /// Says where the bullets begin, as a distance from the upper edge to the lower edge of the lowest bullet, in points. Unless
    /// told it is 365 points above the lower edge of the view.
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
