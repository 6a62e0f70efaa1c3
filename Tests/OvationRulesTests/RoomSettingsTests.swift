import OvationModel
import OvationRules
import Testing

/// Changes of settings and metadata.
struct RoomSettingsTests {
    @Test func `a change is stored whole and announced by its fields`() throws {
        let live = TestLive()
        let outcome = try live.perform(
            .setting {
                $0.liveName = "Late show"
                $0.notice = "Be kind"
                $0.isPublicVisible = false
                $0.seatMode = .free
                $0.seatLayoutTemplateID = 200
                $0.coverURL = "https://example.com/c"
                $0.backgroundURL = "https://example.com/b"
                $0.categoryList = [1, 2, 3]
                $0.activityStatus = 5
                $0.isGiftEnabled = false
                $0.isMessageDisable = true
                $0.metaData = ["a": "b"]
            }, as: "owner")
        var changes = RoomSettings()
        changes.liveName = "Late show"
        changes.notice = "Be kind"
        changes.isPublicVisible = false
        changes.seatMode = .free
        changes.seatLayoutTemplateID = 200
        changes.coverURL = "https://example.com/c"
        changes.backgroundURL = "https://example.com/b"
        changes.categoryList = [1, 2, 3]
        changes.activityStatus = 5
        changes.isGiftEnabled = false
        changes.isMessageDisable = true
        changes.metaData = ["a": "b"]
        #expect(outcome.updated == RoomUpdated(changes: changes, by: UserID(unchecked: "owner")))
        #expect(outcome.commit?.changes == [.info(live.room.info)])
        #expect(outcome.commit?.about == nil)
        #expect(outcome.publications.isEmpty)
        #expect(live.room.info.notice == "Be kind")
        #expect(live.room.info.metaData == ["a": "b"])
    }

    @Test func `a setting that only the app may change is refused from the owner, with the rest of the change`()
        throws
    {
        let live = TestLive()
        let before = live.room.info
        let changes: [(inout RoomSettings) -> Void] = [
            { $0.popularity = 1 }, { $0.ownerAbsenceSeconds = 0 }, { $0.emptySeconds = 1 },
        ]
        for change in changes {
            let command = RoomCommand.setting {
                $0.notice = "New"
                change(&$0)
            }
            #expect(live.refusal(command, as: "owner") == .permissionDenied)
            #expect(live.room.info == before)
            #expect(try live.perform(command, as: "server").updated != nil)
            #expect(live.room.info != before)
            live.adopt(TestLive.record())
        }
    }

    @Test func `the app's settings are announced when they change and when they are taken back`() throws {
        let live = TestLive()
        let given = try live.perform(
            .setting {
                $0.customInfo = "season 2"
                $0.isLikeEnabled = false
                $0.popularity = 7
                $0.ownerAbsenceSeconds = 60
                $0.emptySeconds = 30
            }, as: "server")
        #expect(given.updated?.changes.customInfo == "season 2")
        #expect(given.updated?.changes.isLikeEnabled == false)
        #expect(given.updated?.changes.popularity == 7)
        #expect(given.updated?.changes.ownerAbsenceSeconds == 60)
        #expect(given.updated?.changes.emptySeconds == 30)
        let back = RoomCommand.setting {
            $0.customInfo = ""
            $0.isLikeEnabled = true
            $0.popularity = 0
            $0.ownerAbsenceSeconds = 0
            $0.emptySeconds = 0
        }
        let taken = try live.perform(back, as: "server")
        #expect(taken.updated?.changes.customInfo == "")
        #expect(taken.updated?.changes.isLikeEnabled == true)
        #expect(taken.updated?.changes.popularity == 0)
        #expect(taken.updated?.changes.ownerAbsenceSeconds == 0)
        #expect(taken.updated?.changes.emptySeconds == 0)
        #expect(live.room.info.customInfo == nil)
        #expect(live.room.info.isLikeEnabled == nil)
        #expect(live.room.info.popularity == nil)
        #expect(live.room.info.ownerAbsenceSeconds == nil)
        #expect(live.room.info.emptySeconds == nil)
        #expect(try live.perform(back, as: "server") == RoomOutcome())
    }

    @Test func `likes are refused while they are switched off, and are not counted`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        try live.perform(.setting { $0.isLikeEnabled = false }, as: "owner")
        for user in ["owner", "bob"] { #expect(live.refusal(.like(1), as: user) == .likesDisabled) }
        #expect(live.refusal(.like(0), as: "bob") == .illegalParameter)
        #expect(live.refusal(.like(1), as: "stranger") == .notMember)
        #expect(live.room.statistics.totalLikesReceived == 0)
        try live.perform(.setting { $0.isLikeEnabled = true }, as: "owner")
        #expect(try live.perform(.like(1), as: "bob").liked?.added == 1)
    }

    @Test func `only the changed fields are announced, and nothing if nothing changed`() throws {
        let live = TestLive { $0.info.notice = "Same" }
        var changes = RoomSettings()
        changes.activityStatus = 2
        let outcome = try live.perform(
            .setting {
                $0.notice = "Same"
                $0.activityStatus = 2
            }, as: "owner")
        #expect(outcome.updated?.changes == changes)
        #expect(try live.perform(.setting { $0.notice = "Same" }, as: "owner") == RoomOutcome())
        #expect(try live.perform(.update(RoomSettings()), as: "owner") == RoomOutcome())
    }

    @Test func `an empty name becomes the live's id, and the event has that name`() throws {
        let live = TestLive { $0.info.liveName = "Show" }
        let outcome = try live.perform(.setting { $0.liveName = "" }, as: "owner")
        #expect(live.room.info.liveName == "live")
        #expect(outcome.updated?.changes.liveName == "live")
    }

    @Test func `seats are laid out at the creation and do not change later`() throws {
        let live = TestLive()
        let before = live.room.info
        let outcome = try live.perform(
            .setting {
                $0.isSeatEnabled = false
                $0.keepOwnerOnSeat = false
                $0.maxSeatCount = 3
            }, as: "owner")
        #expect(outcome == RoomOutcome())
        #expect(live.room.info == before)
    }

    @Test func `a change beyond a limit changes nothing at all`() throws {
        let live = TestLive()
        let before = live.room.info
        let command = RoomCommand.setting {
            $0.notice = "New"
            $0.categoryList = [1, 2, 3, 4]
        }
        #expect(live.refusal(command, as: "owner") == .tooManyTags)
        #expect(live.room.info == before)
    }

    @Test func `metadata is merged and deleted by key, and announced whole`() throws {
        let live = TestLive { $0.info.metaData = ["a": "1", "b": "2"] }
        let outcome = try live.perform(
            .changeMetadata(set: ["b": "3", "c": "4"], delete: ["a", "unknown"]), as: "owner")
        #expect(live.room.info.metaData == ["b": "3", "c": "4"])
        var changes = RoomSettings()
        changes.metaData = ["b": "3", "c": "4"]
        #expect(outcome.updated == RoomUpdated(changes: changes, by: UserID(unchecked: "owner")))
        #expect(outcome.commit?.changes == [.info(live.room.info)])
        #expect(try live.perform(.changeMetadata(set: ["b": "3"], delete: []), as: "owner") == RoomOutcome())
        #expect(try live.perform(.changeMetadata(set: ["b": "5"], delete: ["b"]), as: "owner").updated != nil)
        #expect(live.room.info.metaData["b"] == "5", "a field that is deleted and set is set")
        try live.perform(.changeMetadata(set: [:], delete: ["b", "c"]), as: "owner")
        #expect(live.room.info.metaData.isEmpty)
    }

    @Test func `deleting only unknown keys is refused with 100503`() {
        let live = TestLive { $0.info.metaData = ["a": "1"] }
        #expect(live.refusal(.changeMetadata(set: [:], delete: ["x", "y"]), as: "owner") == .metadataKeyUnknown)
        #expect(live.refusal(.changeMetadata(set: [:], delete: ["x", "a"]), as: "owner") == nil)
    }

    @Test func `the limits of metadata apply to old and new values together`() throws {
        let ten = Dictionary(uniqueKeysWithValues: (0..<10).map { ("key\($0)", "") })
        let live = TestLive { $0.info.metaData = ten }
        #expect(live.refusal(.changeMetadata(set: ["new": ""], delete: []), as: "owner") == .metadataKeysExceeded)
        #expect(live.room.info.metaData == ten)
        #expect(live.refusal(.changeMetadata(set: ["new": ""], delete: ["key0"]), as: "owner") == nil)
        // Eight values of 2 KB reach the limit of 16 KB.
        let value = String(repeating: "v", count: 2_048)
        for key in 1...8 { try live.perform(.changeMetadata(set: ["key\(key)": value], delete: []), as: "owner") }
        #expect(live.refusal(.changeMetadata(set: ["new": "v"], delete: []), as: "owner") == .metadataTotalTooLarge)
        #expect(live.refusal(.changeMetadata(set: ["new": value], delete: ["key8"]), as: "owner") == nil)
    }
}
