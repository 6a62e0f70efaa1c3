import AtomicXCore
import OvationClient

/// The gift server that is backed by Ovation's own wallet and catalogue.
///
/// ``sendGift(sender:receiver:giftModel:giftCount:callback:)`` charges and shows the gift in one step. Everybody in the live sees it once
/// it is paid, whatever happens to this device afterwards. The panel's `sendGift` that follows belongs to the same order and sends nothing
/// more.
///
/// Methods may be called on any thread. Callbacks run on the main queue.
public final class GiftCloudServer: IGiftCloudServer, Sendable {
    /// The number of coins that ``rechargeBalance(callback:)`` adds.
    public static let rechargeCoins = 100

    private let desk: GiftDesk
    private let orders: GiftOrders
    private let balance = Locked(0)

    /// Makes a server for the app's login.
    public convenience init() { self.init(desk: GiftKit.shared.desk, orders: GiftKit.shared.orders) }

    init(desk: GiftDesk, orders: GiftOrders) {
        self.desk = desk
        self.orders = orders
    }

    /// Adds ``rechargeCoins`` to the user's wallet. Only a server that runs with `--dev` allows it. In production, the app's backend
    /// credits purchased coins over the REST API.
    ///
    /// - Parameter callback: Receives the balance; `operationFailed` if the server refuses.
    public func rechargeBalance(callback: @escaping (TUIGiftServerError, Int) -> Void) {
        desk.topUp(coins: Self.rechargeCoins) { [self] in answer($0, callback) }
    }

    /// Gets the user's balance.
    ///
    /// - Parameter callback: Receives the balance, or the last known balance if the request failed.
    public func queryBalance(callback: @escaping (TUIGiftServerError, Int) -> Void) {
        desk.balance { [self] in answer($0, callback) }
    }

    /// Gets the catalogue, in the order of its categories.
    ///
    /// - Parameter callback: Receives the gifts; none if the request failed.
    public func queryGiftInfoList(callback: @escaping (TUIGiftServerError, [TUIGift]) -> Void) {
        desk.panel { [desk] result in
            switch result {
            case .success(let categories):
                // A gift may belong to several categories, but a panel without categories shows it once.
                var known: Set<String> = []
                let gifts = categories.flatMap(\.giftList).filter { known.insert($0.giftID).inserted }
                callback(.noError, gifts.map { TUIGift($0, resolve: desk.resolved) })
            case .failure(let error): callback(Self.error(error), [])
            }
        }
    }

    /// Charges the user for gifts in the current live, and shows the gifts to everybody.
    ///
    /// The order is stored on the device before it is sent, and is repeated with the same id until the server answers, even after a crash
    /// of the app. So it is charged and shown at most once. If its outcome is unknown, the callback gets `operationFailed`, and another
    /// call with the same arguments asks for the same order.
    ///
    /// - Parameters:
    ///   - sender: The logged-in user; any other user gives `paramError`.
    ///   - receiver: The receiver; empty for the owner of the live.
    ///   - giftModel: A gift of the catalogue.
    ///   - giftCount: The number of gifts, 1 to 9,999; any other number gives `paramError`.
    ///   - callback: Receives the new balance, or the last known balance if the order failed.
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

/// Carries an app's callback to the main queue.
///
/// `@unchecked Sendable` is sound, because the callback is only called, once, on the main queue. The API cannot declare it `@Sendable`,
/// because apps pass closures that use their views.
private struct GiftCallback: @unchecked Sendable {
    private let callback: (TUIGiftServerError, Int) -> Void

    init(_ callback: @escaping (TUIGiftServerError, Int) -> Void) { self.callback = callback }

    func callAsFunction(_ error: TUIGiftServerError, _ balance: Int) { callback(error, balance) }
}
