import OvationModel
import OvationRules
import Testing

/// Messages that are deleted, and messages that stay in sight.
struct BarrageEditTests {
    /// A message of a user, as the room remembers it.
    private static func message(of name: String, seq: Int64 = 7) -> BarrageRecord {
        BarrageRecord(
            seq: seq, at: TestLive.start,
            barrage: Barrage(sender: .named(name), kind: .text("hello", extensionInfo: [:])))
    }

    private static func edit(
        _ action: BarrageEdit.Action, of name: String?, seq: Int64 = 7, reason: String = ""
    ) -> RoomCommand {
        .edit(BarrageEdit(action, seq, reason: reason, message: name.map { message(of: $0, seq: seq) }))
    }

    private static func pins(_ outcome: RoomOutcome) -> [Int64]? {
        outcome.commit?.events.lazy.compactMap { event -> [Int64]? in
            if case .barragePinned(let event) = event.event { event.pinned.map(\.seq) } else { nil }
        }.first
    }

    private func live(pinnedMax: Int = 1) throws -> TestLive {
        var limits = Limits.withoutRates
        limits.pinnedMessagesMax = pinnedMax
        let live = TestLive(limits: limits) { $0.admins = ["admin", "admin2"].map { UserID(unchecked: $0) } }
        try live.enter("owner", "admin", "admin2", "viewer", "viewer2", "appInside")
        return live
    }

    /// Who deletes whose message, with the code of the refusal.
    @Test(
        arguments: [
            ("viewer", "viewer", nil), ("viewer", "viewer2", .adminRequired), ("viewer", "owner", .adminRequired),
            ("viewer", nil, .messageNotFound), ("nobody", "viewer", .notMember), ("nobody", "nobody", .notMember),
            ("admin", "admin", nil), ("admin", "viewer", nil), ("admin", "nobody", nil),
            ("admin", "admin2", .permissionDenied), ("admin", "owner", .permissionDenied),
            ("admin", nil, .messageNotFound),
            ("owner", "owner", nil), ("owner", "admin", nil), ("owner", "viewer", nil),
            ("owner", nil, .messageNotFound),
            ("appAway", "owner", nil), ("appInside", "admin", nil), ("server", "owner", nil),
            ("server", nil, .messageNotFound),
        ] as [(String, String?, ErrorCode?)])
    func `users delete their own messages, administrators those of viewers, owner and app all`(
        actor: String, sender: String?, code: ErrorCode?
    ) throws {
        #expect(try live().refusal(Self.edit(.delete, of: sender), as: actor) == code)
    }

    /// Who pins, with the code of the refusal.
    @Test(
        arguments: [
            ("viewer", .adminRequired), ("nobody", .adminRequired), ("admin", nil), ("owner", nil), ("appAway", nil),
            ("server", nil),
        ] as [(String, ErrorCode?)], [BarrageEdit.Action.pin, .unpin])
    func `who moderates pins and unpins everybody's messages`(
        by: (actor: String, code: ErrorCode?), action: BarrageEdit.Action
    ) throws {
        let live = try live()
        #expect(live.refusal(Self.edit(action, of: "owner"), as: by.actor) == by.code)
        let unknown: ErrorCode? = action == .pin ? .messageNotFound : nil
        #expect(try self.live().refusal(Self.edit(action, of: nil), as: by.actor) == by.code ?? unknown)
    }

    @Test func `a deletion is told to all, and logged unless it is the sender's own`() throws {
        let live = try live()
        let commit = try live.perform(Self.edit(.delete, of: "viewer", reason: "spam"), as: "admin").commit
        let event = BarrageDeleted(
            seq: 7, sender: UserID(unchecked: "viewer"), by: UserID(unchecked: "admin"), reason: "spam")
        #expect(commit?.event == .barrageDeleted(event) && commit?.about == nil)
        #expect(commit?.changes == [])
        let line = try #require(commit?.records.first)
        #expect(line.action == .deleteMessage && line.by?.rawValue == "admin" && line.userID?.rawValue == "viewer")
        #expect(line.reason == "spam")
        let own = try live.perform(Self.edit(.delete, of: "viewer"), as: "viewer").commit
        #expect(own?.records == [] && own?.event != nil)
        let byApp = try live.perform(Self.edit(.delete, of: "viewer"), from: .backend(UserID(unchecked: "root"))).commit
        #expect(
            byApp?.event == .barrageDeleted(BarrageDeleted(seq: 7, sender: UserID(unchecked: "viewer"), by: nil)))
        #expect(byApp?.records.first?.by?.rawValue == "root" && byApp?.records.first?.source == .rest)
    }

    @Test func `a muted user deletes their own message`() throws {
        let live = try live()
        try live.perform(.muting("viewer"), as: "owner")
        #expect(live.refusal(Self.edit(.delete, of: "viewer"), as: "viewer") == nil)
    }

    @Test func `a reason is at most 200 bytes, and is looked at before the message`() throws {
        let long = String(repeating: "x", count: 201)
        #expect(try live().refusal(Self.edit(.delete, of: nil, reason: long), as: "owner") == .illegalParameter)
        #expect(
            try live().refusal(Self.edit(.delete, of: "viewer", reason: String(long.dropLast())), as: "owner") == nil)
    }

    @Test(arguments: [1, 3]) func `with another pin than there may be the oldest gives way`(max: Int) throws {
        let live = try live(pinnedMax: max)
        for seq in Int64(1)...5 {
            let outcome = try live.perform(Self.edit(.pin, of: "viewer", seq: seq), as: "owner")
            let expected = Array(Array(1...seq).suffix(max))
            #expect(Self.pins(outcome) == expected && live.room.pins.map(\.seq) == expected)
            #expect(outcome.commit?.changes == [.pins(live.room.pins)])
            #expect(outcome.commit?.records.map(\.action) == [.pinMessage])
        }
        #expect(live.room.pins.last?.by?.rawValue == "owner" && live.room.pins.last?.pinnedAt == live.now)
    }

    @Test func `pinning twice and unpinning what is not pinned changes nothing`() throws {
        let live = try live()
        try live.perform(Self.edit(.pin, of: "viewer"), as: "owner")
        #expect(try live.perform(Self.edit(.pin, of: "viewer"), as: "admin") == RoomOutcome())
        #expect(try live.perform(Self.edit(.unpin, of: "viewer", seq: 8), as: "admin") == RoomOutcome())
        let outcome = try live.perform(Self.edit(.unpin, of: nil), as: "admin")
        #expect(Self.pins(outcome) == [] && live.room.pins == [])
        #expect(outcome.commit?.records.map(\.action) == [.unpinMessage])
    }

    @Test func `a pinned message is deleted although the room remembers it no longer, and is pinned no longer`() throws
    {
        let live = try live()
        try live.perform(Self.edit(.pin, of: "viewer"), as: "owner")
        #expect(live.refusal(Self.edit(.delete, of: nil), as: "viewer2") == .adminRequired)
        let outcome = try live.perform(Self.edit(.delete, of: nil), as: "viewer")
        #expect(outcome.commit?.events.count == 2 && Self.pins(outcome) == [])
        #expect(outcome.commit?.changes == [.pins([])] && live.room.pins == [])
    }

    @Test func `pins are those of the record, also when it is read again`() throws {
        let pin = PinnedBarrage(Self.message(of: "viewer"), by: nil, at: TestLive.start)
        let live = TestLive { $0.pins = [pin] }
        #expect(live.room.pins == [pin])
        live.adopt(TestLive.record())
        #expect(live.room.pins == [])
    }

    @Test func `an ended live deletes and pins nothing`() throws {
        let live = try live()
        try live.perform(.end(message: ""), as: "owner")
        for action in BarrageEdit.Action.allCases {
            #expect(live.refusal(Self.edit(action, of: "viewer"), as: "owner") == .roomNotFound)
        }
    }
}
