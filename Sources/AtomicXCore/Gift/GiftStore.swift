public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// The gifts of a live: what can be sent, sending, and what was sent.
///
/// Methods may be called on any thread. State, events and completions arrive on the main queue.
///
/// `@unchecked Sendable`: what changes is changed on the main queue only, or has a lock.
public class GiftStore: @unchecked Sendable {
    /// Tells every gift that was sent in the live, one's own too; it is what a screen shows gifts by.
    public let giftEventPublisher = PassthroughSubject<GiftEvent, Never>()
    /// The same, with what the API of the stores has no place for: orders and receivers. For the gift kit.
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

    /// The store of a live; the same one for the same id.
    public static func create(liveID: String) -> GiftStore { StoreHub.shared.gift.store(for: liveID) }

    /// Says in which language gifts have their names. Takes effect with the next ``refreshUsableGifts(completion:)``.
    ///
    /// - Parameter language: for instance `en`, `zh-CN` or `zh-Hans`. A gift without a text in it has its default one.
    public func setLanguage(_ language: String) {
        self.language.withLock { $0 = language.isEmpty ? nil : language }
    }

    /// Fetches the gift panel into the state. From then on it follows the app's catalogue by itself.
    ///
    /// - Parameter completion: told on the main queue, when the state has the panel.
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
    /// The order is kept on the device before it is sent and repeated under the same id until the server answers, so
    /// that it is charged at most once, whatever happens to the connection.
    ///
    /// - Parameters:
    ///   - giftID: which gift; 102002 where there is no such gift.
    ///   - count: how many, 1 to 9,999.
    ///   - completion: told on the main queue. Success means charged; the gift is shown when everybody is told, by
    ///     ``giftEventPublisher``. 110004 for want of coins, 102004 where the app's billing refused, 110006 where it is
    ///     not known yet whether it was charged.
    public func sendGift(giftID: String, count: UInt, completion: CompletionClosure?) {
        // Not in a lane: an order that waits for the network must not hold up the next one.
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
        // The client leaves out what it has seen since it entered; who enters again may be told an order again.
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

    /// Takes the news that the app's catalogue is another.
    func catalogueChanged() {
        if hasPanel { refreshUsableGifts(completion: nil) }
    }
}
