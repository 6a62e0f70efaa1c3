#if Server && (os(macOS) || os(Linux))
    public import OvationModel
    import OvationRules

    /// What a server in a test is like. The defaults suit most tests.
    public struct TestServerOptions: Sendable {
        /// How clients reach the server.
        public enum Connection: Hashable, Sendable {
            /// Without sockets, on a clock that belongs to the test. Clients of the same process reach it, and nothing else does.
            case inProcess
            /// Over TCP, on a free port of 127.0.0.1 and on the machine's clock: for REST, for the page, for pictures of gifts, for other
            /// processes.
            case loopback
        }

        /// When time passes in a server without sockets.
        public enum Time: Hashable, Sendable {
            /// While a client waits for an answer, and by ``OvationTestServer/advance(by:)``: a wait of ten seconds is over at once.
            case asNeeded
            /// Only by ``OvationTestServer/advance(by:)``, but for the tenth of a second that a call takes.
            case byHand
        }

        /// Who pays for gifts.
        public enum Payer: Hashable, Sendable {
            /// The wallet in the server, which ``OvationTestServer/addUser(_:coins:name:)`` fills.
            case wallet
            /// The app's own billing: ``OvationTestServer/biller``.
            ///
            /// - Parameters:
            ///   - isIdempotent: whether it honours order ids, so that the server may ask again and tell it to give back.
            ///   - failsOpen: whether a gift is shown where it does not answer in time.
            case biller(isIdempotent: Bool = true, failsOpen: Bool = false)
        }

        /// How clients reach the server.
        public var connection: Connection
        /// When time passes in a server without sockets. Over sockets, time is the machine's.
        public var time: Time
        /// Who pays for gifts.
        public var payer: Payer
        /// The gifts that can be sent, in one category.
        public var gifts: [Gift]
        /// The coins that a user starts with, in the wallet: 0 to 2^53-1.
        public var newUserCoins: Int64
        /// What the receiver of a gift earns of its price, in percent from 0 to 100.
        public var hostSharePercent: Int
        /// Users who may do in every live what its owner may, and call the REST API.
        public var administrators: Set<UserID>
        /// The server's limits.
        public var limits: Limits
        /// Repeats what the server decides by chance, where it runs without sockets: ids, and which of two things that are ready is done
        /// first.
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
        /// How the app's billing is got on with.
        var billing: BillingPolicy {
            switch payer {
            case .wallet: BillingPolicy()
            case .biller(let isIdempotent, let failsOpen):
                BillingPolicy(isIdempotent: isIdempotent, failsOpen: failsOpen)
            }
        }

        /// What the app's backend wants to be asked.
        var commands: [String] {
            switch payer {
            case .wallet: []
            case .biller: [BillerQuestion.command]
            }
        }

        var ledger: LedgerPolicy {
            LedgerPolicy(hostSharePercent: hostSharePercent, newUserGrant: Coins(newUserCoins) ?? .zero)
        }

        /// The gifts as the server keeps them.
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
