public import Foundation

/// Gifts and likes, as the engine's callers know them. It asks `GiftStore` and `LikeStore` of AtomicXCore.
///
/// Get it from ``TUIRoomEngine/getExtension(extensionType:)``. Methods may be called on any thread; blocks and observers are called on the
/// main queue.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUILiveGiftManager: NSObject {
    private let center: RoomEngineCenter

    init(center: RoomEngineCenter) {
        self.center = center
        super.init()
    }

    /// Adds an observer. The engine holds it weakly.
    open func addObserver(_ observer: any TUILiveGiftObserver) { center.giftObservers.add(observer) }

    /// Removes an observer.
    open func removeObserver(_ observer: any TUILiveGiftObserver) { center.giftObservers.remove(observer) }

    /// Sends a gift to the owner of the live.
    ///
    /// - Parameters:
    ///   - roomId: the live that the user is in.
    ///   - giftId: which gift.
    ///   - count: how many, 1 to 9,999.
    ///   - onSuccess: told when it is charged.
    ///   - onError: told why not.
    open func sendGift(
        roomId: String, giftId: String, count: UInt, onSuccess: @escaping TUISuccessBlock,
        onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { _ in onSuccess() }, onError: onError) {
            $0.sendGift(giftId, count: count, in: roomId, $1)
        }
    }

    /// Sends likes.
    ///
    /// - Parameters:
    ///   - roomId: the live that the user is in.
    ///   - count: how many, 1 to 1,000.
    ///   - onSuccess: told when the server has them.
    ///   - onError: told why not.
    open func sendLike(
        roomId: String, count: UInt, onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { _ in onSuccess() }, onError: onError) { $0.sendLike(count: count, in: roomId, $1) }
    }

    /// How many likes the live has had; ``TUIError/operationInvalidBeforeEnterRoom`` for a live that the user is not in.
    open func getLikesCount(
        roomId: String, onSuccess: @escaping (UInt) -> Void, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { onSuccess(UInt(clamping: $0.totalLikesReceived)) }, onError: onError) {
            $0.statistics(of: roomId, $1)
        }
    }

    /// How many gifts the live has had, how many coins they cost, and of how many senders;
    /// ``TUIError/operationInvalidBeforeEnterRoom`` for a live that the user is not in.
    open func getGiftCountByAnchor(
        roomId: String, onSuccess: @escaping (UInt, UInt, UInt) -> Void, onError: @escaping TUIErrorBlock
    ) {
        center.ask(
            onSuccess: { (told: TUILiveStatisticsData) in
                onSuccess(
                    UInt(clamping: told.totalGiftsSent), UInt(clamping: told.totalGiftCoins),
                    UInt(clamping: told.totalUniqueGiftSenders))
            }, onError: onError
        ) { $0.statistics(of: roomId, $1) }
    }
}

/// Is told of gifts and likes in the live that the user is in. Every method has a body that does nothing.
public protocol TUILiveGiftObserver: AnyObject {
    /// A gift was sent.
    func onReceiveGiftMessage(roomId: String, giftInfo: TUIGiftInfo, giftCount: UInt, sender: TUIUserInfo)
    /// Likes came; the first of their senders is named.
    func onReceiveLikesMessage(roomId: String, totalLikesReceived: UInt, sender: TUIUserInfo)
    /// The numbers of gifts are others.
    func onGiftCountChanged(
        roomId: String, totalGiftsSent: UInt, totalGiftCoins: UInt, totalUniqueGiftSenders: UInt)
}

extension TUILiveGiftObserver {
    /// Does nothing.
    public func onReceiveGiftMessage(roomId: String, giftInfo: TUIGiftInfo, giftCount: UInt, sender: TUIUserInfo) {}
    /// Does nothing.
    public func onReceiveLikesMessage(roomId: String, totalLikesReceived: UInt, sender: TUIUserInfo) {}
    /// Does nothing.
    public func onGiftCountChanged(
        roomId: String, totalGiftsSent: UInt, totalGiftCoins: UInt, totalUniqueGiftSenders: UInt
    ) {}
}

/// A gift of the catalogue.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUIGiftInfo: NSObject {
    /// Which gift.
    open var giftId = ""
    /// Its name.
    open var name = ""
    /// A line about it.
    open var desc = ""
    /// Where its picture is.
    open var iconUrl = ""
    /// Where its effect is; empty for a gift without one.
    open var resourceUrl = ""
    /// The app's own number.
    open var level: UInt = 0
    /// What one costs.
    open var coins: UInt = 0
    /// The app's own fields.
    open var extensionInfo: [String: String] = [:]
}
