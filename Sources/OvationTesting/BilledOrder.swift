#if Server && (os(macOS) || os(Linux))
    public import OvationModel
    import OvationRules

    /// An order of gifts that the app's own billing was asked about, as the server keeps it.
    public struct BilledOrder: Hashable, Sendable {
        /// Where an order stands.
        public enum State: String, Hashable, Sendable, CaseIterable {
            /// Billing is being asked, and the sender waits.
            case pending
            /// Billing confirmed it, and everybody was told. Final.
            case charged
            /// Billing refused it. Final.
            case rejected
            /// Billing did not answer, and the gift was shown all the same.
            case unconfirmed
            /// The sender was told that nothing was delivered; the server asks again whether there is something to give back.
            case cancelling
            /// Billing has charged what was not delivered; the server tells it to give it back.
            case revoking
            /// Only the operator can find out whether billing has charged what was not delivered.
            case unknown
            /// Nothing was delivered, and nothing is charged. Final.
            case cancelled
            /// It was shown without a confirmation, then refused, and taken back from the receivers. Final.
            case reversed
        }

        /// Which order, as billing is told; see ``BillerQuestion/orderID``.
        public let orderID: String
        /// Who sent it.
        public let sender: UserID
        /// Which gift.
        public let giftID: GiftID
        /// How many each receiver gets.
        public let count: Int
        /// Where it stands.
        public let state: State

        init(_ kept: BillingOrder) {
            orderID = kept.order.key.reference
            sender = kept.order.sender.userID
            giftID = kept.order.gift.giftID
            count = kept.order.count
            state =
                switch kept.state {
                case .pending: .pending
                case .charged: .charged
                case .rejected: .rejected
                case .unconfirmed: .unconfirmed
                case .cancelling: .cancelling
                case .revoking: .revoking
                case .unknown: .unknown
                case .cancelled: .cancelled
                case .reversed: .reversed
                }
        }
    }
#endif
