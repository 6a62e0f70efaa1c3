#if Server && (os(macOS) || os(Linux))
    public import OvationModel
    import OvationRules

    /// The options of a test server. The defaults suit most tests.
    public struct TestServerOptions: Sendable {
        /// How clients reach the server.
        public enum Connection: Hashable, Sendable {
            /// Without sockets, on a clock that the test controls. Only clients in the same process can reach the server.
            case inProcess
            /// Over TCP, on a free port of 127.0.0.1 with the machine's clock: for REST, the web page, gift images, and other processes.
            case loopback
        }

        /// When time advances in a server without sockets.
        public enum Time: Hashable, Sendable {
            /// While a client waits for an answer, and with ``OvationTestServer/advance(by:)``. A wait of ten seconds is over at once.
            case asNeeded
            /// Only with ``OvationTestServer/advance(by:)``, apart from a tenth of a second for each call.
            case byHand
        }

        /// Who pays for gifts.
        public enum Payer: Hashable, Sendable {
            /// The server's wallet, which ``OvationTestServer/addUser(_:coins:name:)`` fills.
            case wallet
            /// The app's own billing, ``OvationTestServer/biller``.
            ///
            /// - Parameters:
            ///   - isIdempotent: True if it recognises repeated order ids, so that the server may ask again and cancel.
            ///   - failsOpen: True if a gift is shown when the billing does not answer in time.
            case biller(isIdempotent: Bool = true, failsOpen: Bool = false)
        }

        /// How clients reach the server.
        public var connection: Connection
        /// When time advances in a server without sockets. With sockets, the machine's time applies.
        public var time: Time
        /// Who pays for gifts.
        public var payer: Payer
        /// The gifts that can be sent, in one category.
        public var gifts: [Gift]
        /// The coins that a new user gets: 0 to 2^53-1.
        public var newUserCoins: Int64
        /// The receiver's share of a gift's price, in percent from 0 to 100.
        public var hostSharePercent: Int
        /// Users with the rights of an owner in every live, who may also call the REST API.
        public var administrators: Set<UserID>
        /// The server's limits.
        public var limits: Limits
        /// Determines the server's random decisions without sockets: ids, and the order of things that are ready at the same time.
        public var seed: UInt64

        /// Makes options.
        public init(
            connection: Connection = .inProcess, time: Time = .asNeeded, payer: Payer = .wallet,
            gifts: [Gift] = TestServerOptions.standardGifts, newUserCoins: Int64 = 0, hostSharePercent: Int = 50,
            administrators: Set<UserID> = ["administrator"], limits: Limits = Limits(), seed: UInt64 = 1
        ) {
            self.connection = connection
            self.time = time
            self.payer = payer
            self.gifts = gifts
            self.newUserCoins = newUserCoins
            self.hostSharePercent = hostSharePercent
            self.administrators = administrators
            self.limits = limits
            self.seed = seed
        }

        /// Three gifts: `rose` for 1 coin, `crown` for 100 and `rocket` for 5,000.
        public static var standardGifts: [Gift] {
            [("Rose", 1), ("Crown", 100), ("Rocket", 5_000)].map { name, coins in
                Gift(giftID: GiftID(unchecked: name.lowercased()), name: name, coins: Coins(Int64(coins)) ?? .zero)
            }
        }
    }

    extension TestServerOptions {
        /// The billing policy.
        var billing: BillingPolicy {
            switch payer {
            case .wallet: BillingPolicy()
            case .biller(let isIdempotent, let failsOpen):
                BillingPolicy(isIdempotent: isIdempotent, failsOpen: failsOpen)
            }
        }

        /// The commands that the app's backend wants to receive.
        var commands: [String] {
            switch payer {
            case .wallet: []
            case .biller: [BillerQuestion.command]
            }
        }

        var ledger: LedgerPolicy {
            LedgerPolicy(hostSharePercent: hostSharePercent, newUserGrant: Coins(newUserCoins) ?? .zero)
        }

        /// The catalogue with these gifts.
        var catalogue: GiftCatalogue {
            GiftCatalogue(
                items: gifts.map { GiftCatalogue.Item(gift: $0, createdAt: Timestamp(milliseconds: 0)) },
                sections: [
                    GiftCatalogue.Section(
                        categoryID: GiftCategoryID(unchecked: "all"), text: GiftText(name: "All"),
                        giftIDs: gifts.map(\.giftID))
                ])
        }
    }
#endif
