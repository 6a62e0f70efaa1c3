import Foundation
import RTCRoomEngine
import Testing

@testable import AtomicXCore

@Suite struct ValueTests {
    @Test func `enums have the numbers that apps store`() {
        #expect(LoginStatus.unlogin.rawValue == 0 && LoginStatus.logined.rawValue == 1)
        #expect([Gender.unknown, .male, .female].map(\.rawValue) == [0, 1, 2])
        #expect([AllowType.allowAny, .needConfirm, .denyAny].map(\.rawValue) == [0, 1, 2])
        #expect([LiveEndedReason.endedByHost, .endedByServer].map(\.rawValue) == [1, 2])
        let reasons: [LiveKickedOutReason] = [
            .byAdmin, .byLoggedOnOtherDevice, .byServer, .forNetworkDisconnected,
            .forJoinRoomStatusInvalidDuringOffline,
            .forCountOfJoinedRoomsExceedLimit,
        ]
        #expect(reasons.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect([BarrageType.text, .custom].map(\.rawValue) == [0, 1])
        #expect([Role.owner, .admin, .generalUser].map(\.rawValue) == [0, 1, 2])
    }

    @Test(arguments: [
        (LiveInfo.ModifyFlag.none, UInt(0)), (.liveName, 1), (.notice, 2), (.isMessageDisable, 4),
        (.isPublicVisible, 32),
        (.seatMode, 64), (.coverURL, 128), (.backgroundURL, 256), (.categoryList, 512), (.activityStatus, 1024),
        (.seatLayoutTemplateID, 2048), (.seatTemplate, 2048),
    ])
    func `each modify flag has the engine's bit`(flag: LiveInfo.ModifyFlag, bit: UInt) {
        #expect(flag.rawValue == bit)
    }

    @Test(arguments: [
        (SeatLayoutTemplate.videoDynamicGrid9Seats, UInt(600), 9), (.videoDynamicFloat7Seats, 601, 7),
        (.videoFixedGrid9Seats, 800, 9), (.videoFixedFloat7Seats, 801, 7), (.videoLandscape4Seats, 200, 4),
        (.videoLeftFocus9Seats, 602, 9), (.videoUniformGrid9Seats, 603, 9), (.videoLandscape10Seats, 201, 10),
        (.videoPortrait10Seats, 604, 10),
        (.audioSalon(seatCount: 10), 70, 10), (.karaoke(seatCount: 6), 50, 6),
    ])
    func `a template sets its id and its seat count`(template: SeatLayoutTemplate, templateID: UInt, seatCount: Int) {
        var live = LiveInfo(seatTemplate: template)
        #expect(live.seatLayoutTemplateID == templateID && live.maxSeatCount == seatCount)
        live = LiveInfo()
        live.seatTemplate = template
        #expect(live.seatLayoutTemplateID == templateID && live.maxSeatCount == seatCount)
        #expect(SeatLayoutTemplate(templateID: templateID, seatCount: seatCount) == template)
    }

    @Test func `a new live has the defaults that apps rely on`() {
        let live = LiveInfo()
        #expect(live.isEmpty)
        #expect([live.liveID, live.liveName, live.notice, live.coverURL, live.backgroundURL] == ["", "", "", "", ""])
        #expect(!live.isMessageDisable && live.isPublicVisible && live.isSeatEnabled && live.keepOwnerOnSeat)
        #expect(live.seatMode == .apply && live.seatTemplate == .videoDynamicGrid9Seats)
        #expect(live.seatLayoutTemplateID == 600 && live.maxSeatCount == 9)
        #expect(live.categoryList.isEmpty && live.activityStatus == 0 && live.metaData.isEmpty)
        #expect(live.liveOwner == LiveUserInfo() && live.createTime == 0 && live.totalViewerCount == 0)
        #expect(live.isGiftEnabled)
    }

    @Test func `states and models begin empty`() {
        #expect(LoginState().loginStatus == .unlogin && LoginState().loginUserInfo == nil)
        #expect(LiveListState().liveList.isEmpty && LiveListState().liveListCursor.isEmpty)
        #expect(LiveListState().currentLive.isEmpty)
        let audience = LiveAudienceState()
        #expect(audience.audienceList.isEmpty && audience.audienceCount == 0)
        #expect(audience.adminList.isEmpty && audience.messageBannedUserList.isEmpty)
        #expect(
            GiftState().usableGifts.isEmpty && BarrageState().messageList.isEmpty && LikeState().totalLikeCount == 0)
        let user = LiveUserInfo()
        #expect([user.userID, user.userName, user.avatarURL] == ["", "", ""])
        let barrage = Barrage()
        #expect(barrage.messageType == .text && barrage.sequence == 0 && barrage.timestampInSecond == 0)
        #expect(barrage.extensionInfo == [:] && barrage.sender == LiveUserInfo())
        #expect([barrage.liveID, barrage.textContent, barrage.businessID, barrage.data] == ["", "", "", ""])
        let data = LiveSummaryState().summaryData
        #expect([data.totalDuration, data.totalViewers, data.totalGiftsSent, data.totalGiftCoins] == [0, 0, 0, 0])
        #expect([data.totalGiftUniqueSenders, data.totalLikesReceived, data.totalMessageSent] == [0, 0, 0])
        let profile = UserProfile(userID: "u")
        #expect(profile.userID == "u" && profile.nickname == nil && profile.gender == nil && profile.customInfo == nil)
        #expect(TUILiveStatisticsData().totalViewers == 0)
    }

    @Test func `an error shows its message and code, also as Error and NSError`() {
        let error = ErrorInfo(code: 100017, message: "You are muted.")
        #expect(error.localizedDescription == "You are muted.")
        let anyError: any Error = error
        #expect(anyError.localizedDescription == "You are muted.")
        #expect((anyError as NSError).code == 100017)
    }

    @Test func `values survive JSON and back`() throws {
        var live = LiveInfo(seatTemplate: .karaoke(seatCount: 6))
        live.liveID = "l"
        live.categoryList = [1, 3]
        live.seatMode = .free
        live.metaData = ["k": "v"]
        live.liveOwner.userID = "host"
        #expect(live.toJsonString().flatMap(LiveInfo.fromJsonString) == live)
        #expect(live.toJson().flatMap(LiveInfo.fromJson) == live)
        #expect(live.toJsonData().flatMap(LiveInfo.fromJsonData) == live)

        var barrage = Barrage()
        barrage.extensionInfo = ["k": "v"]
        barrage.sender.userName = "Ada"
        let json = try #require(barrage.toJson())
        #expect((json["sender"] as? [String: Any])?["userName"] as? String == "Ada")
        #expect(Barrage.fromJson(json)?.sender == barrage.sender)

        var profile = UserProfile(userID: "u", nickname: "n")
        profile.customInfo = ["k": Data([1, 2])]
        #expect(profile.toJsonString().flatMap(UserProfile.fromJsonString)?.customInfo == ["k": Data([1, 2])])
        #expect(LiveEndedReason.endedByServer.toJsonString() == "2" && LiveEndedReason.endedByServer.toJson() == nil)
        #expect(LiveEndedReason.fromJsonString("1") == .endedByHost)
    }

    @Test func `an app's own template id survives JSON and leaves the template at its default`() throws {
        var live = LiveInfo()
        live.seatLayoutTemplateID = 999
        live.maxSeatCount = 3
        let read = try #require(live.toJsonString().flatMap(LiveInfo.fromJsonString))
        #expect(
            read.seatLayoutTemplateID == 999 && read.maxSeatCount == 3 && read.seatTemplate == .videoDynamicGrid9Seats)
    }

    @Test func `JSON that does not fit the type decodes to nil`() {
        #expect(LiveInfo.fromJsonString("[") == nil)
        #expect(LiveInfo.fromJson(["liveID": 7]) == nil)
        #expect(LiveInfo.fromJson(["liveID": Date()]) == nil)
        #expect(LiveInfo.fromJson([:]) == LiveInfo())
        #expect(Gift.fromJson(["giftID": "g"]) == nil)
        #expect(LiveEndedReason.fromJsonString("9") == nil)
    }
}
