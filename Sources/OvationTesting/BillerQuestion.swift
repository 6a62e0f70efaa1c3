#if Server && (os(macOS) || os(Linux))
    import Foundation
    public import OvationModel

    /// A question to the app's billing about one order, or a request to return its coins.
    public struct BillerQuestion: Hashable, Sendable {
        /// The id of the order. It is unique over all senders, and the same each time the server asks.
        public let orderID: String
        /// The sender.
        public let sender: UserID
        /// The receivers.
        public let receivers: [UserID]
        /// The live.
        public let liveID: LiveID
        /// The gift.
        public let giftID: GiftID
        /// The number of gifts for each receiver.
        public let count: Int
        /// The total cost.
        public let coins: Int64

        /// The command that asks before a gift is sent.
        static let command = "Live.CallbackBeforeSendGift"

        /// Parses the body of a callback. Returns nil if it is neither a question nor a cancellation.
        init?(_ body: [UInt8]) {
            guard let read = try? JSONDecoder().decode(Body.self, from: Data(body)) else { return nil }
            orderID = read.orderID
            sender = read.gift.sender
            receivers = read.gift.receivers
            liveID = read.liveID
            giftID = read.gift.giftID
            count = read.gift.count
            coins = read.gift.price * Int64(read.gift.count) * Int64(read.gift.receivers.count)
        }

        private struct Body: Decodable {
            let orderID: String
            let liveID: LiveID
            let gift: Gift

            enum CodingKeys: String, CodingKey { case orderID = "OrderId", liveID = "RoomId", gift = "GiftWater" }
        }

        private struct Gift: Decodable {
            let sender: UserID
            let receivers: [UserID]
            let giftID: GiftID
            let count: Int
            let price: Int64

            enum CodingKeys: String, CodingKey {
                case sender = "From_Account", receivers = "To_Account", giftID = "GiftId", count = "Count", price =
                    "Coins"
            }
        }
    }

    /// The billing's answer that refuses an order.
    struct BillerRefusal: Encodable {
        let status = "FAIL"
        let message: String
        let code: Int

        init(_ code: Int, _ message: String) {
            self.code = code
            self.message = message
        }

        var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }

        private enum CodingKeys: String, CodingKey {
            case status = "ActionStatus", message = "ErrorInfo", code = "ErrorCode"
        }
    }

    extension Duration {
        /// Whole milliseconds, rounded down.
        var milliseconds: Int {
            let (seconds, attoseconds) = components
            let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
            return isTooLong ? .max : Int(product) + Int(attoseconds / 1_000_000_000_000_000)
        }
    }
#endif
