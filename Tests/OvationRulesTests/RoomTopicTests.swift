import OvationModel
import OvationTestKit
import Testing

@testable import OvationRules

@Suite struct RoomTopicTests {
    private func live(_ change: (inout Limits) -> Void = { _ in }) throws -> TestLive {
        var limits = Limits.withoutRates
        limits.userTopicMessagesPerSecond = 0
        change(&limits)
        let live = TestLive(limits: limits)
        try live.enter("owner", "ada", "bo")
        return live
    }

    // MARK: Announcing

    @Test func `a tap after a pause is announced at once, and the next ones together`() throws {
        let live = try live()
        let first = try live.perform(.tapping("🔥"), as: "ada")
        #expect(first.topics.map(\.lane) == [.reaction])
        #expect(first.topics.first?.event.messages.map(\.count) == [nil])
        live.pass(milliseconds: 10)
        for _ in 1...30 { #expect(try live.perform(.tapping("🔥"), as: "bo").topics.isEmpty) }
        #expect(try live.perform(.tapping("🔥", count: 12), as: "ada").topics.isEmpty)
        #expect(live.room.nextTick == live.now.adding(milliseconds: 90))
        live.pass(milliseconds: 90)
        let event = try #require(live.tick().topics.first?.event)
        #expect(event.messages.map(\.count) == [42])
        #expect(event.messages.first?.senders?.map { "\($0.user.userID) \($0.count)" } == ["bo 30", "ada 12"])
        #expect(live.room.nextTick.map { $0 > live.now } ?? true)
    }

    @Test func `a message with a payload, with receivers or to be stored is never merged`() throws {
        let live = try live()
        for draft in [
            TopicDraft(topic: .reaction, message: "🔥", payload: "{}"),
            TopicDraft(topic: .reaction, message: "🔥", sendOnly: [UserID(unchecked: "bo")]),
        ] {
            for _ in 1...2 {
                let outcome = try live.perform(.publish(draft), as: "ada")
                let message = try #require(outcome.topics.first?.event.messages.first)
                #expect(outcome.topics.map(\.lane) == [.barrage])
                #expect(message.payload == draft.payload && message.sendOnly ?? [] == draft.sendOnly)
            }
        }
        let kept = try live.perform(.keeping("hi"), as: "ada")
        #expect(kept.topics.isEmpty && kept.publications.isEmpty && kept.commit == nil)
        #expect(kept.topicCommit?.message.message == "hi")
        #expect(try live.perform(.keeping("hi"), as: "ada").topicCommit?.message.id != kept.topicCommit?.message.id)
    }

    @Test func `above the live's rate taps wait and keep their sum, and other messages are dropped`()
        throws
    {
        let live = try live {
            $0.roomMessagesPerSecond = 4
            $0.roomMessagesBurst = 4
        }
        var told = 0
        for _ in 1...400 {
            let outcome = try live.perform(.tapping("🔥"), as: "ada")
            #expect(outcome.dropped == nil)
            told += outcome.taps
            live.pass(milliseconds: 10)
        }
        var dropped = 0
        for _ in 1...10 where try live.perform(.keeping("hi"), as: "bo").dropped == .msgFreqCtrl { dropped += 1 }
        #expect(dropped >= 6)
        let ticks = (1...5).map { _ in
            live.pass(seconds: 1)
            return live.tick().taps
        }
        #expect(told + ticks.reduce(0, +) == 400)
    }

    @Test func `under overload taps wait, and are announced when it is over`() throws {
        let live = try live()
        live.setOverloaded(true)
        let outcome = try live.perform(.tapping("🔥", count: 5), as: "ada")
        #expect(outcome.topics.isEmpty && outcome.dropped == nil && outcome.givenWay == [.reaction])
        live.setOverloaded(false)
        live.pass(seconds: 1)
        #expect(live.tick().taps == 5)
    }

    @Test func `gathered taps are announced at the end of the live, whatever the rate`() throws {
        let live = try live()
        try live.perform(.tapping("🔥"), as: "ada")
        try live.perform(.tapping("🔥", count: 3), as: "ada")
        #expect(live.takeTopics().first?.event.messages.first?.count == 3)
        #expect(live.takeTopics().isEmpty)
    }

    // MARK: Refusals

    @Test func `only members may publish, and the app's backend`() throws {
        let live = try live()
        #expect(live.refusal(.tapping("🔥"), as: "stranger") == .notMember)
        let backend = RoomActor(user: .named("bot"), isOnBehalf: true, source: .rest)
        #expect(try live.perform(.tapping("🔥"), from: backend).taps == 1)
        try live.perform(.banning("bot"), as: "owner")
        #expect(throws: Rejection(.memberBanned)) { try live.perform(.tapping("🔥"), from: backend) }
        #expect(throws: Rejection(.notMember)) { try live.room.checkListener(UserID(unchecked: "stranger")) }
    }

    @Test func `a mute applies to topics, and a mute of all to viewers`() throws {
        let live = try live()
        try live.perform(.muting("bo"), as: "owner")
        #expect(live.refusal(.tapping("🔥"), as: "bo") == .memberMuted)
        #expect(live.refusal(.keeping("hi"), as: "bo") == .memberMuted)
        try live.perform(.muteAll, as: "owner")
        #expect(live.refusal(.tapping("🔥"), as: "ada") == .roomMuted)
        #expect(live.refusal(.tapping("🔥"), as: "owner") == nil)
    }

    @Test func `a kicked user may not publish`() throws {
        let live = try live()
        try live.perform(.kicking("bo"), as: "owner")
        #expect(live.refusal(.tapping("🔥"), as: "bo") == .notMember)
    }

    @Test func `slow mode applies to stored messages`() throws {
        let live = try live()
        try live.perform(.setting { $0.slowModeSeconds = 30 }, as: "owner")
        #expect(live.refusal(.keeping("one"), as: "bo") == nil)
        #expect(live.refusal(.keeping("two"), as: "bo") == .slowMode)
        #expect(live.refusal(.text("three"), as: "bo") == .slowMode)
        #expect(live.refusal(.tapping("🔥"), as: "bo") == nil)
        live.pass(seconds: 30)
        #expect(live.refusal(.keeping("two"), as: "bo") == nil)
    }

    @Test func `published messages are filtered for listed words`() throws {
        let live = TestLive(limits: .withoutRates) {
            $0.words = [FilterWord("rude"), FilterWord("soft", action: .mask)]
        }
        try live.enter("ada")
        #expect(try live.perform(.tapping("rude"), as: "ada").refusal?.code == .wordRefused)
        #expect(
            try live.perform(.tapping("so soft"), as: "ada").topics.first?.event.messages.first?.message == "so ****")
    }

    @Test(arguments: [
        (TopicDraft(topic: "T", message: ""), false),
        (TopicDraft(topic: "T", message: String(repeating: "x", count: 2_048)), true),
        (TopicDraft(topic: "T", message: String(repeating: "x", count: 2_049)), false),
        (TopicDraft(topic: "T", message: "a\0"), false),
        (TopicDraft(topic: "T", message: "a", payload: String(repeating: "x", count: 4_096)), true),
        (TopicDraft(topic: "T", message: "a", payload: String(repeating: "x", count: 4_097)), false),
        (TopicDraft(topic: "T", message: "a", payload: "\0"), false),
        (TopicDraft(topic: "T", message: "a", count: 100), true),
        (TopicDraft(topic: "T", message: "a", count: 101), false),
        (TopicDraft(topic: "T", message: "a", count: 0), false),
        (TopicDraft(topic: "T", message: "a", isKept: true, count: 2), false),
        (TopicDraft(topic: "T", message: "a", sendOnly: (1...50).map { UserID(unchecked: "u\($0)") }), true),
        (TopicDraft(topic: "T", message: "a", sendOnly: (1...51).map { UserID(unchecked: "u\($0)") }), false),
        (TopicDraft(topic: "T", message: "a", sendOnly: [UserID(unchecked: "u"), UserID(unchecked: "u")]), false),
    ])
    func `a message may not exceed the limits of its fields`(draft: TopicDraft, isValid: Bool) throws {
        #expect(try live().refusal(.publish(draft), as: "ada") == (isValid ? nil : .illegalParameter))
    }

    @Test func `of 10,000 topics with stored messages a viewer starts ten and all a hundred, and taps start none`()
        throws
    {
        let live = try live()
        try live.enter("cy", "di")
        var kept: [String: Int] = [:]
        for number in 0..<10_000 {
            let name = ["ada", "bo", "cy", "di"][number % 4]
            let refusal = live.refusal(.keeping("hi", topic: "T\(number)"), as: name)
            #expect(refusal == nil || refusal == .tooManyTopics)
            if refusal == nil { kept[name, default: 0] += 1 }
            #expect(live.refusal(.tapping("hi", topic: "T\(number)"), as: name) == nil)
        }
        #expect(kept == ["ada": 10, "bo": 10, "cy": 10, "di": 10])
        var ofOwner = 0
        for number in 0..<1_000 where live.refusal(.keeping("hi", topic: "O\(number)"), as: "owner") == nil {
            ofOwner += 1
        }
        #expect(ofOwner == 60)
        #expect(live.refusal(.keeping("hi", topic: "T0"), as: "di") == nil)
    }

    @Test func `the stored messages of one user are limited in bytes, even an owner's`() throws {
        let live = try live { $0.userTopicBytesKeptMax = 4 * (256 + 2) }
        for user in ["ada", "owner"] {
            for number in 0..<4 { #expect(live.refusal(.keeping("hi", topic: "T\(number)"), as: user) == nil) }
            #expect(live.refusal(.keeping("hi", topic: "T0"), as: user) == .tooManyTopicBytes)
            #expect(live.refusal(.tapping("hi", topic: "T0"), as: user) == nil, "messages that are not stored do not count")
        }
        #expect(live.refusal(.keeping("hi", topic: "T0"), as: "bo") == nil, "each user has their own limit")
    }

    @Test func `the stored messages of a live are limited in bytes, however many users sent them`() throws {
        let live = try live { $0.topicBytesKeptMax = 3 * (256 + 2) }
        for user in ["ada", "bo", "owner"] { #expect(live.refusal(.keeping("hi"), as: user) == nil) }
        for user in ["ada", "owner"] { #expect(live.refusal(.keeping(""), as: user) == .illegalParameter) }
        for user in ["ada", "owner"] { #expect(live.refusal(.keeping("hi"), as: user) == .tooManyTopicBytes) }
    }

    @Test func `a full topic replaces its messages within the limit of bytes`() throws {
        let live = try live {
            $0.topicMessagesKeptMax = 2
            $0.userTopicBytesKeptMax = 2 * (256 + 2)
        }
        for _ in 0..<20 { #expect(live.refusal(.keeping("hi"), as: "ada") == nil) }
        #expect(live.refusal(.keeping("hi", topic: "other"), as: "ada") == .tooManyTopicBytes)
        // A message that was replaced no longer counts.
        for _ in 0..<2 { #expect(live.refusal(.keeping("ho"), as: "bo") == nil) }
        for _ in 0..<2 { #expect(live.refusal(.keeping("hi", topic: "other"), as: "ada") == nil) }
        #expect(live.refusal(.keeping("hi"), as: "bo") == nil)
        #expect(live.refusal(.keeping("hi", topic: "other"), as: "bo") == .tooManyTopicBytes)
    }

    @Test func `stored bytes still count after a restart`() throws {
        var record = TestLive.record()
        let kept = TopicRecord.Message(sender: UserID(unchecked: "ada"), bytes: 600)
        record.topics = ["A": TopicRecord(last: 9, messages: [kept, kept])]
        let live = try live { $0.userTopicBytesKeptMax = 1_400 }
        live.adopt(record)
        #expect(live.refusal(.keeping("hi"), as: "ada") == .tooManyTopicBytes)
        #expect(live.refusal(.keeping("hi"), as: "bo") == nil)
    }

    @Test func `a viewer publishes at a limited rate, and the owner does not`() throws {
        let live = try live {
            $0.userTopicMessagesPerSecond = 20
            $0.userTopicMessagesBurst = 3
        }
        let ada = try (1...5).map { _ in try live.perform(.tapping("🔥"), as: "ada").dropped }
        #expect(ada == [nil, nil, nil, .userFreqCtrl, .userFreqCtrl])
        #expect(try (1...5).allSatisfy { _ in try live.perform(.tapping("🔥"), as: "owner").dropped == nil })
        live.pass(milliseconds: 50)
        #expect(try live.perform(.tapping("🔥"), as: "ada").dropped == nil)
        #expect(try live.perform(.tapping("🔥"), as: "ada").dropped == .userFreqCtrl)
    }

    @Test func `after a failed write a live has the topics of the storage again`() throws {
        let live = try live { $0.topicsMax = 2 }
        #expect(live.refusal(.keeping("hi", topic: "A"), as: "ada") == nil)
        #expect(live.refusal(.keeping("hi", topic: "B"), as: "ada") == nil)
        #expect(live.refusal(.keeping("hi", topic: "C"), as: "ada") == .tooManyTopics)
        var record = TestLive.record()
        record.topics = ["A": TopicRecord(last: 1)]
        live.adopt(record)
        #expect(live.refusal(.keeping("hi", topic: "C"), as: "ada") == nil)
        #expect(live.refusal(.keeping("hi", topic: "D"), as: "ada") == .tooManyTopics)
    }
}

extension RoomOutcome {
    /// How many taps the outcome announces.
    fileprivate var taps: Int {
        topics.flatMap(\.event.messages).reduce(0) { $0 + ($1.count ?? 1) }
    }
}

extension RoomCommand {
    fileprivate static func tapping(_ text: String, topic: TopicName = .reaction, count: Int = 1) -> RoomCommand {
        .publish(TopicDraft(topic: topic, message: text, count: count))
    }

    fileprivate static func keeping(_ text: String, topic: TopicName = "CHAT") -> RoomCommand {
        .publish(TopicDraft(topic: topic, message: text, isKept: true))
    }
}
