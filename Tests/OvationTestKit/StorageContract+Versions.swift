import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// The versions of what is edited through one process and followed by others.
    static let versions: [Clause] = [
        Clause("each edit raises the version of what it edits, and of nothing else") { storage in
            try expect(try await storage.versions(), is: StoredVersions())
            let outcomes = try await storage.commit([
                .catalogue(GiftCatalogue()), .changeCatalogue([.putGift(item(Samples.rose))]), .words([]),
                .setting("a", [1]), .setting("a", nil), .setting("b", [1]), .catalogue(GiftCatalogue()),
            ])
            try expect(outcomes, is: [1, 2, 1, 1, 2, 1, 3].map(StorageOutcome.version))
            let versions = try await storage.versions()
            try expect(versions[.catalogue], is: 3)
            try expect(versions[.words], is: 1)
            try expect(versions[.setting("a")], is: 2)
            try expect(versions[.setting("b")], is: 1)
            try expect(versions[.setting("c")], is: 0)
            let room = Samples.room()
            _ = try await storage.commit([
                .createRoom(room), .changeRoom(room.info.sessionID, [.words([FilterWord("x")])], []),
            ])
            try expect(try await storage.versions(), is: versions, "the words of a live are its own")
        },
        Clause("an edit of an older catalogue changes nothing") { storage in
            let (rose, cake) = (item(Samples.rose), item(Samples.cake))
            try expect(
                try await storage.commit([
                    .changeCatalogue([.putGift(rose)], ifVersion: 0), .changeCatalogue([.putGift(cake)], ifVersion: 0),
                    .changeCatalogue([.putGift(cake)], ifVersion: 2),
                ]), is: [.version(1), .outdated(version: 1), .outdated(version: 1)])
            try expect(try await storage.catalogue().items, is: [rose])
            try expect(
                try await storage.commit(one: .changeCatalogue([.putGift(cake)], ifVersion: 1)), is: .version(2))
            try expect(try await storage.catalogue().items, is: [rose, cake])
            try expect(try await storage.versions()[.catalogue], is: 2)
        },
        Clause("an edit of an older setting changes nothing, and causes no callbacks") { storage in
            let told = CallbackDraft(
                id: "m", liveID: Samples.id("live"), command: "c", at: Samples.time, body: [], clientAddress: "",
                clientPlatform: "")
            try expect(
                try await storage.commit([
                    .setting("a", [1], ifVersion: 0), .setting("a", [2], ifVersion: 0), .callbacksOfLastWrite([told]),
                    .setting("a", nil, ifVersion: 0), .setting("b", [3], ifVersion: 1),
                ]),
                is: [
                    .version(1), .outdated(version: 1), .callbacks(CallbackCounts(waiting: 0, dead: 0)),
                    .outdated(version: 1), .outdated(version: 0),
                ])
            try expect(try await storage.setting("a"), is: [1])
            try expect(try await storage.setting("b"), is: nil)
        },
        Clause("of edits of one version that come at once, one is stored") { storage in
            let outcomes = try await withThrowingTaskGroup(of: [StorageOutcome].self) { group in
                for number in 0..<10 {
                    let gift = item(Samples.gift("g\(number)", coins: 1))
                    group.addTask { try await storage.commit([.changeCatalogue([.putGift(gift)], ifVersion: 0)]) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try expect(outcomes.filter { $0 == .version(1) }.count, is: 1)
            try expect(outcomes.filter { $0 == .outdated(version: 1) }.count, is: 9)
            try expect(try await storage.catalogue().items.count, is: 1)
        },
        Clause("a batch that fails raises no version") { storage in
            try await expectStorageError("a live that does not exist") {
                _ = try await storage.commit([.words([FilterWord("x")]), .end(Samples.id("unknown"))])
            }
            try expect(try await storage.versions(), is: StoredVersions())
            try expect(try await storage.commit(one: .words([])), is: .version(1))
        },
    ]

    private static func item(_ gift: Gift) -> GiftCatalogue.Item { .init(gift: gift, createdAt: Samples.time) }
}
