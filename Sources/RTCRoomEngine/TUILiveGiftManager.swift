public import Foundation

/// Gifts and likes in the vendor's API. It uses `GiftStore` and `LikeStore` of AtomicXCore.
///
/// Get it from ``TUIRoomEngine/getExtension(extensionType:)``. Methods may be called on any thread. Blocks and observers are called on the
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
    ///   - roomId: The id of the live that the user is in.
    ///   - giftId: The id of the gift.
    ///   - count: The number of gifts, 1 to 9,999.
    ///   - onSuccess: Called when the gift is charged.
    ///   - onError: Called with the error if it fails.
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
    ///   - roomId: The id of the live that the user is in.
    ///   - count: The number of likes, 1 to 1,000.
    ///   - onSuccess: Called when the server has accepted the likes.
    ///   - onError: Called with the error if it fails.
    open func sendLike(
        roomId: String, count: UInt, onSuccess: @escaping TUISuccessBlock, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { _ in onSuccess() }, onError: onError) { $0.sendLike(count: count, in: roomId, $1) }
    }

    /// Reads the number of likes of the live. It fails with ``TUIError/operationInvalidBeforeEnterRoom`` for a live that the user is not
    /// in.
    open func getLikesCount(
        roomId: String, onSuccess: @escaping (UInt) -> Void, onError: @escaping TUIErrorBlock
    ) {
        center.ask(onSuccess: { onSuccess(UInt(clamping: $0.totalLikesReceived)) }, onError: onError) {
            $0.statistics(of: roomId, $1)
        }
    }

    /// Reads the number of gifts of the live, the coins that they cost, and the number of different senders. It fails with
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

/// Receives gifts and likes in the live that the user is in. Every method has an empty default.
public protocol TUILiveGiftObserver: AnyObject {
    /// A gift was sent.
    func onReceiveGiftMessage(roomId: String, giftInfo: TUIGiftInfo, giftCount: UInt, sender: TUIUserInfo)
    /// Users liked the live. `sender` is the first of them.
    func onReceiveLikesMessage(roomId: String, totalLikesReceived: UInt, sender: TUIUserInfo)
    /// The totals of gifts changed.
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
    /// The id of the gift.
    open var giftId = ""
    /// The name of the gift.
    open var name = ""
    /// A short description.
    open var desc = ""
    /// The URL of the gift's picture.
    open var iconUrl = ""
    /// The URL of the gift's effect; empty for a gift without one.
    open var resourceUrl = ""
    /// A number whose meaning the app decides.
    open var level: UInt = 0
    /// The price of one gift.
    open var coins: UInt = 0
    /// The app's own fields.
    open var extensionInfo: [String: String] = [:]
}
