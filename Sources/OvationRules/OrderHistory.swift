public import OvationModel

/// An order as its sender asks for it, before a live has looked at it.
public struct OrderWish: Hashable, Sendable {
    /// Sender and order id.
    public var key: OrderKey
    /// For which live.
    public var liveID: LiveID
    /// Which gift.
    public var giftID: GiftID
    /// How many each receiver gets.
    public var count: Int
    /// Who receives them; empty for the owner of the live.
    public var to: [UserID]

    /// Makes a wish.
    public init(key: OrderKey, liveID: LiveID, giftID: GiftID, count: Int, to: [UserID]) {
        self.key = key
        self.liveID = liveID
        self.giftID = giftID
        self.count = count
        self.to = to
    }

    /// Whether it asks for the same as an order that was let through.
    public func asksForTheSame(as order: GiftOrder) -> Bool {
        hasContent(of: order.liveID, order.gift.giftID, order.count, order.to.map(\.userID))
    }

    /// Whether it asks for the same as an order that was let through. The owner, for whom an order without receivers is, cannot be
    /// named any more where the live is gone: then one receiver is as good as another.
    fileprivate func hasContent(of liveID: LiveID, _ giftID: GiftID, _ count: Int, _ to: [UserID]) -> Bool {
        self.liveID == liveID && self.giftID == giftID && self.count == count
            && (self.to.isEmpty ? to.count == 1 : self.to == to)
    }
}

/// What is kept of an order id: what it was charged as, and what the app's own billing was asked about it.
public struct OrderHistory: Hashable, Sendable {
    /// The order as it was charged.
    public var settled: SettledOrder?
    /// The order as the app's own billing was asked about it.
    public var asked: BillingOrder?

    /// Makes a history.
    public init(settled: SettledOrder?, asked: BillingOrder?) {
        self.settled = settled
        self.asked = asked
    }

    /// What was answered to an order id first.
    public enum FirstAnswer: Hashable, Sendable {
        /// Nothing that stands: the id is free.
        case none
        /// It was charged.
        case charged(SettledOrder)
        /// The app's own billing refused it, or did not answer. It is not delivered any more.
        case refused(BillingOrder)
        /// The id was used for something else.
        case conflict
    }

    /// What was answered first to an order that a live refuses.
    ///
    /// - Parameter wish: what is asked for now. Nobody works at the order any more.
    public func firstAnswer(to wish: OrderWish) -> FirstAnswer {
        if let asked {
            return wish.asksForTheSame(as: asked.order) ? answer(to: asked) : .conflict
        }
        guard let settled else { return .none }
        let isSame = wish.hasContent(of: settled.liveID, settled.giftID, settled.count, settled.to)
        return isSame ? .charged(settled) : .conflict
    }

    /// What was answered first to an order that the app's own billing is to be asked about.
    public func firstAnswer(to order: GiftOrder) -> FirstAnswer {
        if let asked { return asked.order.asksForTheSame(as: order) ? answer(to: asked) : .conflict }
        guard let settled else { return .none }
        let isSame = settled.hasContent(
            of: order.liveID, giftID: order.gift.giftID, count: order.count, to: order.to.map(\.userID))
        return isSame ? .charged(settled) : .conflict
    }

    private func answer(to asked: BillingOrder) -> FirstAnswer {
        guard asked.state.wasDelivered, let settled else { return .refused(asked) }
        return .charged(settled)
    }
}

extension BillingOrder {
    /// What the sender is told of an order that was not delivered.
    public var refusal: Rejection { BillingState.refusal(state, note) }
}

extension BillingState {
    /// What the sender of an order is told that was not delivered and stands so.
    public static func refusal(_ state: BillingState, _ note: BillingNote) -> Rejection {
        guard state == .rejected, let code = note.code, BillingAnswer.passedThrough.contains(code) else {
            return Rejection(.giftRefusedByBilling)
        }
        return Rejection(ErrorCode(rawValue: code), note.message.isEmpty ? nil : note.message)
    }
}

extension BillingAnswer {
    /// Numbers of the app's billing that reach the sender as they are.
    public static let passedThrough = 102_100...102_200
}
