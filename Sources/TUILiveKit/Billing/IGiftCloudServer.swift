/// Where an app's gifts, coins and bills are: Ovation's wallet and catalogue in ``GiftCloudServer``, or a backend of the app's own.
///
/// Set the app's own at ``TUIGiftStore/giftCloudServer``. Each callback is called once; the kit does not mind on which thread, but
/// an app that touches views in it calls it on the main queue.
public protocol IGiftCloudServer {
    /// Adds coins to the user's balance, as the app sells them. The callback is told the balance after it.
    func rechargeBalance(callback: @escaping (TUIGiftServerError, Int) -> Void)

    /// Asks for the user's balance.
    func queryBalance(callback: @escaping (TUIGiftServerError, Int) -> Void)

    /// Asks for the gifts of the panel.
    func queryGiftInfoList(callback: @escaping (TUIGiftServerError, [TUIGift]) -> Void)

    /// Has the sender pay for gifts. The callback is told what is left.
    func sendGift(
        sender: String, receiver: String, giftModel: TUIGift, giftCount: Int,
        callback: @escaping (TUIGiftServerError, Int) -> Void)
}
