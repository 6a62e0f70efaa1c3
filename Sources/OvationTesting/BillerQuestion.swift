#if Server && (os(macOS) || os(Linux))
    import Foundation
    public import OvationModel

    /// What the app's billing is asked about one order, or told to give back.
    public struct BillerQuestion: Hashable, Sendable {
        /// Which order: unique over all senders, the same however often the server asks.
        public let orderID: String
        /// Who sends.
        public let sender: UserID
        /// Who receives.
        public let receivers: [UserID]
        /// In which live.
        public let liveID: LiveID
        /// Which gift.
        public let giftID: GiftID
        /// How many each receiver gets.
        public let count: Int
        /// What all of it costs.
        public let coins: Int64

        /// The command that asks before a gift is sent.
        static let command = "Live.CallbackBeforeSendGift"

        /// Reads the body of a callback; nil where it is none of these.
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

    /// The app's billing says no.
    struct BillerRefusal: Encodable {
        let status = "FAIL"
        let message: String
        let code: Int

        init(_ code: Int, _ message: String) {
            self.code = code
            self.message = message
        }

        /// The answer as JSON.
        var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }

        private enum CodingKeys: String, CodingKey {
            case status = "ActionStatus", message = "ErrorInfo", code = "ErrorCode"
        }
    }

    extension Duration {
        /// Whole milliseconds, what is left of one cut off.
        var milliseconds: Int {
            let (seconds, attoseconds) = components
            let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
            return isTooLong ? .max : Int(product) + Int(attoseconds / 1_000_000_000_000_000)
        }
    }
#endif
