package import OvationRules

/// The app's own billing, as an order sees it.
package protocol Biller: Sendable {
    /// How this server deals with it; nil while gifts are paid from the embedded wallet.
    var policy: BillingPolicy? { get }

    /// Asks whether an order may be charged. It answers within its time, with what it knows by then.
    func ask(_ order: GiftOrder) async -> BillingAnswer

    /// Tells it to give back what it may have charged for an order. Answers whether it confirmed that.
    func revoke(_ order: GiftOrder) async -> Bool
}
