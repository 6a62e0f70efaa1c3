import OvationRules

/// The app's own billing, as an order sees it.
protocol Biller: Sendable {
    /// How it is to be got on with; nil while gifts are paid from the embedded wallet.
    var policy: BillingPolicy? { get }

    /// Asks whether an order may be charged. Comes back in time, with whatever it knows then.
    func ask(_ order: GiftOrder) async -> BillingAnswer

    /// Tells it to give back what it may have charged for an order. Answers whether it said that it did.
    func revoke(_ order: GiftOrder) async -> Bool
}
