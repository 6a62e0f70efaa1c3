import Foundation
import NIOCore
import OvationBackend
import OvationModel
import OvationRules
import OvationTestKit
import OvationWire

@testable import OvationNode

/// Values that cross, at least one of each case. Each part has a value that is not its default, so that one which is left out is noticed.
enum CrossingSamples {
    static let connection = ConnectionAddress(edge: EdgeID(number: 2), loop: 3, number: 4_711)
    static let session: SessionID = Samples.id("session-1")
    static let position = SessionOpen.Position(
        room: Samples.id("live"), epoch: "k3", seq: 1_732_156_800_000_007, durable: 12, sessionID: Samples.id("live-1"))
    static let rejection = Rejection(
        .memberBanned, "You are banned from this live.", retryAfterMilliseconds: 1_500, until: Samples.time,
        reason: "spam é😀")
    static let membership = RoomJoined(
        liveID: Samples.id("live"), sessionID: Samples.id("live-1"), role: .admin, muted: true,
        mutedUntil: Samples.time, mutedReason: "loud", created: true, epoch: "k3", seq: 41, durable: 12)

    /// A frame as clients get it.
    static let frame = Array(#"{"event":"barrage.sent","room":"live","seq":42}"#.utf8)

    /// A request of a viewer. Everything that a request may have is there.
    static func request(_ body: RoomRequest.Body) -> RoomRequest {
        RoomRequest(
            actor: RoomActor(
                user: UserInfo(
                    userID: Samples.id("alice"), userName: "Alice é", avatarURL: "https://example.org/a.png"),
                isAdministrator: true, isOnBehalf: true, source: .rest, account: Samples.id("admin")),
            origin: RoomRequest.Origin(session: session, connection: connection, generation: 5), body: body,
            client: Callback.Client(address: "192.0.2.7", platform: .iPad),
            message: MessageTag(id: "m-1", random: 4_000_000_000))
    }

    // MARK: - Requests

    static let bodies: [(variant: String, RoomRequest.Body)] = [
        ("", .enter(id: 7, created: true)), ("", .resume(position, bytesMax: 65_536)), ("", .leave), ("", .info),
        ("", .audience(offset: 200, count: 100)), ("", .board(count: 10)), ("", .metadata(keys: ["a", "é"])),
        ("admins", .roster(.admins)), ("muted", .roster(.muted)), ("banned", .roster(.banned(offset: 20, count: 10))),
        ("robots", .roster(.robots)), ("", .statistics), ("", .moderationLog(before: 99, count: 50)),
        ("first page", .moderationLog(before: nil, count: 50)), ("", .words),
        ("", .setWords([FilterWord("bad", action: .mask, wholeWord: true), FilterWord("worse")])),
        ("", .editWords(WordEdit(added: [FilterWord("bad", action: .mask)], removed: ["worse"]))),
        ("", .subscribe(Samples.id("REACTION"), after: 3)),
        ("without a number", .subscribe(Samples.id("ü"), after: nil)),
        ("", .unsubscribe(Samples.id("REACTION"))), ("", .topicMessages(Samples.id("REACTION"), after: 5, count: 20)),
        ("", .shutDown), ("", .seats), ("", .pinned), ("", .coHosts),
    ]

    static let commands: [(variant: String, RoomCommand)] = [
        ("", .enter(session)), ("", .leave(session)), ("", .profileChanged), ("", .update(settings)),
        ("", .changeMetadata(set: ["b": "2", "a": "1"], delete: ["c"])),
        ("", .kick([Samples.id("bob"), Samples.id("carol")], reason: "spam")),
        ("", .mute([Samples.id("bob")], muted: true, seconds: 60, reason: "loud")),
        ("for the rest of the live", .mute([Samples.id("bob")], muted: true, seconds: nil, reason: "")),
        ("", .ban([Samples.id("bob")], banned: true, seconds: 3_600, reason: "spam")),
        ("", .appoint([Samples.id("bob")], isAdmin: true)),
        ("", .barrage(.text("hello é😀", extensionInfo: ["z": "26", "colour": "red"]))),
        ("custom", .barrage(.custom(businessID: "vote", data: #"{"for":"bob"}"#))),
        ("", .gift(Samples.id("o-1"), giftID: Samples.id("rocket"), gift: gift, count: 3, to: [Samples.id("host")])),
        ("unknown", .gift(Samples.id("o-2"), giftID: Samples.id("none"), gift: nil, count: 1, to: [])),
        ("", .like(12)),
        (
            "",
            .publish(
                TopicDraft(
                    topic: Samples.id("REACTION"), message: "🔥", payload: #"{"x":1}"#, sendOnly: [Samples.id("bob")],
                    isKept: true, count: 5))
        ), ("plain", .publish(TopicDraft(topic: Samples.id("REACTION"), message: "🔥"))),
        ("", .end(message: "Good night")), ("", .message(.text("From the app", extensionInfo: [:]))),
        ("", .addRobots([Samples.user("robot-1"), Samples.user("robot-2")])),
        ("", .removeRobots([Samples.id("robot-1")])),
        ("", .seat(.invite(Samples.id("bob"), index: 3, seconds: 30, extraInfo: "é"))),
        ("", .coHost(.request(Samples.id("r 2"), templateID: 600, seconds: 30, extraInfo: "é"))),
        ("mute", .coHost(.mute(Samples.id("r 2"), isMuted: true))),
        (
            "letter",
            .coHost(
                .receive(
                    CoHostLetter(
                        from: .link(Samples.id("s1-2")), to: .live(Samples.id("r1")),
                        .link(
                            CoHostLink(
                                linkID: Samples.id("s1-2"), version: 3, templateID: 600,
                                hosts: [CoHost(liveID: Samples.id("r1"), user: Samples.alice)]),
                            ticket: Samples.id("s1-1")))))
        ),
        ("", .edit(BarrageEdit(.delete, 1_732_156_800_000_007, reason: "spam é", message: pinned.record))),
    ]

    private static let settings: RoomSettings = {
        var settings = RoomSettings()
        settings.liveName = "Evening / é"
        settings.isGiftEnabled = true
        settings.metaData = ["b": "2", "a": "1"]
        settings.slowModeSeconds = 5
        return settings
    }()

    private static let gift = Gift(
        giftID: Samples.id("rocket"), name: "Rocket", desc: "It flies", iconURL: "/gifts/rocket.png",
        resourceURL: "/gifts/rocket.svga", level: 3, coins: Samples.coins(1_000), extensionInfo: ["k": "v"])

    // MARK: - Answers

    static let replies: [(variant: String, RoomReply)] = [
        ("", .done), ("", .barrage(BarrageAccepted(seq: 42))),
        ("dropped", .barrage(BarrageAccepted(dropped: .msgFreqCtrl))),
        (
            "",
            .charged(
                GiftCharged(
                    orderID: Samples.id("o-1"), giftID: Samples.id("rocket"), count: 3, coins: Samples.coins(3_000),
                    balance: Samples.coins(9_007_199_254_737_991), durable: 13, at: Samples.time))
        ), ("", .orderRefused(Rejection(.insufficientBalance))), ("", .ended(statistics)),
        ("", .listing(RoomListing(info: Samples.info(), audienceCount: 3))),
        (
            "",
            .audience(
                AudiencePage(
                    audience: [Samples.alice, Samples.bob], count: 2, admins: [Samples.bob], muted: [Samples.alice],
                    cursor: "2"))
        ), ("", .metadata(MetadataPage(metaData: ["b": "2", "a": "1"]))),
        (
            "",
            .roster(
                json(
                    #"{"entries":[{"until":{"reason":"loud","time":1732156800000},"user":{"avatarURL":"","userID":"bob","#
                        + #""userName":"Bob"}},{"until":{"reason":""},"user":{"avatarURL":"","userID":"alice","#
                        + #""userName":"Alice"}}],"total":7}"#))
        ), ("", .statistics(statistics)),
        (
            "",
            .moderationLog(
                ModerationPage(
                    entries: [
                        ModerationEntry(
                            number: 4, sessionID: Samples.id("live-1"),
                            record: ModerationRecord(
                                .mute, at: Samples.time, source: .client, by: Samples.id("host"),
                                userID: Samples.id("bob"), reason: "loud", until: Samples.time, seconds: 60))
                    ], cursor: "4"))
        ), ("", .words([FilterWord("bad", action: .mask, wholeWord: true)])),
        (
            "",
            .board(
                BoardPage(
                    kind: .senders, period: .live,
                    rows: [BoardRow(rank: 1, user: Samples.alice, coins: Samples.coins(99), gifterLevel: 2)]))
        ), ("", .published(TopicAccepted(id: 3, number: 2))),
        ("dropped", .published(TopicAccepted(dropped: .userFreqCtrl))),
        (
            "",
            .topicPage(
                TopicPage(
                    messages: [
                        TopicMessage(id: 3, message: "🔥", sender: Samples.alice, at: Samples.time, number: 2)
                    ], last: 2, next: 2))
        ), ("", .pinned([pinned])), ("", .seat(SeatTaken(index: 3))),
        ("", .seats(SeatPage(seats: seats, requests: [], last: nil))),
        ("", .coHost(.asked(CoHostAsked(code: .pending)))),
    ]

    private static let pinned = PinnedBarrage(
        BarrageRecord(
            seq: 1_732_156_800_000_007, at: Samples.time,
            barrage: Barrage(sender: Samples.alice, kind: .text("read this é😀", extensionInfo: ["a": "b"]))),
        by: Samples.id("host"), at: Samples.time.adding(seconds: 1))

    private static let seats: SeatBoard = {
        var seat = Seat(index: 1)
        seat.user = Samples.alice
        seat.isMicrophoneOn = true
        return SeatBoard(templateID: 600, canvas: SeatCanvas(w: 720, h: 1_280), seats: [seat])
    }()

    private static let statistics: RoomStatistics = {
        var statistics = RoomStatistics()
        statistics.totalViewers = 3
        statistics.totalGiftCoins = 1_099
        statistics.totalDuration = 60_000
        return statistics
    }()

    // MARK: - Notices

    static let notices: [(variant: String, RoomNotice)] = [
        ("", .connectionLost(session, connection)), ("", .sessionEnded(session, .heartbeatInterrupt)),
        ("", .edgeReported(report)), ("", .subscribed(ticket: 9, nil)), ("refused", .subscribed(ticket: 9, rejection)),
        (
            "",
            .pictureChanged(
                Samples.id("live-1"),
                RoomMedia(
                    state: .live, since: Samples.time, push: "/v1/media/live/play", codecs: "avc1.42E01F,opus",
                    width: 1_280, height: 720))
        ), ("", .coinsTakenBack([Samples.id("carol"), Samples.id("alice"), Samples.id("bob")])),
    ]

    // MARK: - Edge messages

    static let edgeMessages: [(variant: String, EdgeMessage)] = [
        (
            "",
            .batch(
                EdgeMessage.EventBatch(
                    number: 17, members: 500,
                    events: [
                        event(.barrageSent, .barrage, seq: 42), event(.giftReceived, .essential, seq: 43),
                        event(.audienceJoined, .membership, seq: nil), event(.likeReceived, .reaction, seq: nil),
                        event(.audienceCounted, .count, seq: nil),
                    ]))
        ), ("", .flush),
        ("", .admit(admitted(snapshot: ByteBuffer(bytes: frame)))),
        ("without a snapshot", .admit(admitted(snapshot: nil))),
        ("", .refuseEntry(connection, id: 7, rejection)), ("", .finishEntry(connection, atOnce: true)),
        ("", .detach(connection)), ("", .exit(session)),
        (
            "",
            .resumed(
                connection,
                SessionOpened.Room(room: Samples.id("live"), joined: true, recovered: true, membership: membership),
                frames: ByteBuffer(bytes: frame))
        ),
        (
            "refused",
            .resumed(
                connection,
                SessionOpened.Room(
                    room: Samples.id("live"), joined: false, recovered: false, error: WireError(rejection)),
                frames: ByteBuffer())
        ), ("", .resumedInPart(connection, position, membership, frames: ByteBuffer(bytes: frame))),
        ("", .resumeEnded(connection, position, bytesMax: 65_536)), ("", .sendBack(connection)),
        (
            "",
            .tellTopic(
                EdgeMessage.TopicFrame(
                    topic: Samples.id("REACTION"), frame: frame, isEssential: true,
                    receivers: [Samples.id("carol"), Samples.id("alice"), Samples.id("bob")]))
        ),
        (
            "to all",
            .tellTopic(
                EdgeMessage.TopicFrame(topic: Samples.id("ü"), frame: frame, isEssential: false, receivers: nil))
        ), ("", .subscribe(connection, Samples.id("REACTION"), ticket: 9)),
        ("", .unsubscribe(connection, Samples.id("REACTION"))), ("", .forget),
    ]

    private static func event(_ name: RoomEventName, _ lane: DeliveryClass, seq: Int64?) -> Broadcast.Event {
        Broadcast.Event(name: name, frame: frame, lane: lane, seq: seq)
    }

    /// Two members that are admitted together.
    static func admitted(snapshot: ByteBuffer?) -> EdgeMessage.Admitted {
        EdgeMessage.Admitted(
            members: [
                member(.enter(id: 7, created: true)),
                member(.resume(frames: ByteBuffer(bytes: frame), recovered: true)),
            ], snapshot: snapshot, after: 16)
    }

    /// A member that is admitted.
    static func member(_ answer: EntryAnswer) -> EdgeMessage.Admitted.Member {
        EdgeMessage.Admitted.Member(
            entrant: Admission<EntryAnswer>.Entrant(session: session, connection: connection, answer: answer),
            membership: membership, isPresent: true)
    }

    private static let report: EdgeReport = {
        var report = EdgeReport(edge: EdgeID(number: 2))
        report.isDivided = true
        report.writingNanosecondsMax = 32_000_000
        report.picosecondsPerByteMax = 200_000
        report.waitingBytesMax = 65_536
        return report
    }()

    /// A value from its JSON, where it cannot be made otherwise.
    private static func json<Value: Decodable>(_ text: String) -> Value {
        do { return try JSONDecoder().decode(Value.self, from: Data(text.utf8)) } catch {
            preconditionFailure("a sample that cannot be read: \(error)")
        }
    }
}
