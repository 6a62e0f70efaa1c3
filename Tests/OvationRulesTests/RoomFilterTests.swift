import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// Listed words in a live's texts, and the entries of the moderation log.
struct RoomFilterTests {
    private static let words = [
        FilterWord("damn"), FilterWord("darn", action: .mask), FilterWord("hmm", action: .log),
    ]

    private static func live(limits: Limits = .withoutRates) throws -> TestLive {
        let live = TestLive(limits: limits) {
            $0.admins = [UserID(unchecked: "admin")]
            $0.words = words
        }
        try live.enter("owner", "admin", "bob", "app")
        return live
    }

    @Test(arguments: ["owner", "admin", "bob"]) func `a listed word is refused, masked or only logged`(name: String)
        throws
    {
        let live = try Self.live()
        let refused = try live.perform(.text("Damn!"), as: name)
        #expect(refused.refusal?.code == .wordRefused)
        #expect(refused.publications.isEmpty)
        #expect(live.room.statistics.totalMessageSent == 0)
        let record = try #require(refused.records.first)
        #expect(refused.records.count == 1)
        #expect(record.action == .refuseText)
        #expect(record.userID == UserID(unchecked: name))
        #expect(record.word == WordID(of: "damn"))
        #expect(record.source == .server)
        #expect(record.by == nil)
        #expect(record.reason.isEmpty, "the entry does not keep the text")

        let masked = try live.perform(.barrage(.text("d.a.r.n it", extensionInfo: ["k": "darn"])), as: name)
        #expect(masked.refusal == nil)
        #expect(masked.records.map(\.action) == [.maskText])
        guard case .barrageSent(let barrage)? = masked.onlyEvent else { Issue.record("no event"); return }
        #expect(barrage.kind == .text("******* it", extensionInfo: ["k": "darn"]), "extension fields are not filtered")

        let flagged = try live.perform(.text("hmm"), as: name)
        #expect(flagged.records.map(\.action) == [.flagText])
        guard case .barrageSent(let told)? = flagged.onlyEvent else { Issue.record("no event"); return }
        #expect(told.kind == .text("hmm", extensionInfo: [:]))
    }

    @Test func `custom data is not filtered, and neither are the texts of the app's administrators`() throws {
        let live = try Self.live()
        let custom = try live.perform(.barrage(.custom(businessID: "damn", data: "damn")), as: "bob")
        #expect(custom.refusal == nil)
        #expect(custom.records.isEmpty)
        let app = try live.perform(.text("damn"), as: "app")
        #expect(app.refusal == nil)
        #expect(app.filtered == nil)
    }

    @Test func `both lists apply, and the app's words come before the live's`() throws {
        var room = TestLive { $0.words = Self.words }.room
        room.handle(.appWords(WordFilter([FilterWord("drat", action: .mask)])), at: TestLive.start)
        _ = try room.handle(.entering("bob"), from: .named("bob"), at: TestLive.start)
        let outcome = try room.handle(.text("drat and darn"), from: .named("bob"), at: TestLive.start)
        guard case .barrageSent(let barrage)? = outcome.onlyEvent else { Issue.record("no event"); return }
        #expect(barrage.kind == .text("**** and ****", extensionInfo: [:]))
        #expect(outcome.records.first?.word == WordID(of: "drat"))
        room.handle(.wordsKept([]), at: TestLive.start)
        room.handle(.appWords(.none), at: TestLive.start)
        #expect(try room.handle(.text("damn darn drat"), from: .named("bob"), at: TestLive.start).filtered == nil)
    }

    @Test func `names and notices are filtered, and a refused change has no effect at all`() throws {
        let live = try Self.live()
        let refused = try live.perform(
            .setting {
                $0.liveName = "fine"; $0.notice = "damn"
            }, as: "owner")
        #expect(refused.refusal?.code == .wordRefused)
        #expect(refused.refusal?.message.contains("notice") == true)
        #expect(refused.commit == nil)
        #expect(refused.records.map(\.action) == [.refuseText])
        #expect(live.room.info.liveName == "live")
        let masked = try live.perform(.setting { $0.liveName = "darn show" }, as: "owner")
        #expect(masked.updated?.changes.liveName == "**** show")
        #expect(masked.commit?.records.map(\.action) == [.maskText], "the entry is stored with the change")
        #expect(masked.records.isEmpty)
        let app = try live.perform(.setting { $0.liveName = "damn show" }, as: "app")
        #expect(app.updated?.changes.liveName == "damn show")
    }

    @Test func `the filter comes after mutes, slow mode and the sender's rate, and uses nothing of the live's rate`()
        throws
    {
        var limits = Limits()
        limits.roomMessagesBurst = 1
        limits.roomMessagesPerSecond = 1
        limits.userMessagesBurst = 3
        let live = try Self.live(limits: limits)
        live.pass(seconds: 10)
        for _ in 1...3 { #expect(try live.perform(.text("damn"), as: "bob").refusal?.code == .wordRefused) }
        #expect(try live.perform(.text("damn"), as: "bob").dropped == .userFreqCtrl)
        #expect(try live.perform(.text("fine"), as: "admin").dropped == nil, "the live's rate is untouched")
        try live.perform(.muting("bob"), as: "owner")
        #expect(live.refusal(.text("damn"), as: "bob") == .memberMuted)
    }

    @Test func `entries about texts are limited by a rate, and every text is still filtered`() throws {
        var limits = Limits.withoutRates
        limits.filteredTextsLoggedPerSecond = 2
        let live = try Self.live(limits: limits)
        let outcomes = try (1...10).map { _ in try live.perform(.text("damn"), as: "bob") }
        #expect(outcomes.allSatisfy { $0.refusal?.code == .wordRefused && $0.filtered == .refuse })
        #expect(outcomes.flatMap(\.records).count == 2)
        live.pass(seconds: 1)
        #expect(try live.perform(.text("damn"), as: "bob").records.count == 1)
    }

    @Test func `every act of a moderator has an entry with who, to whom, when, why and until when`() throws {
        let live = try Self.live()
        try live.enter("carl")
        let until = live.now.adding(seconds: 60)
        let acts: [(RoomCommand, String, ModerationAction, String, Timestamp?)] = [
            (
                .mute([UserID(unchecked: "carl")], muted: true, seconds: 60, reason: "spam"), "admin", .mute, "spam",
                until
            ),
            (.mute([UserID(unchecked: "carl")], muted: false, seconds: nil, reason: "ok"), "admin", .unmute, "ok", nil),
            (.appointing("carl"), "owner", .appoint, "", nil), (.dismissing("carl"), "owner", .dismiss, "", nil),
            (.kicking("carl", reason: "rude"), "app", .kick, "rude", nil),
            (.banning("carl", seconds: 60, reason: "worse"), "owner", .ban, "worse", until),
            (.unbanning("carl"), "owner", .unban, "", nil),
        ]
        for (command, name, action, reason, until) in acts {
            if action == .appoint || action == .kick { try live.enter("carl") }
            let record = try #require(try live.perform(command, as: name).commit?.records.first, "\(action)")
            let expected = ModerationRecord(
                action, at: live.now, source: .client, by: UserID(unchecked: name), userID: UserID(unchecked: "carl"),
                reason: reason, until: until)
            #expect(record == expected)
        }
        for (command, action) in [(RoomCommand.muteAll, ModerationAction.muteAll), (.unmuteAll, .unmuteAll)] {
            let record = try #require(try live.perform(command, as: "admin").commit?.records.first)
            #expect(record == ModerationRecord(action, at: live.now, source: .client, by: UserID(unchecked: "admin")))
        }
    }

    @Test func `an end has an entry unless the owner ended the live`() throws {
        for (actor, source, by) in [
            (RoomActor.server, ModerationSource.server, nil), (.backend(UserID(unchecked: "root")), .rest, "root"),
            (.named("app"), .client, "app"),
        ] as [(RoomActor, ModerationSource, String?)] {
            var room = try Self.live().room
            let outcome = try room.handle(.end(message: "closing time"), from: actor, at: TestLive.start)
            let record = try #require(outcome.commit?.records.first)
            #expect(record.action == .endRoom)
            #expect(record.source == source)
            #expect(record.by?.rawValue == by)
            #expect(record.reason == "closing time")
        }
        let live = try Self.live()
        #expect(try live.perform(.end(message: ""), as: "owner").commit?.records == [])
    }

    @Test func `the log names the backend's account, and the live does not`() throws {
        var room = try Self.live().room
        let actor = RoomActor.backend(UserID(unchecked: "root"))
        let outcome = try room.handle(.banning("bob", reason: "abuse"), from: actor, at: TestLive.start)
        guard case .audienceBanned(let event)? = outcome.commit?.event else { Issue.record("no event"); return }
        #expect(event.by == nil)
        #expect(outcome.commit?.records.first?.by == UserID(unchecked: "root"))
        #expect(outcome.commit?.records.first?.source == .rest)
    }

    @Test func `a reason is at most 200 bytes`() throws {
        let live = try Self.live()
        for (count, code) in [(200, nil), (201, ErrorCode.illegalParameter)] as [(Int, ErrorCode?)] {
            let reason = String(repeating: "r", count: count)
            #expect(
                live.refusal(.mute([UserID(unchecked: "bob")], muted: true, seconds: nil, reason: reason), as: "owner")
                    == code)
        }
        let told = try live.perform(
            .mute([UserID(unchecked: "bob")], muted: true, seconds: nil, reason: "spam"), as: "owner")
        guard case .audienceMuted(let event)? = told.onlyEvent else { Issue.record("no event"); return }
        #expect(event.reason == "spam")
    }
}
