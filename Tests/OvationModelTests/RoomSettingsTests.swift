import Foundation
import OvationModel
import OvationTestKit
import Testing

@Suite struct RoomSettingsTests {
    @Test func `missing settings leave a live unchanged`() {
        var info = Samples.info()
        info.notice = "hello"
        let before = info
        info.apply(RoomSettings())
        #expect(info == before)
        #expect(RoomSettings().isEmpty)
    }

    @Test func `a given setting replaces the old one, and metadata is replaced whole`() {
        var info = Samples.info()
        info.metaData = ["a": "1", "b": "2"]
        var settings = RoomSettings()
        settings.metaData = ["c": "3"]
        settings.isMessageDisable = true
        settings.notice = ""
        #expect(!settings.isEmpty)
        info.apply(settings)
        #expect(info.metaData == ["c": "3"])
        #expect(info.isMessageDisable)
        #expect(info.notice.isEmpty)
    }

    @Test func `a live without a name is called by its id`() {
        var info = Samples.info("concert")
        #expect(info.liveName == "concert")
        var settings = RoomSettings()
        settings.liveName = "Tonight"
        info.apply(settings)
        #expect(info.liveName == "Tonight")
        settings.liveName = ""
        info.apply(settings)
        #expect(info.liveName == "concert")
    }

    @Test func `a user without a nickname is called by the user id`() {
        let id = Samples.alice.userID
        #expect(UserInfo(userID: id).userName == "alice")
        #expect(UserInfo(userID: id, userName: "").userName == "alice")
        #expect(UserProfile(nickname: "Al").info(of: id) == UserInfo(userID: id, userName: "Al"))
    }

    @Test func `a profile change keeps the fields that it does not set`() {
        var old = UserProfile(nickname: "Al", avatarURL: "https://example.org/a.png")
        old.level = 7
        old.customInfo = ["a": "AA=="]
        var change = UserProfile(nickname: "")
        change.gender = 1
        let merged = old.merging(change)
        #expect(merged.nickname == "")
        #expect(merged.avatarURL == old.avatarURL)
        #expect(merged.level == 7 && merged.gender == 1)
        #expect(merged.customInfo == old.customInfo)
        #expect(old.merging(UserProfile()) == old)
    }

    @Test func `an owner outranks an admin, and an admin a viewer`() {
        #expect(Role.owner.outranks(.admin) && Role.admin.outranks(.viewer))
        #expect(!Role.admin.outranks(.admin) && !Role.viewer.outranks(.owner))
    }
}
