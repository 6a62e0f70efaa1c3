import OvationClient
import OvationModel
import OvationWire

/// A gift that was sent, with its order and its receivers.
package struct GiftDelivery: Sendable {
    /// The order that paid for it.
    package let orderID: String
    /// Which gift.
    package let gift: Gift
    /// How many each receiver gets.
    package let count: UInt
    /// Who sent it.
    package let sender: LiveUserInfo
    /// Who receives it; never empty from a server that keeps to the protocol.
    package let receivers: [LiveUserInfo]
}

/// What the gift kit of this package needs beside the API of the stores: the wallet, and orders under an id of the caller's.
///
/// Methods may be called on any thread; completions and publishers are told on the main queue.
///
/// `@unchecked Sendable`: its properties never change, and what they hold has locks of its own.
package final class GiftDesk: @unchecked Sendable {
    /// The one behind `GiftStore.create(liveID:)`.
    package static var shared: GiftDesk { StoreHub.shared.giftDesk }

    /// Tells the ids of orders whose outcome was unknown and is known now.
    package let settlements = PassthroughSubject<String, Never>()
    /// Tells that the app's catalogue is another.
    package let catalogueChanges = PassthroughSubject<Void, Never>()
    /// Tells whose login it is from now on; nil after a logout.
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

    /// The user who is logged in; nil where nobody is.
    package var userID: String? { login.state.value.loginUserInfo?.userID }

    /// The live that the user is in; nil outside of one.
    package var currentLiveID: String? {
        let liveID = liveList.state.value.currentLive.liveID
        return liveID.isEmpty ? nil : liveID
    }

    /// The gifts of a live.
    package func giftStore(of liveID: String) -> GiftStore { gifts.store(for: liveID) }

    /// The likes of a live.
    package func likeStore(of liveID: String) -> LikeStore { likes.store(for: liveID) }

    /// An address as the network knows it: one that begins with a slash is on the server of the login.
    package func resolved(_ address: String) -> String {
        guard let client = try? runtime.client() else { return address }
        return client.resolved(address)
    }

    /// Asks for the coins of the user.
    package func balance(_ completion: @escaping (Result<Int, ErrorInfo>) -> Void) {
        runtime.perform(in: nil, Completion(completion)) { [runtime] in
            let wallet = try await runtime.client().wallet()
            return { Int(clamping: wallet.balance.amount) }
        }
    }

    /// Has coins made for the user's wallet; the completion is told what is in it then. Only a server with `--dev` does so.
    package func topUp(coins: Int, _ completion: @escaping (Result<Int, ErrorInfo>) -> Void) {
        runtime.perform(in: nil, Completion(completion)) { [runtime] in
            guard let amount = Coins(Int64(coins)) else { throw Rejection(.invalidParameter, "Coins are 1 to 2^53-1.") }
            let wallet = try await runtime.client().topUp(amount)
            return { Int(clamping: wallet.balance.amount) }
        }
    }

    /// Runs work on the main queue.
    package func onMain(_ work: @escaping @Sendable () -> Void) { runtime.queue.async(work) }

    /// Asks for the gift panel, category by category, in the language of the default texts.
    package func panel(_ completion: @escaping (Result<[GiftCategory], ErrorInfo>) -> Void) {
        runtime.perform(in: nil, Completion(completion)) { [runtime] in
            let categories = try await runtime.client().gifts(language: nil)
            return { categories.map(GiftCategory.init) }
        }
    }

    /// An id for a new order; nil before the first login.
    package func makeOrderID() -> String? { (try? runtime.client())?.makeOrderID().rawValue }

    /// An order of a gift.
    package struct Order: Sendable {
        /// Its id, 1 to 64 of A-Z, a-z, 0-9, _ and -; nil for a new one.
        package var orderID: String?
        /// In which live.
        package var liveID: String
        /// Which gift.
        package var giftID: String
        /// How many, 1 to 9,999.
        package var count: Int
        /// Who gets it; empty for the owner of the live.
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

    /// Sends an order; the completion is told what is left in the wallet.
    ///
    /// A failure with 110006 says that the order may still be charged. Under the same id it can be sent again and is charged once.
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

    /// Whether an order that failed so may still be charged.
    package static func isOutcomeUnknown(_ error: ErrorInfo) -> Bool {
        error.ovationCode == ErrorCode.outcomeUnknown.rawValue
    }

    /// Whether a call that failed so may succeed later.
    package static func mayBeTriedAgain(_ error: ErrorInfo) -> Bool {
        ErrorCode(rawValue: error.ovationCode).isTemporary
    }

    /// Whether an order failed for want of coins.
    package static func isForWantOfCoins(_ error: ErrorInfo) -> Bool {
        error.ovationCode == ErrorCode.insufficientBalance.rawValue
    }

    /// Whether a call failed because of what the app asked for.
    package static func isForWrongArguments(_ error: ErrorInfo) -> Bool {
        [ErrorCode.invalidParameter, .illegalParameter, .giftNotFound, .userNotFound]
            .contains { $0.rawValue == error.ovationCode }
    }
}
