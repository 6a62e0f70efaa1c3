#if Server && (os(macOS) || os(Linux))
    public import OvationModel
    import OvationRules

    /// A stored gift order that the app's own billing was asked about.
    public struct BilledOrder: Hashable, Sendable {
        /// The state of an order.
        public enum State: String, Hashable, Sendable, CaseIterable {
            /// The billing is being asked, and the sender waits.
            case pending
            /// The billing confirmed the order, and everybody in the live received it. Final.
            case charged
            /// The billing refused the order. Final.
            case rejected
            /// The billing did not answer, and the gift was shown anyway.
            case unconfirmed
            /// The sender was told that nothing was delivered. The server asks the billing whether there is something to return.
            case cancelling
            /// The billing charged an order that was not delivered. The server tells it to return the coins.
            case revoking
            /// Only the operator can find out whether the billing charged an order that was not delivered.
            case unknown
            /// Nothing was delivered and nothing is charged. Final.
            case cancelled
            /// The gift was shown without a confirmation, then refused, and taken back from the receivers. Final.
            case reversed
        }

        /// The id of the order, as the billing gets it; see ``BillerQuestion/orderID``.
        public let orderID: String
        /// The sender.
        public let sender: UserID
        /// The gift.
        public let giftID: GiftID
        /// The number of gifts for each receiver.
        public let count: Int
        /// The state of the order.
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
