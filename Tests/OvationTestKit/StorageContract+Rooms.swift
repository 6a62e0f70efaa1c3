import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// Stored lives.
    static let rooms: [Clause] = [
        Clause("an empty storage has nothing") { storage in
            try expect(try await storage.openRooms(), is: [])
            try expect(try await storage.lastRoom(Samples.id("live")), is: nil)
            try expect(try await storage.catalogue(), is: GiftCatalogue())
            try expect(try await storage.balance(of: .house), is: nil)
            try expect(try await storage.entries(of: .house, before: nil, limit: 10), is: [])
            try expect(
                try await storage.auditLedger(), is: LedgerAudit(accounts: 0, entries: 0, orders: 0, problems: []))
            try expect(try await storage.commit([]), is: [])
        },
        Clause("a new live is open with all of its settings") { storage in
            var record = Samples.room()
            record.info.apply(anySettings)
            record.info.liveOwner = UserInfo(userID: Samples.host.userID, userName: awkward, avatarURL: "https://a/b?c")
            record.endsWithoutOwner = false
            record.admins = [Samples.bob.userID, Samples.alice.userID, Samples.id("0")]
            record.mutes = [Samples.id("m1"): .init(nil), Samples.id("m2"): .init(Samples.time, reason: "flooding")]
            record.bans = [Samples.id("b1"): .init(Samples.time), Samples.id("b2"): .init(nil, reason: "spam")]
            record.robots = [
                Samples.bob, Samples.alice,
                UserInfo(userID: Samples.id("0"), userName: awkward, avatarURL: "https://a/b"),
            ]
            try expect(try await storage.commit(one: .createRoom(record)).withoutBase, is: .kept)
            try expect(try await storage.openRooms(), is: [record])
            try expect(try await storage.lastRoom(record.info.liveID), is: record)
            try expect(try await storage.lastRoom(Samples.id("Live")), is: nil, "ids are case-sensitive")
        },
        Clause("changes of a live are stored in order") { storage in
            var record = Samples.room()
            let session = record.info.sessionID
            let (alice, bob) = (Samples.alice.userID, Samples.bob.userID)
            var info = record.info
            info.apply(anySettings)
            let later = Samples.time.adding(seconds: 60)
            let renamed = UserInfo(userID: Samples.host.userID, userName: awkward)
            let changes: [RoomChange] = [
                .admin(alice, true), .admin(bob, true), .admin(bob, true), .admin(alice, false), .admin(alice, true),
                .mute(alice, until: later, reason: "spam"), .mute(alice, until: nil, reason: awkward),
                .mute(bob, until: later), .unmute(bob),
                .unmute(bob),
                .ban(bob, until: nil, reason: "spam", by: nil), .ban(bob, until: later, reason: awkward, by: alice),
                .ban(alice, until: nil, reason: "", by: bob), .unban(alice), .info(info),
                .robot(Samples.host, true), .robot(Samples.bob, true), .robot(Samples.alice, true),
                .robot(Samples.bob, false), .robot(Samples.bob, true), .robot(renamed, true),
            ]
            let outcomes = try await storage.commit([.createRoom(record), .changeRoom(session, changes, [])])
            try expect(outcomes.map(\.withoutBase), is: [.kept, .kept])
            record.info = info
            record.admins = [bob, alice]
            record.mutes = [alice: .init(nil, reason: awkward.replacing("\0", with: "\u{FFFD}"))]
            record.bans = [bob: .init(later, reason: awkward.replacing("\0", with: "\u{FFFD}"))]
            record.robots = [renamed, Samples.alice, Samples.bob]
            try expect(try await storage.openRooms(), is: [record])
        },
        Clause("an ended live is the last one of its id and is not open") { storage in
            let record = Samples.room()
            let end = Samples.time.adding(seconds: 90)
            var statistics = RoomStatistics()
            statistics.totalViewers = 7
            statistics.totalLikesReceived = 8
            statistics.totalMessageSent = 9
            statistics.totalDuration = 90_000
            let outcomes = try await storage.commit([
                .createRoom(record),
                .endRoom(
                    record.info.sessionID, at: end, reason: .endedByServer, statistics, Samples.draft("room.ended")),
            ])
            try expect(outcomes.map(\.withoutBase), is: [.kept, .event(durable: 1)])
            try expect(try await storage.openRooms(), is: [])
            let last = try await storage.lastRoom(record.info.liveID)
            try expect(last?.endedAt, is: end)
            try expect(last?.statistics, is: statistics)
            try expect(last?.durable, is: 1)
        },
        Clause("a second end of a live returns the event of the first") { storage in
            let record = Samples.room()
            let session = record.info.sessionID
            _ = try await storage.commit([
                .createRoom(record), .changeRoom(session, [], [Samples.draft("a")]), .end(session),
            ])
            try expect(
                try await storage.commit([.end(session), .end(session)]),
                is: Array(repeating: .event(durable: 2), count: 2))
            try expect(try await storage.events(of: session, after: 0, limit: 10).map(\.name), is: ["a", "room.ended"])
        },
        Clause("a reused live id has its own numbers, roles and counters") { storage in
            let (first, second) = (Samples.room(session: "s1"), Samples.room(session: "s2"))
            let outcomes = try await storage.commit([
                .credit(Samples.alice, 10, "c"), .createRoom(first), .order(Samples.order("1", session: "s1")),
                .changeRoom(first.info.sessionID, [.admin(Samples.bob.userID, true)], [Samples.draft("x")]),
                .end(first.info.sessionID), .createRoom(second), .order(Samples.order("2", session: "s2")),
            ])
            guard case .order(.charged(let record, _), let counters)? = outcomes.last?.withoutScores else {
                throw ContractViolation(description: "expected the second start to accept an order, got \(outcomes)")
            }
            try expect(record.durable, is: 1)
            try expect(counters, is: GiftCounters(totalGiftsSent: 1, totalGiftCoins: 1, totalUniqueGiftSenders: 1))
            let last = try await storage.lastRoom(Samples.id("live"))
            try expect(last?.info.sessionID, is: second.info.sessionID)
            try expect(last?.admins, is: [])
            try expect(try await storage.events(of: first.info.sessionID, after: 0, limit: 10).count, is: 3)
        },
        Clause("a start that was stored despite a reported failure does not hinder the next one") { storage in
            _ = try await storage.commit(one: .createRoom(Samples.room(session: "lost")))
            _ = try await storage.commit([
                .createRoom(Samples.room(session: "next")), .createRoom(Samples.room("other")),
            ])
            let open = try await storage.openRooms().map(\.info.sessionID.rawValue)
            try expect(open, is: ["next", "other-1"])
        },
        Clause("a live that is on has a start and a home, and one that has ended has none") { storage in
            let record = Samples.room()
            try expect(try await storage.openStart(of: record.info.liveID), is: nil)
            _ = try await storage.commit(one: .createRoom(record))
            try expect(
                try await storage.openStart(of: record.info.liveID),
                is: OpenStart(sessionID: record.info.sessionID, owner: Samples.host.userID, home: .here))
            try expect(try await storage.openStart(of: Samples.id("Live")), is: nil, "ids are case-sensitive")
            _ = try await storage.commit(one: .end(record.info.sessionID))
            try expect(try await storage.openStart(of: record.info.liveID), is: nil)
        },
        Clause("an owner begins no more lives than they may have, in one batch or in several") { storage in
            let (one, two, three) = (Samples.room("one"), Samples.room("two"), Samples.room("three"))
            try expect(
                try await storage.commit([
                    .createRoom(one, livesMax: 2), .createRoom(two, livesMax: 2), .createRoom(three, livesMax: 2),
                ]).map(\.withoutBase), is: [.kept, .kept, .tooManyLives])
            try expect(try await storage.commit(one: .createRoom(three, livesMax: 2)), is: .tooManyLives)
            try expect(try await storage.openRooms().map(\.info.liveID.rawValue), is: ["one", "two"])
            let others = Samples.room("others", owner: Samples.alice)
            try expect(
                try await storage.commit(one: .createRoom(others, livesMax: 1)).withoutBase, is: .kept, "another's live"
            )
            try expect(
                try await storage.commit([.end(one.info.sessionID), .createRoom(three, livesMax: 2)])
                    .map(\.withoutBase),
                is: [.event(durable: 1), .kept], "an ended live does not count")
            try expect(
                try await storage.commit(one: .createRoom(Samples.room("four"))).withoutBase, is: .kept, "no limit")
        },
        Clause("a live that goes on without its owner does not count among theirs") { storage in
            var record = Samples.room("backend")
            record.endsWithoutOwner = false
            try expect(
                try await storage.commit([.createRoom(record), .createRoom(Samples.room(), livesMax: 1)])
                    .map(\.withoutBase),
                is: [.kept, .kept])
        },
        Clause("a start whose creation was reported as failed does not count when its live begins again") { storage in
            _ = try await storage.commit(one: .createRoom(Samples.room(session: "lost"), livesMax: 1))
            let next = Samples.room(session: "next")
            try expect(try await storage.commit(one: .createRoom(next, livesMax: 1)).withoutBase, is: .kept)
            try expect(try await storage.openRooms().map(\.info.sessionID), is: [next.info.sessionID])
        },
        Clause("a refused creation changes nothing and causes no callbacks") { storage in
            let (one, two) = (Samples.room("one"), Samples.room("two"))
            let told = CallbackDraft(
                id: "m", liveID: two.info.liveID, command: "c", at: Samples.time, body: [], clientAddress: "",
                clientPlatform: "")
            let outcomes = try await storage.commit([
                .createRoom(one, livesMax: 1), .createRoom(two, livesMax: 1), .callbacksOfLastWrite([told]),
            ])
            try expect(
                outcomes.map(\.withoutBase),
                is: [.kept, .tooManyLives, .callbacks(CallbackCounts(waiting: 0, dead: 0))])
            try expect(try await storage.lastRoom(two.info.liveID), is: nil)
        },
        Clause("an abandoned start is closed, and abandoning one that is not open changes nothing") { storage in
            let (lost, other) = (Samples.room("lost"), Samples.room("other"))
            let at = Samples.time.adding(seconds: 5)
            try expect(
                try await storage.commit([
                    .abandonStart(lost.info.sessionID, at: at), .createRoom(lost, livesMax: 1),
                    .abandonStart(lost.info.sessionID, at: at), .createRoom(other, livesMax: 1),
                ]).map(\.withoutBase), is: Array(repeating: .kept, count: 4))
            try expect(try await storage.openRooms(), is: [other])
            try expect(try await storage.lastRoom(lost.info.liveID)?.endedAt, is: at)
            _ = try await storage.commit(one: .abandonStart(lost.info.sessionID, at: at.adding(seconds: 5)))
            try expect(try await storage.lastRoom(lost.info.liveID)?.endedAt, is: at)
        },
        Clause("a live's counters and those of its gifts do not affect each other") { storage in
            let record = Samples.room()
            let session = record.info.sessionID
            var counters = RoomStatistics()
            counters.totalViewers = 1_000
            counters.totalLikesReceived = 2_000
            counters.totalMessageSent = 3_000
            counters.totalDuration = 4_000
            counters.totalGiftsSent = 77
            counters.totalGiftCoins = 77
            counters.totalUniqueGiftSenders = 77
            _ = try await storage.commit([
                .createRoom(record), .credit(Samples.alice, 100, "c"), .order(Samples.order("1", count: 5)),
                .counters(session, counters), .order(Samples.order("2", count: 2)),
            ])
            counters.totalGiftsSent = 7
            counters.totalGiftCoins = 7
            counters.totalUniqueGiftSenders = 1
            let kept = try await storage.openRooms().first
            try expect(kept?.statistics, is: counters)
            try expect(kept?.info.totalViewerCount, is: 1_000, "the info has the viewer count of the statistics")
            counters.totalGiftCoins = 0
            _ = try await storage.commit(one: .end(session, counters))
            try expect(try await storage.lastRoom(record.info.liveID)?.statistics.totalGiftCoins, is: 7)
        },
        Clause("a write to an unknown live session fails, and nothing of its batch is stored") { storage in
            let unknown = Samples.info(session: "unknown").sessionID
            let writes: [StorageWrite] = [
                .changeRoom(unknown, [], [Samples.draft("x")]), .changeRoom(unknown, [.unmute(Samples.bob.userID)], []),
                .end(unknown), .counters(unknown, RoomStatistics()), .order(Samples.order("1", session: "unknown")),
            ]
            for write in writes {
                try await expectStorageError("\(write)") {
                    _ = try await storage.commit([.credit(Samples.alice, 5, "c"), .createRoom(Samples.room()), write])
                }
            }
            try expect(try await storage.balance(of: .user(Samples.alice.userID)), is: nil)
            try expect(try await storage.openRooms(), is: [])
            try expect(
                try await storage.commit(one: .createRoom(Samples.room())).withoutBase, is: .kept,
                "the storage keeps working")
        },
        Clause("every open live is claimed with all that is kept of it, and an ended one is not") { storage in
            let (one, two) = (Samples.room("one"), Samples.room("two"))
            let event = Samples.draft("audience.appointed")
            _ = try await storage.commit([
                .createRoom(one), .createRoom(Samples.room("ended")), .createRoom(two),
                .changeRoom(two.info.sessionID, [.admin(Samples.bob.userID, true)], [event]),
                .end(Samples.room("ended").info.sessionID),
            ])
            let claimed = try await storage.claimRooms(at: Samples.time)
            try expect(claimed.map(\.record), is: try await storage.openRooms())
            try expect(claimed.map(\.record.info.liveID), is: [one.info.liveID, two.info.liveID])
            try expect(claimed.last?.record.durable, is: 1)
        },
        Clause("the numbers of a live's events begin above all earlier ones, whatever the clock says") { storage in
            func began(_ session: String, at seconds: Int64) async throws -> Int64 {
                var record = Samples.room(session: session)
                record.info.createTime = Samples.time.adding(seconds: seconds)
                let outcome = try await storage.commit(one: .createRoom(record))
                guard case .started(let base) = outcome else {
                    throw ContractViolation(description: "expected a start, got \(outcome)")
                }
                return base
            }
            func claimed(at seconds: Int64) async throws -> Int64 {
                let rooms = try await storage.claimRooms(at: Samples.time.adding(seconds: seconds))
                try expect(rooms.count, is: 1)
                return rooms.first?.seqBase ?? 0
            }
            var bases = [try await began("s1", at: 0)]
            bases.append(try await claimed(at: 1))
            bases.append(try await claimed(at: -600))
            _ = try await storage.commit(one: .end(Samples.room(session: "s1").info.sessionID))
            bases.append(try await began("s2", at: -600))
            bases.append(try await began("s3", at: -600))
            bases.append(try await claimed(at: 7_200))
            for (earlier, later) in zip(bases, bases.dropFirst()) {
                try expect(later - earlier >= 1 << 32, is: true, "\(later) is a start's numbers above \(earlier)")
            }
            try expect(bases.allSatisfy { $0 >= Samples.time.milliseconds * 1_000 }, is: true)
            try expect(bases.allSatisfy { $0 < 1 << 53 }, is: true, "browsers count so far")
        },
    ]

    /// Settings that all differ from the defaults.
    private static var anySettings: RoomSettings {
        var settings = RoomSettings()
        settings.liveName = awkward
        settings.notice = "'; DROP TABLE room; --"
        settings.isMessageDisable = true
        settings.isPublicVisible = false
        settings.isSeatEnabled = false
        settings.keepOwnerOnSeat = false
        settings.maxSeatCount = 3
        settings.seatMode = .free
        settings.seatLayoutTemplateID = 1
        settings.coverURL = "https://example.org/cover.png"
        settings.backgroundURL = "https://example.org/background.png"
        settings.categoryList = [3, 1, -2]
        settings.activityStatus = 5
        settings.isGiftEnabled = false
        settings.customInfo = awkward
        settings.isLikeEnabled = false
        settings.popularity = 9_007_199_254_740_991
        settings.ownerAbsenceSeconds = 20
        settings.emptySeconds = 60
        settings.metaData = ["key": "value", "": "empty key", "a\u{0}b": "a\u{0}", "a\u{0}c": awkward]
        return settings
    }

    /// A text that quoting, encoding or C strings might break.
    static let awkward = "\"quoted\" 'single' \\ % \u{0} 👩‍👩‍👧 \u{202E}rtl\u{200B} 直播 \r\n end"
}

extension StorageOutcome {
    /// The same, without the number that the storage gave a new start.
    var withoutBase: StorageOutcome { if case .started = self { .kept } else { self } }
}
