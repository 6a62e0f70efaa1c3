public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// The gifts of a live: the panel, sending, and the gifts that were sent.
///
/// Methods may be called on any thread. State, events and completions arrive on the main queue.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only, or have a lock.
public class GiftStore: @unchecked Sendable {
    /// Publishes every gift that is sent in the live, including the user's own. Show gifts when it does.
    public let giftEventPublisher = PassthroughSubject<GiftEvent, Never>()
    /// Publishes the same gifts with their orders and receivers, which the API of the stores lacks. The gift kit uses it.
    package let deliveries = PassthroughSubject<GiftDelivery, Never>()
    /// The gift panel.
    public let state = StatePublisher(initialState: GiftState())

    private struct Order: Hashable {
        let sender: UserID
        let orderID: OrderID
    }

    private let liveID: String
    private let runtime: StoreRuntime
    private let lane = CommandLane()
    private let language = Locked<String?>(nil)
    private var hasPanel = false
    private var shown = RecentSet<Order>(max: 1_024)

    init(liveID: String, runtime: StoreRuntime) {
        self.liveID = liveID
        self.runtime = runtime
    }

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> GiftStore { StoreHub.shared.gift.store(for: liveID) }

    /// Sets the language of the gifts' texts. It takes effect with the next ``refreshUsableGifts(completion:)``.
    ///
    /// - Parameter language: The language, for instance `en`, `zh-CN` or `zh-Hans`. A gift without a text in this language has its default
    ///   text.
    public func setLanguage(_ language: String) {
        self.language.withLock { $0 = language.isEmpty ? nil : language }
    }

    /// Fetches the gift panel into the state. From then on the panel follows the app's catalogue by itself.
    ///
    /// - Parameter completion: Called on the main queue, when the state has the panel.
    public func refreshUsableGifts(completion: CompletionClosure?) {
        runtime.perform(in: lane, Completion(completion)) { [self, runtime] in
            let categories = try await runtime.client().gifts(language: language.withLock { $0 })
            return {
                self.hasPanel = true
                self.state.update { $0.usableGifts = categories.map(GiftCategory.init) }
            }
        }
    }

    /// Sends a gift to the owner of the live.
    ///
    /// The store keeps the order on the device before it sends it, and repeats it with the same id until the server answers. So the gift is
    /// charged at most once, whatever happens to the connection.
    ///
    /// - Parameters:
    ///   - giftID: The id of the gift.
    ///   - count: The number of gifts, 1 to 9,999.
    ///   - completion: Called on the main queue. Success means that the gift was charged. Show the gift when ``giftEventPublisher``
    ///     publishes it. It fails with 110004 if the user has too few coins, with 102002 if there is no such gift, with 102004 if the app's
    ///     billing refused, and with 110006 if nobody knows yet whether it was charged.
    public func sendGift(giftID: String, count: UInt, completion: CompletionClosure?) {
        // This uses no lane, because an order that waits for the network must not hold up the next one.
        runtime.perform(in: nil, completion) { [liveID] client in
            let live = try LiveID.checked(liveID)
            let gift = try GiftID.checked(giftID)
            guard let count = Int(exactly: count), count > 0 else {
                throw Rejection(.invalidParameter, "A gift is sent at least once.")
            }
            _ = try await client.sendGift(gift, count: count, to: [], in: live)
        }
    }
}

// MARK: - On the stores' queue

extension GiftStore {
    func handle(_ event: RoomEvent) {
        guard case .giftReceived(let received) = event else { return }
        // The client drops repeated orders only since it entered. After entering again, an order may come a second time.
        guard shown.insert(Order(sender: received.sender.userID, orderID: received.orderID)) else { return }
        let giftID = received.gift.giftID.rawValue
        let texts = state.value.usableGifts.lazy.flatMap(\.giftList).first { $0.giftID == giftID }
        let gift = Gift(received.gift, texts: texts)
        let count = UInt(clamping: received.count)
        let sender = LiveUserInfo(received.sender)
        giftEventPublisher.send(.onReceiveGift(liveID: liveID, gift: gift, count: count, sender: sender))
        deliveries.send(
            GiftDelivery(
                orderID: received.orderID.rawValue, gift: gift, count: count, sender: sender,
                receivers: received.to.map(LiveUserInfo.init)))
    }

    /// Handles a change of the app's gift catalogue.
    func catalogueChanged() {
        if hasPanel { refreshUsableGifts(completion: nil) }
    }
}
