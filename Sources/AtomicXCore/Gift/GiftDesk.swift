import OvationClient
import OvationModel
import OvationWire

/// A gift that was sent, with its order and its receivers.
package struct GiftDelivery: Sendable {
    /// The id of the order that paid for it.
    package let orderID: String
    /// The gift.
    package let gift: Gift
    /// The number of gifts for each receiver.
    package let count: UInt
    /// The sender.
    package let sender: LiveUserInfo
    /// The receivers. A server that follows the protocol never sends an empty list.
    package let receivers: [LiveUserInfo]
}

/// The functions that this package's gift kit needs beside the API of the stores: the wallet, and orders with an id that the caller
/// chooses.
///
/// Methods may be called on any thread. Completions and publishers use the main queue.
///
/// `@unchecked Sendable` is sound because the properties never change, and the objects in them have their own locks.
package final class GiftDesk: @unchecked Sendable {
    /// The instance that works with the stores of `GiftStore.create(liveID:)`.
    package static var shared: GiftDesk { StoreHub.shared.giftDesk }

    /// Publishes the ids of orders whose outcome was unknown and is now known.
    package let settlements = PassthroughSubject<String, Never>()
    /// Publishes changes of the app's gift catalogue.
    package let catalogueChanges = PassthroughSubject<Void, Never>()
    /// Publishes the id of the user who is logged in; nil after a logout.
    package var users: AnyPublisher<String?, Never> {
        login.state.subscribe(StatePublisherSelector(projector: { $0.loginUserInfo?.userID }))
    }

    private let runtime: StoreRuntime
    private let login: LoginStore
    private let liveList: LiveListStore
    private let gifts: StoreRegistry<GiftStore>
    private let likes: StoreRegistry<LikeStore>

    init(
        runtime: StoreRuntime, login: LoginStore, liveList: LiveListStore, gifts: StoreRegistry<GiftStore>,
        likes: StoreRegistry<LikeStore>
    ) {
        self.runtime = runtime
        self.login = login
        self.liveList = liveList
        self.gifts = gifts
        self.likes = likes
    }

    func catalogueChanged() { catalogueChanges.send() }

    func settled(_ order: GiftSend) { settlements.send(order.orderID.rawValue) }

    /// The id of the user who is logged in; nil if nobody is.
    package var userID: String? { login.state.value.loginUserInfo?.userID }

    /// The id of the live that the user is in; nil if they are in none.
    package var currentLiveID: String? {
        let liveID = liveList.state.value.currentLive.liveID
        return liveID.isEmpty ? nil : liveID
    }

    /// Returns the gift store of a live.
    package func giftStore(of liveID: String) -> GiftStore { gifts.store(for: liveID) }

    /// Returns the like store of a live.
    package func likeStore(of liveID: String) -> LikeStore { likes.store(for: liveID) }

    /// Returns an absolute address. An address that begins with a slash is on the server that the user is logged in to.
    package func resolved(_ address: String) -> String {
        guard let client = try? runtime.client() else { return address }
        return client.resolved(address)
    }

    /// Fetches the user's coins.
    package func balance(_ completion: @escaping (Result<Int, ErrorInfo>) -> Void) {
        runtime.perform(in: nil, Completion(completion)) { [runtime] in
            let wallet = try await runtime.client().wallet()
            return { Int(clamping: wallet.balance.amount) }
        }
    }

    /// Adds new coins to the user's wallet. The completion gets the new balance. Only a server that runs with `--dev` allows it.
    package func topUp(coins: Int, _ completion: @escaping (Result<Int, ErrorInfo>) -> Void) {
        runtime.perform(in: nil, Completion(completion)) { [runtime] in
            guard let amount = Coins(Int64(coins)) else { throw Rejection(.invalidParameter, "Coins are 1 to 2^53-1.") }
            let wallet = try await runtime.client().topUp(amount)
            return { Int(clamping: wallet.balance.amount) }
        }
    }

    /// Runs work on the main queue.
    package func onMain(_ work: @escaping @Sendable () -> Void) { runtime.queue.async(work) }

    /// Fetches the gift panel by category, with the default texts.
    package func panel(_ completion: @escaping (Result<[GiftCategory], ErrorInfo>) -> Void) {
        runtime.perform(in: nil, Completion(completion)) { [runtime] in
            let categories = try await runtime.client().gifts(language: nil)
            return { categories.map(GiftCategory.init) }
        }
    }

    /// Makes an id for a new order. Returns nil before the first login.
    package func makeOrderID() -> String? { (try? runtime.client())?.makeOrderID().rawValue }

    /// An order of a gift.
    package struct Order: Sendable {
        /// The id, 1 to 64 characters of A-Z, a-z, 0-9, _ and -; nil for a new one.
        package var orderID: String?
        /// The id of the live.
        package var liveID: String
        /// The id of the gift.
        package var giftID: String
        /// The number of gifts, 1 to 9,999.
        package var count: Int
        /// The id of the user who gets the gift; empty for the owner of the live.
        package var receiver: String

        /// Makes an order.
        package init(orderID: String?, liveID: String, giftID: String, count: Int, receiver: String) {
            self.orderID = orderID
            self.liveID = liveID
            self.giftID = giftID
            self.count = count
            self.receiver = receiver
        }
    }

    /// Sends an order. The completion gets the balance that is left.
    ///
    /// If it fails with 110006, the order may still be charged. Sending it again with the same id is safe, because it is charged once.
    package func send(_ order: Order, _ completion: @escaping (Result<Int, ErrorInfo>) -> Void) {
        runtime.perform(in: nil, Completion(completion)) { [runtime] in
            let client = try runtime.client()
            let live = try LiveID.checked(order.liveID)
            let gift = try GiftID.checked(order.giftID)
            let receivers = order.receiver.isEmpty ? [] : [try UserID.checked(order.receiver)]
            guard order.count > 0 else { throw Rejection(.invalidParameter, "A gift is sent at least once.") }
            let orderID = try order.orderID.map { text in
                guard let id = OrderID(text) else { throw Rejection(.invalidParameter, OrderID.rule) }
                return id
            }
            let charged = try await client.sendGift(
                gift, count: order.count, to: receivers, in: live, orderID: orderID)
            return { Int(clamping: charged.balance.amount) }
        }
    }

    /// Whether an order that failed with this error may still be charged.
    package static func isOutcomeUnknown(_ error: ErrorInfo) -> Bool {
        error.ovationCode == ErrorCode.outcomeUnknown.rawValue
    }

    /// Whether a call that failed with this error may succeed later.
    package static func mayBeTriedAgain(_ error: ErrorInfo) -> Bool {
        ErrorCode(rawValue: error.ovationCode).isTemporary
    }

    /// Whether an order failed because the user has too few coins.
    package static func isForWantOfCoins(_ error: ErrorInfo) -> Bool {
        error.ovationCode == ErrorCode.insufficientBalance.rawValue
    }

    /// Whether a call failed because its arguments are wrong.
    package static func isForWrongArguments(_ error: ErrorInfo) -> Bool {
        [ErrorCode.invalidParameter, .illegalParameter, .giftNotFound, .userNotFound]
            .contains { $0.rawValue == error.ovationCode }
    }
}
