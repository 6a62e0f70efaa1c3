/// The source of an app's gifts, coins and payments: ``GiftCloudServer`` with Ovation's wallet and catalogue, or the app's own backend.
///
/// Set your own at ``TUIGiftStore/giftCloudServer``. Call each callback once, on any thread. If the app's callbacks use views, call them on
/// the main queue.
public protocol IGiftCloudServer {
    /// Adds coins to the user's balance, as the app sells them. The callback receives the new balance.
    func rechargeBalance(callback: @escaping (TUIGiftServerError, Int) -> Void)

    /// Gets the user's balance.
    func queryBalance(callback: @escaping (TUIGiftServerError, Int) -> Void)

    /// Gets the gifts of the panel.
    func queryGiftInfoList(callback: @escaping (TUIGiftServerError, [TUIGift]) -> Void)

    /// Charges the sender for gifts. The callback receives the remaining balance.
    func sendGift(
        sender: String, receiver: String, giftModel: TUIGift, giftCount: Int,
        callback: @escaping (TUIGiftServerError, Int) -> Void)
}
