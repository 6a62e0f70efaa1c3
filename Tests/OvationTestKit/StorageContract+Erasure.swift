import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// The export and the erasure of a user.
    static let erasure: [Clause] = [
        Clause("an erased user is in no name, text or id, and the ledger keeps its numbers under the alias") {
            storage in
            try await fill(storage)
            let before = try await storage.auditLedger()
            let progress = try await erase(storage, alice, rowsMax: 1_000)
            try expect(progress.isDone && progress.changedCount > 0, "it is done: \(progress)")
            try expect(progress.alias, is: alias)
            try await expectNothing(of: alice, "Alice", storage)
            let audit = try await storage.auditLedger()
            try expect(audit.isBalanced, "the ledger balances: \(audit.problems)")
            try expect(
                [audit.accounts, audit.entries, audit.orders], is: [before.accounts, before.entries, before.orders])
            try expect(try await storage.amount(of: .user(alias)), is: 899)
            try expect(try await storage.amount(of: .host(alias)), is: 1)
            try expect(try await storage.amount(of: .user(alice)), is: 0)
            let entries = try await storage.entries(of: .user(alias), before: nil, limit: 9)
            try expect(
                entries.map(\.reference),
                is: ["billed", "billed", "2", "1"].map { "\(alias)/\($0)" } + ["credit-of-alice"])
            let order = try await storage.order(OrderKey(sender: alias, orderID: Samples.id("1")))
            try expect(order?.coins, is: Samples.coins(1))
            let received = try await storage.order(OrderKey(sender: Samples.bob.userID, orderID: Samples.id("b")))
            try expect(received?.to, is: [alias], "who received a gift has the alias too")
            let log = try await storage.moderationLog(of: Samples.id("live"), before: nil, limit: 9)
            try expect(log.map(\.record.userID), is: [Samples.bob.userID, alias])
            try expect(log.map(\.record.by), is: [alias, Samples.host.userID])
            try expect(log.map(\.record.reason), is: ["", ""])
            let events = try await storage.events(of: Samples.id("own-1"), after: 0, limit: 99)
            try expect(events.map(\.name), is: ["gift.received", "room.updated", "room.ended"])
            try expect(!String(decoding: events[1].data, as: UTF8.self).contains("My evening"), "the title is gone")
        },
        Clause("an erasure in small steps does what a large one does, pauses too, and ends when it may") { storage in
            try await fill(storage)
            var steps = 0
            var progress = try await step(storage, alice, rowsMax: 1, mayEnd: false)
            while !progress.isDone {
                steps += 1
                try expect(steps < 500, "it ends")
                if steps < 5 { try expect(try await storage.openErasures(), is: [alice: alias]) }
                let audit = try await storage.auditLedger()
                try expect(audit.isBalanced, "the ledger balances at every step: \(audit.problems)")
                // A storage that has just been started knows nothing but its rows.
                progress = try await step(storage, alice, rowsMax: 1, mayEnd: false)
            }
            try expect(steps > 5, "a step is small")
            try expect(try await storage.openErasures(), is: [alice: alias], "it may not end")
            try expect(try await step(storage, alice, rowsMax: 1), is: progress, "only its end was left")
            try expect(try await storage.openErasures(), is: [:])
            try await expectNothing(of: alice, "Alice", storage)
        },
        Clause("erasing a user again changes nothing, and one who came back gets another alias") { storage in
            try await fill(storage)
            _ = try await erase(storage, alice, rowsMax: 1_000)
            let again = try await erase(storage, alice, rowsMax: 1_000)
            try expect(again.changedCount, is: 0)
            _ = try await storage.commit(one: .credit(Samples.alice, 10, "back"))
            let second = try await erase(storage, alice, rowsMax: 1_000)
            try expect(second.alias, is: Samples.id("\(alias)_2"))
            try expect(try await storage.amount(of: .user(second.alias)), is: 10)
            try expect(try await storage.amount(of: .user(alias)), is: 899)
        },
        Clause(
            "a user who came back gets the coins of a new user, and what took their orders back is renamed",
            LedgerPolicy(newUserGrant: Samples.coins(5))
        ) { storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()), .order(Samples.order("1")), .order(Samples.order("2", count: 2)),
                .refund(Samples.refund("2")),
            ])
            let first = try await erase(storage, alice, rowsMax: 2)
            let entries = try await storage.entries(of: .user(first.alias), before: nil, limit: 9)
            try expect(entries.map(\.reference), is: ["2", "2", "1"].map { "\(alias)/\($0)" } + ["\(alias)"])
            _ = try await storage.commit(one: .order(Samples.order("3")))
            try expect(try await storage.amount(of: .user(alice)), is: 4)
            let second = try await erase(storage, alice, rowsMax: 2)
            let later = try await storage.entries(of: .user(second.alias), before: nil, limit: 9)
            try expect(later.map(\.reference), is: ["\(second.alias)/3", "\(second.alias)"])
        },
        Clause("an erasure does not begin while the user's live is on, an order is open, or coins are left") {
            storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()), .createRoom(Samples.room("own", owner: Samples.alice)),
                .credit(Samples.alice, 5, "c"), .order(Samples.order("b", from: Samples.alice)),
            ])
            try expect(try await refusal(storage, alice), is: .liveIsOn)
            _ = try await storage.commit(one: .end(Samples.id("own-1")))
            try expect(try await refusal(storage, alice), is: .coinsLeft(wallet: Samples.coins(4), earned: .zero))
            let open = Samples.order("open", Samples.cake)
            _ = try await storage.commit(one: .billing(.begin(open, due: Samples.time)))
            try expect(try await refusal(storage, alice), is: .openOrders)
            try expect(try await storage.amount(of: .user(alice)), is: 4, "nothing has changed")
            try expect(try await storage.openErasures(), is: [:])
        },
        Clause("whose id is a part of another one's stays untouched") { storage in
            try await fill(storage)
            let other = Samples.user("alice2")
            _ = try await storage.commit([
                .credit(other, 10, "c2"), .order(Samples.order("1", from: other, to: [Samples.alice, other])),
                .changeRoom(Samples.id("live-1"), [], [Samples.draft("x", about: other.userID, named(other))]),
                .profile(other.userID, UserProfile(nickname: "Alice 2")),
            ])
            _ = try await erase(storage, alice, rowsMax: 3)
            let order = try await storage.order(OrderKey(sender: other.userID, orderID: Samples.id("1")))
            try expect(order?.to, is: [alias, other.userID])
            let event = try await storage.events(of: Samples.id("live-1"), after: 0, limit: 99).last
            try expect(event.map { String(decoding: $0.data, as: UTF8.self) }, is: named(other))
            try expect(try await storage.profiles(of: [other.userID])[other.userID]?.nickname, is: "Alice 2")
        },
        Clause("a user whose id is also a live's, a gift's, an order's or a word of the protocol takes nobody along") {
            storage in
            let (others, recording) = try await fillOfOthers(storage)
            try expect(try await rowsOfOthers(storage).texts.count, is: 7)
            for id in ["sender", "userID", "by", "gift", "live", "live-1", "rose", "taken", "owner", "1"] {
                let user = Samples.user(id)
                let before = try await rowsOfOthers(storage)
                let own = GiftReceived(
                    orderID: Samples.id(id), gift: gift(mentioning: id), count: 1, coins: Samples.coins(1),
                    sender: user, to: [Samples.host])
                _ = try await storage.commit([
                    .credit(user, 5, "credit-of-\(id)"),
                    .changeRoom(
                        Samples.id("live-1"), [], [Samples.draft("gift.received", try StoredJSON.text(own))]),
                ])
                let known = try await records(storage, user.userID, .events)
                try expect(known.count, is: 1, "\(id): an export has the events that name the user: \(known)")
                try await giveUp(#"{"Operator_Account":"\#(id)","RoomId":"live"}"#, storage)
                let progress = try await erase(storage, user.userID, rowsMax: 1_000)
                try expect(progress.isDone, "\(id) is erased")
                try expect(try await storage.amount(of: .user(progress.alias)), is: 5, "\(id)")
                try expect(try await rowsOfOthers(storage), is: before, "\(id): the rows of others are what they were")
                let last = try await storage.events(of: Samples.id("live-1"), after: 0, limit: 99).last
                let text = String(decoding: last?.data ?? [], as: UTF8.self)
                let told = try StoredJSON.value(GiftReceived.self, text, in: "event.data")
                try expect(told.sender, is: UserInfo(userID: progress.alias), "\(id)")
                try expect(
                    [told.orderID.rawValue, told.gift.name], is: [id, id], "what only looks like the user stays")
                try expect(told.gift, is: own.gift, "\(id)")
                try expect(told.to, is: own.to, "\(id)")
                try expect(try await records(storage, user.userID, .events), is: [], "\(id)")
            }
            try expect(try await storage.recording(recording.id), is: recording)
            try expect(try await storage.billingOrder(others.key)?.order, is: others)
        },
        Clause("an erasure does not begin while an open order of somebody else is for the user") { storage in
            let order = Samples.order("for-alice", from: Samples.bob, Samples.cake, to: [Samples.alice], live: "own")
            _ = try await storage.commit([
                .createRoom(Samples.room("own", owner: Samples.alice)), .billing(.begin(order, due: Samples.time)),
                .end(Samples.id("own-1")),
            ])
            try expect(try await refusal(storage, alice), is: .openOrders)
            try expect(try await refusal(storage, Samples.id("cake")), is: nil, "the gift is called so, and no user")
            _ = try await storage.commit(
                one: .billing(
                    .move(
                        order.key, from: .pending, to: .cancelled, BillingNote(), due: nil,
                        at: Samples.time)))
            _ = try await erase(storage, alice, rowsMax: 9)
            let kept = try await storage.billingOrder(order.key)
            try expect(kept?.order.to, is: [UserInfo(userID: alias)])
        },
        Clause("an erased host is in no recording") { storage in
            let recording = Recording(
                id: Samples.id("rec1"), live: Samples.id("own"), session: Samples.id("own-1"), owner: alice,
                liveName: "Alice sings", isPublic: true, startedAt: Samples.time, codecs: "avc1.42E01F,opus",
                width: 640,
                height: 360)
            _ = try await storage.commit(one: .recording(.begin(recording)))
            _ = try await erase(storage, alice, rowsMax: 9)
            let kept = try await storage.recording(recording.id)
            try expect(kept?.owner, is: alias)
            try expect(kept?.liveName, is: "")
            try expect(kept?.width, is: 640)
        },
        Clause("the records of a user are all that is kept of them, page by page") { storage in
            try await fill(storage)
            for (part, count) in [
                (UserRecordPart.lives, 1), (.roles, 1), (.sanctions, 2), (.visits, 1), (.moderation, 2), (.orders, 3),
                (.billingOrders, 1),
            ] {
                let found = try await records(storage, alice, part)
                try expect(found.count, is: count, "\(part): \(found)")
                try expect(try await records(storage, Samples.id("nobody"), part), is: [])
            }
            let events = try await records(storage, alice, .events)
            try expect(events.contains { $0.contains("hello all") }, "a pinned message is there: \(events)")
            try expect(events.allSatisfy { $0.contains("\"alice\"") }, "each names the user: \(events)")
            let own = try await records(storage, alice, .lives)
            try expect(own[0].contains("My evening"), "a live has its title: \(own)")
        },
    ]

    private static let alice = Samples.alice.userID
    private static let alias: UserID = Samples.id("erased_1f")

    /// Whatever may be kept of a user, of one who sends, receives, hosts, moderates and is moderated.
    private static func fill(_ storage: any Storage) async throws {
        var own = Samples.room("own", owner: Samples.alice)
        own.info.liveName = "My evening"
        let live: LiveSessionID = Samples.id("live-1")
        let message = BarrageRecord(
            seq: 1, at: Samples.time,
            barrage: Barrage(sender: Samples.alice, kind: .text("hello all", extensionInfo: ["k": "Alice"])))
        let pin = PinnedBarrage(message, by: Samples.host.userID, at: Samples.time)
        let billed = Samples.order("billed", Samples.cake)
        _ = try await storage.commit([
            .createRoom(Samples.room()), .createRoom(own), .profile(alice, UserProfile(nickname: "Alice")),
            .credit(Samples.alice, 1_000, "credit-of-alice"), .credit(Samples.bob, 10, "credit-of-bob"),
            .order(Samples.order("1")), .order(Samples.order("2", count: 100)),
            .order(Samples.order("b", from: Samples.bob, count: 2, to: [Samples.alice], live: "own")),
            .visits(live, [Visit(alice, since: 1)], forgettingBefore: Timestamp(milliseconds: 0)),
            .changeRoom(
                live,
                [
                    .admin(alice, true), .mute(alice, until: nil, reason: "Alice shouts", by: Samples.bob.userID),
                    .ban(alice, until: nil, reason: "Alice again", by: Samples.bob.userID),
                    .log(
                        ModerationRecord(
                            .ban, at: Samples.time, source: .client, by: Samples.host.userID, userID: alice,
                            reason: "Alice again")),
                    .log(
                        ModerationRecord(
                            .mute, at: Samples.time, source: .client, by: alice, userID: Samples.bob.userID,
                            reason: "says Alice")),
                ],
                [
                    Samples.draft("audience.muted", about: alice, named(Samples.alice, reason: "Alice shouts")),
                    Samples.draft("barrage.pinned", text(BarragePinned(pinned: [pin], by: Samples.host.userID))),
                ]),
            .changeRoom(
                Samples.id("own-1"), [], [Samples.draft("room.updated", #"{"changes":{"liveName":"My evening"}}"#)]),
            .billing(.begin(billed, due: Samples.time)),
            .billing(.deliver(billed, Samples.draft(of: billed), as: .charged, due: nil)),
            .end(live), .end(Samples.id("own-1")),
        ])
    }

    /// What others have: an order that the app's billing was asked for, a recording, events and a callback that was given up. In them are
    /// ids and words that a user may be called by.
    private static func fillOfOthers(_ storage: any Storage) async throws -> (GiftOrder, Recording) {
        let live: LiveSessionID = Samples.id("live-1")
        var order = Samples.order("1", from: Samples.bob, gift(mentioning: "sender"))
        order.isChargedOutside = true
        let recording = Recording(
            id: Samples.id("rec1"), live: Samples.id("live"), session: live, owner: Samples.host.userID,
            liveName: "owner", isPublic: true, startedAt: Samples.time, codecs: "avc1.42E01F,opus", width: 640,
            height: 360)
        let message = BarrageRecord(
            seq: 1, at: Samples.time,
            barrage: Barrage(sender: Samples.bob, kind: .text("sender", extensionInfo: ["sender": "live", "by": "by"])))
        var changes = RoomSettings()
        changes.liveName = "live"
        changes.metaData = ["owner": "owner", "live": "sender", "userID": "userID"]
        var seat = Seat(index: 1)
        seat.user = Samples.bob
        let score = BattleScored.Score(liveID: Samples.id("live"), userID: Samples.host.userID, score: 1)
        let battle = BattleScored(battleID: Samples.id("sender"), scores: [score])
        _ = try await storage.commit([
            .createRoom(Samples.room()), .recording(.begin(recording)),
            .changeRoom(
                live, [],
                [
                    Samples.draft(
                        "gift.received",
                        try StoredJSON.text(
                            GiftReceived(
                                orderID: order.orderID, gift: order.gift, count: 1, coins: Samples.coins(1),
                                sender: Samples.bob, to: order.to))),
                    Samples.draft(
                        "barrage.pinned",
                        try text(
                            BarragePinned(
                                pinned: [PinnedBarrage(message, by: Samples.host.userID, at: Samples.time)],
                                by: Samples.host.userID))),
                    Samples.draft(
                        "room.updated", try StoredJSON.text(RoomUpdated(changes: changes, by: Samples.host.userID))),
                    Samples.draft(
                        "seat.changed", try StoredJSON.text(SeatChanged(reason: .taken, seats: [seat], by: Samples.bob))
                    ),
                    Samples.draft("battle.scored", try StoredJSON.text(battle)),
                ]),
            .billing(.begin(order, due: Samples.time)),
            .billing(.deliver(order, Samples.draft(of: order), as: .charged, due: nil)),
        ])
        try await giveUp(
            #"{"Operator_Account":"bob","RoomId":"live","OrderId":"bob/1","sender":{"gift":"rose","by":"host"}}"#,
            storage)
        return (order, recording)
    }

    /// The rows that ``fillOfOthers(_:)`` made.
    private struct RowsOfOthers: Equatable {
        var texts: [String]
        var billingOrder: BillingOrder?
        var order: SettledOrder?
        var recording: Recording?
        var live: RoomInfo?
    }

    private static func rowsOfOthers(_ storage: any Storage) async throws -> RowsOfOthers {
        let key = OrderKey(sender: Samples.bob.userID, orderID: Samples.id("1"))
        let events = try await storage.events(of: Samples.id("live-1"), after: 0, limit: 6)
        let callbacks = try await storage.deadCallbacks(after: 0, limit: 9)
        return RowsOfOthers(
            texts: (events.map(\.data) + callbacks.map(\.callback.draft.body)).map {
                String(decoding: $0, as: UTF8.self)
            }, billingOrder: try await storage.billingOrder(key), order: try await storage.order(key),
            recording: try await storage.recording(Samples.id("rec1")),
            live: try await storage.lastRoom(Samples.id("live"))?.info)
    }

    /// A gift with a text in all fields that have texts of the app.
    private static func gift(mentioning id: String) -> Gift {
        Gift(
            giftID: Samples.id("rose"), name: id, desc: id, level: 1, coins: Samples.coins(1),
            extensionInfo: ["sender": id, "userID": id, "live": id])
    }

    /// Keeps a callback that no backend took.
    private static func giveUp(_ body: String, _ storage: any Storage) async throws {
        let live: LiveID = Samples.id("live")
        let draft = CallbackDraft(
            id: body, liveID: live, command: "Live.CallbackAfterSendGift", at: Samples.time, body: Array(body.utf8),
            clientAddress: "192.0.2.7", clientPlatform: "Web")
        _ = try await storage.commit(one: .callbacks([draft]))
        for callback in try await storage.callbacks(of: live, limit: 9) {
            _ = try await storage.commit(
                one: .callbackChange(
                    .gaveUp(live, number: callback.number, attempts: 1, failure: "", at: Samples.time, deadMax: 99)))
        }
    }

    private static func named(_ user: UserInfo, reason: String = "") -> String {
        #"{"muted":true,"reason":"\#(reason)","user":{"avatarURL":"","userID":"\#(user.userID)","userName":"\#(user.userName)"}}"#
    }

    private static func text(_ event: BarragePinned) throws -> String { try StoredJSON.text(event) }

    private static func step(
        _ storage: any Storage, _ user: UserID, rowsMax: Int, mayEnd: Bool = true
    ) async throws -> ErasureProgress {
        let write = StorageWrite.erase(
            UserErasure(
                user: user, alias: alias, givesUpCoins: true, at: Samples.time, rowsMax: rowsMax, mayEnd: mayEnd))
        guard case .erasure(.stepped(let progress)) = try await storage.commit(one: write) else {
            throw ContractViolation(description: "an erasure goes on")
        }
        return progress
    }

    private static func erase(_ storage: any Storage, _ user: UserID, rowsMax: Int) async throws -> ErasureProgress {
        for _ in 0..<500 {
            let progress = try await step(storage, user, rowsMax: rowsMax)
            if progress.isDone { return progress }
        }
        throw ContractViolation(description: "an erasure ends")
    }

    private static func refusal(_ storage: any Storage, _ user: UserID) async throws -> ErasureRefusal? {
        let write = StorageWrite.erase(UserErasure(user: user, alias: alias, at: Samples.time, rowsMax: 9))
        guard case .erasure(.refused(let refusal)) = try await storage.commit(one: write) else { return nil }
        return refusal
    }

    private static func records(
        _ storage: any Storage, _ user: UserID, _ part: UserRecordPart
    ) async throws -> [String] {
        var records: [String] = []
        var next: Int64? = 0
        while let after = next {
            let page = try await storage.userRecords(UserRecordQuery(user: user, part: part, after: after, limit: 1))
            records += page.records
            next = page.next
        }
        return records
    }

    private static func expectNothing(of user: UserID, _ name: String, _ storage: any Storage) async throws {
        for part in UserRecordPart.allCases {
            try expect(try await records(storage, user, part), is: [], "\(part)")
        }
        try expect(try await storage.profiles(of: [user]), is: [:])
        for session in ["live-1", "own-1"] {
            for event in try await storage.events(of: Samples.id(session), after: 0, limit: 99) {
                let data = String(decoding: event.data, as: UTF8.self)
                try expect(!data.contains(name) && !data.contains("hello all"), "nothing says who it was: \(data)")
            }
        }
        for part in [UserRecordPart.lives, .moderation, .billingOrders, .events] {
            let under = try await records(storage, alias, part)
            try expect(!under.joined().contains(name), "nothing says who it was: \(under)")
        }
    }
}
