import OvationNode

#if Server && (os(macOS) || os(Linux))
    import Foundation
    import Logging
    public import OvationClient
    public import OvationModel
    import OvationRules
    import OvationServer
    import OvationStorage
    import OvationWire
    import Synchronization

    /// A real server inside a test: rules, ledger, wallet and storage of `ovation serve`, in the process of the test.
    ///
    /// ```swift
    /// let ovation = try await OvationTestServer.start()
    /// try await ovation.addLive("stage", host: "ada")
    /// try await ovation.addUser("alice", coins: 1_000)
    /// let alice = try await ovation.logIn("alice")
    /// ```
    ///
    /// A server ends with ``stop()``, or when the last reference to it goes away, which also happens when a test throws. Several servers
    /// can run side by side in a process. Each has its own users, lives and clock.
    ///
    /// It may be used from any thread.
    public final class OvationTestServer: Sendable {
        /// The id of the app that the server serves.
        public static let appID = 1_400_000_001
        static let secret = "the secret of a server in a test"
        static let logger = Logger(label: "ovation.test") { _ in SwiftLogNoOpLogHandler() }

        /// The options that the server was started with.
        public let options: TestServerOptions
        /// The app's own billing. It is used if the server was started with `payer: .biller()`.
        public let biller: TestBiller
        private let host: any ServerHost
        private let credits = Atomic<Int>(0)
        private let isRegistered = Atomic<Bool>(false)

        private init(_ options: TestServerOptions, _ biller: TestBiller, _ host: any ServerHost) {
            self.options = options
            self.biller = biller
            self.host = host
            register()
        }

        deinit {
            unregister()
            host.abandon()
        }

        private func register() {
            guard !isRegistered.exchange(true, ordering: .relaxed) else { return }
            ClientSurroundings.register(host.surroundings, for: host.url)
        }

        /// This must happen before the server ends, because another server may get the address afterwards.
        private func unregister() {
            guard isRegistered.exchange(false, ordering: .relaxed) else { return }
            ClientSurroundings.register(nil, for: host.url)
        }

        /// Starts a server and returns when it is ready.
        ///
        /// - Throws: An error if the server cannot run, for instance because no port is free.
        public static func start(_ options: TestServerOptions = TestServerOptions()) async throws -> OvationTestServer {
            _ = try Self.amount(options.newUserCoins)
            let biller = TestBiller()
            let host: any ServerHost =
                switch options.connection {
                case .inProcess: try await InProcessHost(options, biller)
                case .loopback: try await LoopbackHost(options, biller)
                }
            return OvationTestServer(options, biller, host)
        }

        /// Runs a server while a closure runs. It returns when the server is gone, even if the closure throws.
        ///
        /// - Throws: The errors of ``start(_:)`` and of the closure.
        @discardableResult
        public static func run<Value>(
            _ options: TestServerOptions = TestServerOptions(), isolation: isolated (any Actor)? = #isolation,
            _ body: (OvationTestServer) async throws -> Value
        ) async throws -> Value {
            let server = try await start(options)
            do {
                let value = try await body(server)
                await server.stop()
                return value
            } catch {
                await server.stop()
                throw error
            }
        }

        // MARK: - Connecting

        /// The address for clients, to pass to `Ovation.configure(serverURL:)` or to a `ClientConfiguration`.
        ///
        /// Without sockets, only clients in this process can reach it.
        public var url: String { host.url }

        /// Makes a UserSig for a user, like the app's backend.
        ///
        /// - Parameters:
        ///   - user: The user who logs in with it.
        ///   - seconds: How long it is valid. The default is a week of the server's time.
        public func userSig(for user: UserID, validForSeconds seconds: Int64 = 604_800) -> String {
            UserSigMaker.make(
                userID: user, sdkAppID: Self.appID, secret: Self.secret, issuedAt: host.now, validForSeconds: seconds)
        }

        /// Makes a new client and logs it in. Each call stands for another device of the user.
        ///
        /// - Throws: `Rejection` if the server refuses the login.
        public func logIn(_ user: UserID) async throws -> OvationClient {
            let client = OvationClient(configuration: ClientConfiguration(serverURL: url))
            _ = try await client.logIn(sdkAppID: Self.appID, userID: user, userSig: userSig(for: user))
            return client
        }

        // MARK: - Setting up

        /// Gives a user coins and a name. Users can log in without this; their wallets are then empty.
        ///
        /// - Parameters:
        ///   - user: The user.
        ///   - coins: 0 to 2^53-1, added to the user's balance. The user's clients receive the new balance.
        ///   - name: The name that others see, at most 100 bytes; empty for the user id. Set it before the user logs in.
        /// - Throws: `Rejection` for numbers and names that a backend could not set either; ``TestServerError/stopped``.
        public func addUser(_ user: UserID, coins: Int64 = 0, name: String = "") async throws {
            let amount = try Self.amount(coins)
            if !name.isEmpty {
                guard name.utf8.count <= 100 else {
                    throw Rejection(.invalidParameter, "A name has at most 100 bytes.")
                }
                _ = try await keep(.profile(user, UserProfile(nickname: name)))
            }
            guard amount > .zero else { return }
            let number = credits.add(1, ordering: .relaxed).newValue
            let outcome = try await keep(.credit(user, amount, reference: "test-\(number)", at: host.now))
            guard case .credited(let balance, _) = outcome else {
                throw Rejection(.invalidParameter, "A wallet holds at most \(Coins.max) coins.")
            }
            try await host.call { node, done in
                node.walletChanged(of: user, to: balance)
                done(.success(()))
            }
        }

        /// Creates a live, like the app's backend. It goes on without its owner until it is ended.
        ///
        /// - Throws: `Rejection` if there is a live of that id with another owner; ``TestServerError/stopped``.
        public func addLive(_ live: LiveID, host owner: UserID, name: String = "") async throws {
            let profile = try await host.read { try await $0.profiles(of: [owner]) }[owner]
            var settings = RoomSettings()
            settings.liveName = name.isEmpty ? nil : name
            let info = UserInfo(userID: owner, userName: profile?.nickname ?? "")
            try await host.call { [settings] node, done in
                node.createRoom(live, settings: settings, owner: info) { done($0) }
            }
            let kept = try await host.read { try await $0.lastRoom(live) }
            guard kept?.info.liveOwner.userID == owner else { throw Rejection(.roomIDOccupied) }
        }

        private static func amount(_ coins: Int64) throws -> Coins {
            guard coins >= 0, let amount = Coins(coins) else {
                throw Rejection(.invalidParameter, "Coins are 0 to \(Coins.max).")
            }
            return amount
        }

        private func keep(_ write: StorageWrite) async throws -> StorageOutcome {
            try await host.call { node, done in node.keep(write) { done($0) } }
        }

        // MARK: - Checking the outcome

        /// Returns the balance of a user's wallet.
        public func balance(of user: UserID) async throws -> Int64 {
            let kept = try await host.read { try await $0.balance(of: .user(user)) }
            return kept?.amount ?? options.newUserCoins
        }

        /// Returns the coins that a user has earned from gifts.
        public func earnings(of user: UserID) async throws -> Int64 {
            try await host.read { try await $0.balance(of: .host(user)) }?.amount ?? 0
        }

        /// Returns the gifts of the latest start of a live, in the order in which viewers received them; empty if there is no such live.
        public func gifts(in live: LiveID) async throws -> [GiftReceived] {
            try await host.read { storage in
                guard let room = try await storage.lastRoom(live) else { return [] }
                var gifts: [GiftReceived] = []
                var last: Int64 = 0
                while true {
                    let page = try await storage.events(of: room.info.sessionID, after: last, limit: Self.pageMax)
                    for event in page where event.name == RoomEventName.giftReceived.rawValue {
                        gifts.append(try WireJSON.decode(GiftReceived.self, from: Data(event.data)))
                    }
                    guard let durable = page.last?.durable else { return gifts }
                    last = durable
                }
            }
        }

        /// Returns the orders that the app's own billing was asked about with their states, oldest first.
        public func billedOrders() async throws -> [BilledOrder] {
            try await host.read { storage in
                var orders: [BilledOrder] = []
                var last: Int64 = 0
                while true {
                    let page = try await storage.billingOrders(
                        BillingQuery(states: BillingState.allCases, after: last, limit: Self.pageMax))
                    guard let number = page.last?.number else { return orders }
                    orders += page.map(BilledOrder.init)
                    last = number
                }
            }
        }

        /// Returns true if every entry of the ledger has its counterpart, and every balance is the sum of its entries.
        public func isLedgerBalanced() async throws -> Bool {
            try await host.read { try await $0.auditLedger() }.isBalanced
        }

        private static let pageMax = 100

        // MARK: - Time and shutdown

        /// The time of day on the server's clock.
        public var now: Timestamp { host.now }

        /// Advances the time of a server without sockets. It returns when everything due has happened: timeouts, expiring mutes,
        /// reconnecting clients.
        ///
        /// - Throws: ``TestServerError/machineTime`` with sockets.
        public func advance(by duration: Duration) async throws { try await host.advance(by: duration) }

        /// Crashes the server and starts it again with its stored data, at the same address. Clients reconnect on their own.
        ///
        /// - Throws: An error if the server cannot run.
        public func restart() async throws {
            try await host.restart()
            register()
        }

        /// Stops the server and returns when it is gone. Stored data can still be read.
        public func stop() async {
            unregister()
            await host.stop()
        }
    }
#endif
