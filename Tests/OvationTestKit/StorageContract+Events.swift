import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// The stored events of lives.
    static let events: [Clause] = [
        Clause("a live's events are numbered from 1 without a gap, whatever else is in the batch") { storage in
            let (one, two) = (Samples.room("one"), Samples.room("two"))
            let first = try await storage.commit([
                .createRoom(one), .createRoom(two), .credit(Samples.alice, 100, "c"),
                .changeRoom(one.info.sessionID, [], [Samples.draft("e1")]), .order(Samples.order("1", live: "one")),
                .order(Samples.order("2", live: "two")), .changeRoom(two.info.sessionID, [], [Samples.draft("e2")]),
                .changeRoom(one.info.sessionID, [.unban(Samples.bob.userID)], []),
                .order(Samples.order("too-dear", Samples.rocket, live: "one")), .order(Samples.order("1", live: "one")),
                .order(Samples.order("3", live: "one")),
            ])
            try expect(first.compactMap(\.durable), is: [1, 2, 1, 2, 2, 3])
            let second = try await storage.commit([.order(Samples.order("4", live: "one")), .end(one.info.sessionID)])
            try expect(second.compactMap(\.durable), is: [4, 5])
            let events = try await storage.events(of: one.info.sessionID, after: 0, limit: 100)
            try expect(events.map(\.durable), is: [1, 2, 3, 4, 5])
            try expect(
                events.map(\.name), is: ["e1", "gift.received", "gift.received", "gift.received", "room.ended"])
            let open = try await storage.openRooms()
            try expect(open.map(\.durable), is: [2])
        },
        Clause("the events of one write are stored with it, under consecutive numbers") { storage in
            let session = Samples.info().sessionID
            let (alice, bob) = (Samples.alice.userID, Samples.bob.userID)
            let outcomes = try await storage.commit([
                .createRoom(Samples.room()),
                .visits(
                    session, [Visit(alice, since: 0), Visit(bob, since: 0)],
                    forgettingBefore: Timestamp(milliseconds: 0)),
                .changeRoom(session, [], [Samples.draft("e1")]),
                .changeRoom(
                    session, [.admin(alice, true), .admin(bob, true)],
                    [Samples.draft("audience.kicked", about: bob), Samples.draft("e3"), Samples.draft("e4")]),
                .changeRoom(session, [], []),
            ])
            try expect(outcomes.compactMap(\.durable), is: [1, 4])
            try expect(outcomes.last, is: .kept)
            let events = try await storage.events(of: session, after: 0, limit: 10)
            try expect(events.map(\.durable), is: [1, 2, 3, 4])
            try expect(events.map(\.name), is: ["e1", "audience.kicked", "e3", "e4"])
            let kept = try await storage.openRooms()
            try expect(kept.map(\.durable), is: [4])
            try expect(kept.map(\.admins), is: [[alice, bob]])
            let liveID = Samples.info().liveID
            try expect(
                try await storage.visit(of: bob, in: session, of: liveID), is: PastVisit(since: 0, removedAt: 2))
            try expect(try await storage.visit(of: alice, in: session, of: liveID), is: PastVisit(since: 0))
        },
        Clause("the last events of lives are read in one reading, and not of lives where nothing happened since") {
            storage in
            let (one, two) = (Samples.info("one").sessionID, Samples.info("two").sessionID)
            func draft(_ name: String, _ seconds: Int64) -> EventDraft {
                EventDraft(name: name, about: nil, at: Samples.time.adding(seconds: seconds), data: [])
            }
            _ = try await storage.commit([
                .createRoom(Samples.room("one")), .createRoom(Samples.room("two")), .createRoom(Samples.room("quiet")),
                .changeRoom(one, [], [draft("a", 0), draft("b", 1), draft("c", 9)]),
                .changeRoom(two, [], [draft("d", 8), draft("e", 2)]),
            ])
            func names(_ seconds: Int64, _ limit: Int) async throws -> [String: [String]] {
                let events = try await storage.lastEvents(
                    of: [two, one, Samples.info("quiet").sessionID, Samples.id("none")],
                    since: Samples.time.adding(seconds: seconds), limit: limit)
                return [String: [String]](
                    uniqueKeysWithValues: events.map { ($0.key.rawValue, $0.value.map { "\($0.name)\($0.durable)" }) })
            }
            try expect(try await names(2, 9), is: ["one-1": ["a1", "b2", "c3"], "two-1": ["d1", "e2"]])
            try expect(try await names(2, 2), is: ["one-1": ["b2", "c3"], "two-1": ["d1", "e2"]])
            try expect(try await names(3, 9), is: ["one-1": ["a1", "b2", "c3"]], "the last event counts")
            try expect(try await names(10, 9), is: [:])
        },
        Clause("stored events are read back unchanged, a page at a time") { storage in
            let session = Samples.info().sessionID
            let drafts = (1...25).map { number in
                EventDraft(
                    name: "event.\(number)", about: number % 2 == 0 ? Samples.bob.userID : nil,
                    at: Samples.time.adding(milliseconds: Int64(number)),
                    data: Array(repeating: UInt8(number), count: number * 100))
            }
            _ = try await storage.commit([.createRoom(Samples.room())] + drafts.map { .changeRoom(session, [], [$0]) })
            var read: [StoredEvent] = []
            while true {
                let page = try await storage.events(of: session, after: read.last?.durable ?? 0, limit: 10)
                if page.isEmpty { break }
                try expect(page.count <= 10, "a page has at most its limit")
                read += page
            }
            try expect(
                read,
                is: drafts.enumerated().map { index, draft in
                    StoredEvent(durable: Int64(index) + 1, name: draft.name, at: draft.at, data: draft.data)
                })
            try expect(try await storage.events(of: session, after: 25, limit: 10), is: [])
            try expect(try await storage.events(of: session, after: .max, limit: 10), is: [])
            try expect(try await storage.events(of: session, after: -1, limit: 1).map(\.durable), is: [1])
            try expect(try await storage.events(of: Samples.id("unknown"), after: 0, limit: 10), is: [])
        },
    ]

    /// Users' profiles and the catalogue.
    static let users: [Clause] = [
        Clause("a profile keeps the fields that a later one leaves out") { storage in
            let (alice, bob) = (Samples.alice.userID, Samples.bob.userID)
            var full = UserProfile(nickname: awkward, avatarURL: "https://example.org/a.png")
            full.selfSignature = "hi"
            full.gender = 2
            full.level = 30
            full.role = 4
            full.birthday = 20_000_131
            full.allowType = 1
            full.customInfo = ["Tag_Profile_Custom_a": "AAEC"]
            try expect(try await storage.commit(one: .profile(alice, full)), is: .kept)
            try expect(try await storage.profiles(of: [alice, bob, alice]), is: [alice: full])
            let change = UserProfile(nickname: "", avatarURL: nil)
            _ = try await storage.commit([.profile(alice, change), .profile(bob, UserProfile(nickname: "Bob"))])
            let profiles = try await storage.profiles(of: [bob, alice])
            try expect(profiles, is: [alice: full.merging(change), bob: UserProfile(nickname: "Bob")])
            try expect(try await storage.profiles(of: []), is: [:])
        },
        Clause("the stored catalogue is the last one") { storage in
            var gift = Samples.gift("rocket", coins: 1_000)
            gift.desc = "to the moon"
            gift.iconURL = "https://example.org/i.png"
            gift.resourceURL = "https://example.org/r.svga"
            gift.level = 3
            gift.extensionInfo = ["k": awkward]
            let catalogue = GiftCatalogue(
                items: [
                    .init(gift: Samples.rose, createdAt: Samples.time),
                    .init(
                        gift: gift,
                        languages: ["zh-CN": GiftText(name: "火箭", desc: ""), "en": GiftText(name: "Rocket")],
                        createdAt: Samples.time.adding(seconds: 1)),
                ],
                sections: [
                    .init(
                        categoryID: Samples.id("hot"), text: GiftText(name: "Hot", desc: "what all send"),
                        extensionInfo: ["k": "v"], languages: ["zh": GiftText(name: "热门")],
                        giftIDs: [gift.giftID, Samples.rose.giftID, Samples.id("gone")]),
                    .init(categoryID: Samples.id("empty"), text: GiftText(name: "Empty")),
                ])
            try expect(try await storage.commit(one: .catalogue(catalogue)), is: .version(1))
            try expect(try await storage.catalogue(), is: catalogue)
            let next = GiftCatalogue(items: [.init(gift: gift, createdAt: Samples.time)])
            _ = try await storage.commit([.catalogue(GiftCatalogue()), .catalogue(next)])
            try expect(try await storage.catalogue(), is: next)
        },
    ]
}

extension StorageOutcome {
    /// The number of the outcome's stored event; nil if there is none.
    fileprivate var durable: Int64? {
        switch self {
        case .event(let durable): durable
        case .order(.charged(let record, _), _), .order(.repeated(let record), _): record.durable
        default: nil
        }
    }
}
