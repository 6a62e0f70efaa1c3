#if Cluster
    import OvationModel
    import OvationProcess
    import OvationRules
    import OvationStorage
    import OvationTestKit
    import Testing

    @testable import OvationStoragePostgres

    /// Orders of the billing and callbacks that several nodes could work at: each names who does, and one at a time does.
    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct PostgresWorkTests {
        private static let due = Samples.time.adding(seconds: 30)
        private static let later = Samples.time.adding(seconds: 3_600)
        private static let live: LiveID = Samples.id("live")

        /// Runs a test with a storage, and another connection that plays another node in the slot 2.
        private static func withStorage(
            _ body: (_ storage: PostgresStorage, _ other: PostgresConnection) async throws -> Void
        ) async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let opened = try await LeasedStorage.open(url)
                let other = try PostgresConnection(try PostgresAddress(url), options: PostgresSession.writing)
                try other.execute("INSERT INTO lane (lane, incarnation, holder, next_place) VALUES (2, 7, 'other', 1)")
                _ = try await opened.storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 100, "c")])
                try await body(opened.storage, other)
                try await opened.close()
            }
        }

        private static func begin(_ id: String) -> StorageWrite { .billing(.begin(Samples.order(id), due: due)) }

        /// The orders that nobody works at.
        private static func abandoned(_ storage: PostgresStorage) async throws -> [String] {
            try await storage.billingOrders(BillingQuery(states: [.pending], isAbandoned: true, limit: 9))
                .map { "\($0.order.orderID)" }
        }

        private static func claim(_ storage: PostgresStorage) async throws -> [String] {
            try await storage.claimBillingOrders(
                in: [.pending, .cancelling], dueBy: due, until: later, limit: 9
            ).map { "\($0.order.orderID)" }
        }

        @Test func `an order that another node has in the air is left to it, until that node is fenced`() async throws {
            try await Self.withStorage { storage, other in
                _ = try await storage.commit([Self.begin("theirs"), Self.begin("ours")])
                try other.execute("UPDATE billing_order SET slot = 2, incarnation = 7 WHERE order_id = 'theirs'")
                let theirs = Samples.order("theirs")
                #expect(try await storage.billingOrder(theirs.key)?.isAskedElsewhere == true)
                #expect(try await storage.billingOrder(Samples.order("ours").key)?.isAskedElsewhere == false)
                #expect(try await Self.abandoned(storage) == [])
                #expect(try await Self.claim(storage) == ["ours"])
                guard case .billing(.known(let known, nil))? = try await storage.commit([Self.begin("theirs")]).first
                else {
                    Issue.record("an order that was begun is known")
                    return
                }
                #expect(known.isAskedElsewhere, "a repeat is not refused for good")
                // A take-over of the other's lane.
                try other.execute("UPDATE lane SET incarnation = 8 WHERE lane = 2")
                #expect(try await storage.billingOrder(theirs.key)?.isAskedElsewhere == false)
                #expect(try await Self.abandoned(storage) == ["theirs"])
                #expect(try await Self.claim(storage) == ["theirs"])
                #expect(try await Self.abandoned(storage) == [], "this server works at it now")
            }
        }

        @Test func `an order of a live that another node runs is left to that node until it does no more`() async throws
        {
            try await Self.withStorage { storage, other in
                _ = try await storage.commit([Self.begin("1")])
                let move = BillingWrite.move(
                    Samples.order("1").key, from: .pending, to: .cancelling, BillingNote(), due: Self.due,
                    at: Samples.time)
                _ = try await storage.commit([.billing(move)])
                try other.execute("UPDATE room_counter SET home_slot = 2")
                #expect(try await Self.claim(storage) == [])
                // The other node was fenced, and nobody has claimed the live yet.
                try other.execute("UPDATE room_counter SET home_slot = NULL")
                #expect(try await Self.claim(storage) == ["1"])
                try other.execute(
                    "UPDATE billing_order SET due = \(Self.due.milliseconds); UPDATE room_counter SET home_slot = 2; "
                        + "UPDATE room SET ended_at = created_at")
                #expect(try await Self.claim(storage) == ["1"], "a live that is over has no home")
            }
        }

        @Test func `an order that is due is claimed once, and again when its claim has run out`() async throws {
            try await Self.withStorage { storage, other in
                _ = try await storage.commit([Self.begin("1"), Self.begin("2")])
                for id in ["1", "2"] {
                    let key = Samples.order(id).key
                    let move = BillingWrite.move(
                        key, from: .pending, to: .cancelling, BillingNote(), due: Self.due, at: Samples.time)
                    _ = try await storage.commit([.billing(move)])
                }
                // The other node claims the first at this moment, and is alive.
                try other.execute("BEGIN; SELECT id FROM billing_order WHERE order_id = '1' FOR UPDATE")
                #expect(try await Self.claim(storage) == ["2"])
                try other.execute(
                    """
                    UPDATE billing_order SET slot = 2, incarnation = 7, due = \(Self.later.milliseconds)
                    WHERE order_id = '1'; COMMIT
                    """)
                #expect(try await Self.claim(storage) == [], "both are claimed")
                try other.execute("UPDATE billing_order SET due = \(Self.due.milliseconds)")
                #expect(
                    try await Self.claim(storage) == ["1", "2"], "those who claimed them have not gone on with them")
            }
        }

        @Test func `a server that has lost a commit's answer keeps what it works at`() async throws {
            try await TestPostgres.shared.value.withDatabase { direct in
                let port = try #require(
                    direct.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
                let proxy = try FaultyProxy(to: port)
                let opened = try await LeasedStorage.open(direct.replacing(":\(port)/", with: ":\(proxy.port)/"))
                let storage = opened.storage
                _ = try await storage.commit([
                    .createRoom(Samples.room()), .credit(Samples.alice, 100, "c"), Self.begin("early"),
                    .callbacks([Self.callback("1")]),
                ])
                #expect(try await storage.claimCallbackLanes(dueBy: Samples.time, limit: 9).count == 1)
                proxy.loseAnswer(to: "\"orderID\":\"lost\"")
                await #expect(throws: StorageError.self) {
                    _ = try await storage.commit([Self.begin("late"), .order(Samples.order("lost"))])
                }
                #expect(try await storage.billingOrder(Samples.order("late").key)?.state == .pending)
                #expect(
                    try await Self.abandoned(storage) == [], "its lane has another incarnation, and so have its orders")
                #expect(try await storage.claimedCallbacks(of: Self.live, limit: 9).count == 1)
                try await opened.close()
            }
        }

        @Test func `a server that takes over finds the orders of the frozen one abandoned`() async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                // Nothing renews its lease, so the server looks frozen.
                let frozen = try await LeasedStorage.open(url, name: "one")
                _ = try await frozen.storage.commit([.createRoom(Samples.room()), Self.begin("1")])
                #expect(try await Self.abandoned(frozen.storage) == [])
                let lease = try await LeasedStorage.takeLease(url, name: "two")
                let opened = LeasedStorage(
                    storage: try await PostgresStorage(lease, policy: LedgerPolicy()), lease: lease)
                #expect(try await Self.abandoned(opened.storage) == ["1"])
                // The billing answers the frozen server now.
                let order = Samples.order("1")
                await #expect(throws: StorageError.self) {
                    _ = try await frozen.storage.commit([
                        .billing(.deliver(order, Samples.draft(of: order), as: .charged, due: nil))
                    ])
                }
                #expect(try await opened.storage.order(order.key) == nil)
                try await frozen.storage.close()
                try await opened.close()
            }
        }

        @Test func `the numbers of events after a take-over are above all that the first server can have told`()
            async throws
        {
            try await TestPostgres.shared.value.withDatabase { url in
                let first = try await LeasedStorage.open(url, name: "one")
                _ = try await first.storage.commit([.createRoom(Samples.room())])
                let before = try #require(try await first.storage.claimRooms(at: Samples.time).first?.seqBase)
                try await first.close()
                let second = try await LeasedStorage.open(url, name: "two")
                let claimed = try await second.storage.claimRooms(at: Samples.time)
                #expect(claimed.map(\.record.info.liveID) == [Self.live])
                #expect(try #require(claimed.first?.seqBase) >= before + 1 << 32)
                await #expect(throws: StorageError.self, "a server that was taken over claims nothing") {
                    _ = try await first.storage.claimRooms(at: Samples.time)
                }
                try await second.close()
            }
        }

        private static func callback(_ id: String) -> CallbackDraft {
            CallbackDraft(
                id: id, liveID: live, command: "c", at: Samples.time, body: [], clientAddress: "", clientPlatform: "")
        }

        @Test func `the callbacks of a live are delivered by one node at a time`() async throws {
            try await Self.withStorage { storage, other in
                func claimed() async throws -> [LiveID] {
                    try await storage.claimCallbackLanes(dueBy: Samples.time, limit: 9).map(\.liveID)
                }
                func readable() async throws -> Int {
                    try await storage.claimedCallbacks(of: Self.live, limit: 9).count
                }
                _ = try await storage.commit([.callbacks([Self.callback("1")])])
                #expect(try await readable() == 0, "nobody has claimed it")
                try other.execute("UPDATE callback_lane SET slot = 2, incarnation = 7")
                #expect(try await claimed() == [], "the other node has claimed it")
                #expect(try await readable() == 0)
                try other.execute("UPDATE lane SET incarnation = 8 WHERE lane = 2")
                #expect(try await claimed() == [Self.live], "the other node is fenced")
                #expect(try await readable() == 1)
                _ = try await storage.commit([
                    .callbackChange(.delivered(Self.live, through: .max)), .callbacks([Self.callback("2")]),
                ])
                #expect(try await readable() == 0, "a claim ends with the last callback")
                #expect(try await claimed() == [Self.live])
                let change = CallbackChange.postponed(Self.live, attempts: 1, dueAt: Samples.time)
                _ = try await storage.commit([.callbackChange(change)])
                #expect(try await readable() == 0, "a claim ends when the callback is postponed")
                try other.execute("BEGIN; SELECT live FROM callback_lane FOR UPDATE")
                #expect(try await claimed() == [], "the other node claims it at this moment")
                try other.execute("UPDATE callback_lane SET slot = 2, incarnation = 8; COMMIT")
                #expect(try await claimed() == [])
            }
        }
    }
#endif
