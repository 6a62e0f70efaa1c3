import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// Stored words, sanctions and the moderation log.
    static let moderation: [Clause] = [
        Clause("the app's words are the latest list, in order") { storage in
            try expect(try await storage.words(), is: [])
            let words = [FilterWord("b", action: .mask), FilterWord(awkward, wholeWord: true), FilterWord("a")]
            try expect(try await storage.commit(one: .words([FilterWord("old")])), is: .version(1))
            try expect(try await storage.commit(one: .words(words)), is: .version(2))
            try expect(try await storage.words(), is: words)
            _ = try await storage.commit(one: .words([]))
            try expect(try await storage.words(), is: [])
        },
        Clause("each start of a live has its own words and slow mode") { storage in
            var record = Samples.room()
            record.words = [FilterWord("a")]
            record.info.slowModeSeconds = 30
            _ = try await storage.commit(one: .createRoom(record))
            try expect(try await storage.openRooms(), is: [record])
            record.words = [FilterWord("b", action: .log)]
            record.info.slowModeSeconds = nil
            _ = try await storage.commit(
                one: .changeRoom(record.info.sessionID, [.words(record.words), .info(record.info)], []))
            try expect(try await storage.lastRoom(record.info.liveID), is: record)
            try expect(try await storage.words(), is: [], "the app's list is separate")
            let second = Samples.room(session: "s2")
            _ = try await storage.commit([.end(record.info.sessionID), .createRoom(second)])
            try expect(try await storage.lastRoom(record.info.liveID)?.words, is: [])
        },
        Clause("a live's moderation log continues over its starts, newest entry first, page by page") { storage in
            let (first, second, other) = (
                Samples.room(session: "s1"), Samples.room(session: "s2"), Samples.room("other")
            )
            let (one, two) = (first.info.sessionID, second.info.sessionID)
            _ = try await storage.commit([
                .createRoom(first), .createRoom(other),
                .changeRoom(one, [.log(whole)], [Samples.draft("audience.banned")]),
                .changeRoom(other.info.sessionID, [.log(line(.muteAll))], []),
                .endRoom(
                    one, at: Samples.time, reason: .endedByServer, RoomStatistics(), Samples.draft("room.ended"),
                    changes: [.log(line(.endRoom))]),
                .createRoom(second), .changeRoom(two, [.log(line(.kick)), .log(line(.unban))], []),
            ])
            let all = try await storage.moderationLog(of: first.info.liveID, before: nil, limit: 10)
            try expect(all.map(\.number), is: [4, 3, 2, 1])
            try expect(all.map(\.sessionID), is: [two, two, one, one])
            try expect(all.map(\.record), is: [line(.unban), line(.kick), line(.endRoom), whole])
            let page = try await storage.moderationLog(of: first.info.liveID, before: 4, limit: 2)
            try expect(page.map(\.number), is: [3, 2])
            try expect(try await storage.moderationLog(of: first.info.liveID, before: 1, limit: 2), is: [])
            try expect(try await storage.moderationLog(of: other.info.liveID, before: nil, limit: 9).count, is: 1)
            try expect(try await storage.moderationLog(of: Samples.id("none"), before: nil, limit: 9), is: [])
        },
        Clause("an entry of the log is stored with its change or not at all") { storage in
            let record = Samples.room()
            _ = try await storage.commit(one: .createRoom(record))
            let change = StorageWrite.changeRoom(
                record.info.sessionID, [.mute(Samples.alice.userID, until: nil), .log(line(.mute))], [])
            try await expectStorageError("a write of the batch fails") {
                _ = try await storage.commit([change, .counters(Samples.id("unknown"), RoomStatistics())])
            }
            try expect(try await storage.moderationLog(of: record.info.liveID, before: nil, limit: 9), is: [])
            try expect(try await storage.sanctions(of: Samples.alice.userID, after: nil, limit: 9), is: [])
            _ = try await storage.commit(one: change)
            try expect(try await storage.moderationLog(of: record.info.liveID, before: nil, limit: 9).count, is: 1)
        },
        Clause("a user's sanctions are listed over all open lives, with who, why and until when") { storage in
            let (alice, bob) = (Samples.alice.userID, Samples.bob.userID)
            let until = Samples.time.adding(seconds: 60)
            for live in ["a", "b", "c"] {
                let record = Samples.room(live)
                _ = try await storage.commit([
                    .createRoom(record),
                    .changeRoom(
                        record.info.sessionID,
                        [
                            .ban(alice, until: nil, reason: "first", by: nil), .mute(bob, until: nil),
                            .ban(alice, until: until, reason: awkward, by: bob),
                            .mute(alice, until: until, reason: "spam", by: bob), .mute(alice, until: nil),
                        ], []),
                ])
            }
            _ = try await storage.commit(one: .end(Samples.room("c").info.sessionID))
            let kept = awkward.split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\u{FFFD}")
            func sanctions(_ live: String) -> [Sanction] {
                [
                    Sanction(liveID: Samples.id(live), kind: .ban, until: until, reason: kept, by: bob),
                    Sanction(liveID: Samples.id(live), kind: .mute, until: nil, reason: "", by: nil),
                ]
            }
            try expect(
                try await storage.sanctions(of: alice, after: nil, limit: 9), is: sanctions("a") + sanctions("b"))
            try expect(try await storage.sanctions(of: alice, after: nil, limit: 1), is: sanctions("a"))
            try expect(try await storage.sanctions(of: alice, after: Samples.id("a"), limit: 1), is: sanctions("b"))
            try expect(try await storage.sanctions(of: alice, after: Samples.id("b"), limit: 9), is: [])
            try expect(try await storage.sanctions(of: Samples.host.userID, after: nil, limit: 9), is: [])
        },
    ]

    /// A record with every field set.
    private static let whole = ModerationRecord(
        .ban, at: Samples.time, source: .rest, by: Samples.host.userID, userID: Samples.alice.userID, reason: "spam",
        until: Samples.time.adding(seconds: 9), seconds: 30, word: WordID(of: "word"))

    private static func line(_ action: ModerationAction) -> ModerationRecord {
        ModerationRecord(action, at: Samples.time, source: .server, by: nil)
    }
}
