import AtomicXCore

/// Ovation's own wallet and catalogue, as the server of the kit's gifts.
///
/// ``sendGift(sender:receiver:giftModel:giftCount:callback:)`` charges and shows the gift in one step: everybody in the live sees it
/// when it is paid, whatever happens to this device afterwards. The call of `sendGift` of the panel that follows belongs to the same
/// order and sends nothing more.
///
/// Methods may be called on any thread; callbacks come on the main queue.
public final class GiftCloudServer: IGiftCloudServer, Sendable {
    /// How many coins ``rechargeBalance(callback:)`` adds.
    public static let rechargeCoins = 100

    private let desk: GiftDesk
    private let orders: GiftOrders
    private let balance = Locked(0)

    /// Makes a server for the login of the app.
    public convenience init() { self.init(desk: GiftKit.shared.desk, orders: GiftKit.shared.orders) }

    init(desk: GiftDesk, orders: GiftOrders) {
        self.desk = desk
        self.orders = orders
    }

    /// Adds ``rechargeCoins`` to the user's wallet. Only a server that runs with `--dev` does so: coins that somebody pays for are
    /// added by the app's backend, over the REST API, when they are paid.
    ///
    /// - Parameter callback: told the balance; `operationFailed` where the server refuses.
    public func rechargeBalance(callback: @escaping (TUIGiftServerError, Int) -> Void) {
        desk.topUp(coins: Self.rechargeCoins) { [self] in answer($0, callback) }
    }

    /// Asks for the user's balance.
    ///
    /// - Parameter callback: told the balance, or the last one that was known where it failed.
    public func queryBalance(callback: @escaping (TUIGiftServerError, Int) -> Void) {
        desk.balance { [self] in answer($0, callback) }
    }

    /// Asks for the catalogue, in the order of its categories.
    ///
    /// - Parameter callback: told the gifts; none where it failed.
    public func queryGiftInfoList(callback: @escaping (TUIGiftServerError, [TUIGift]) -> Void) {
        desk.panel { [desk] result in
            switch result {
            case .success(let categories):
                // A gift may be in several categories; a panel without categories shows it once.
                var known: Set<String> = []
                let gifts = categories.flatMap(\.giftList).filter { known.insert($0.giftID).inserted }
                callback(.noError, gifts.map { TUIGift($0, resolve: desk.resolved) })
            case .failure(let error): callback(Self.error(error), [])
            }
        }
    }

    /// Has the user pay for gifts in the live that they are in, and shows them to everybody.
    ///
    /// The order is kept on the device before it is sent and repeated under the same id until the server answers, even after a
    /// crash of the app. So it is charged and shown at most once. Where its outcome is unknown the callback is told
    /// `operationFailed`, and the same call asks for the same order again.
    ///
    /// - Parameters:
    ///   - sender: the user who is logged in; else `paramError`.
    ///   - receiver: who gets them; empty for the owner of the live.
    ///   - giftModel: which gift, of the catalogue.
    ///   - giftCount: how many, 1 to 9,999; else `paramError`.
    ///   - callback: told what is left in the wallet, or the last balance that was known where it failed.
    public func sendGift(
        sender: String, receiver: String, giftModel: TUIGift, giftCount: Int,
        callback: @escaping (TUIGiftServerError, Int) -> Void
    ) {
        guard sender == desk.userID, giftCount > 0 else { return refuse(.paramError, callback) }
        guard let liveID = desk.currentLiveID, let newID = desk.makeOrderID() else {
            return refuse(.operationFailed, callback)
        }
        let content = GiftOrderBook.Content(
            liveID: liveID, giftID: giftModel.giftId, count: giftCount, receiver: receiver)
        let orderID = orders.begin(content, newID: newID)
        let order = GiftDesk.Order(
            orderID: orderID, liveID: liveID, giftID: giftModel.giftId, count: giftCount, receiver: receiver)
        desk.send(order) { [self] result in
            switch result {
            case .success: orders.finish(orderID, .charged)
            case .failure(let error):
                orders.finish(orderID, GiftDesk.isOutcomeUnknown(error) ? .unknown : .refused)
            }
            answer(result, callback)
        }
    }

    private func refuse(_ error: TUIGiftServerError, _ callback: @escaping (TUIGiftServerError, Int) -> Void) {
        let told = GiftCallback(callback)
        desk.onMain { [balance] in told(error, balance.withLock { $0 }) }
    }

    private func answer(_ result: Result<Int, ErrorInfo>, _ callback: (TUIGiftServerError, Int) -> Void) {
        switch result {
        case .success(let coins):
            balance.withLock { $0 = coins }
            callback(.noError, coins)
        case .failure(let error): callback(Self.error(error), balance.withLock { $0 })
        }
    }

    private static func error(_ error: ErrorInfo) -> TUIGiftServerError {
        if GiftDesk.isForWantOfCoins(error) { return .balanceInsufficient }
        return GiftDesk.isForWrongArguments(error) ? .paramError : .operationFailed
    }
}

/// A callback of an app on its way to the main queue.
///
/// `@unchecked Sendable`: it is never touched but to call it, once, on the main queue. Its type in the API is not `@Sendable`,
/// because apps hand in closures over their views.
private struct GiftCallback: @unchecked Sendable {
    private let callback: (TUIGiftServerError, Int) -> Void

    init(_ callback: @escaping (TUIGiftServerError, Int) -> Void) { self.callback = callback }

    func callAsFunction(_ error: TUIGiftServerError, _ balance: Int) { callback(error, balance) }
}
