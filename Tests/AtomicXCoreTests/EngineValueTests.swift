import OvationModel
import RTCRoomEngine
import Testing

@testable import AtomicXCore

@Suite struct EngineValueTests {
    @Test func `the engine's enums have the numbers that apps store`() {
        #expect([TUIRole.roomOwner, .administrator, .generalUser].map(\.rawValue) == [0, 1, 2])
        #expect([TUIRoomDismissedReason.byOwner, .byServer].map(\.rawValue) == [1, 2])
        #expect([TUISeatMode.freeToTake, .applyToTake].map(\.rawValue) == [1, 2])
        #expect([TUIDeviceStatus.opened, .closedBySelf, .closedByAdmin].map(\.rawValue) == [0, 1, 2])
        #expect([TUISuspendStatus.none, .inBackground, .inCalling].map(\.rawValue) == [0, 1, 2])
        #expect([TUIVideoStreamType.cameraStream, .screenStream, .cameraStreamLow].map(\.rawValue) == [0, 1, 2])
        let connection: [TUIConnectionCode] = [
            .unknown, .success, .roomNotExist, .connecting, .connectingOtherRoom, .full, .retry, .roomMismatch,
        ]
        #expect(connection.map(\.rawValue) == [-1, 0, 1, 2, 3, 4, 5, 6])
        let battle: [TUIBattleCode] = [
            .unknown, .success, .roomNotExist, .battling, .battlingOtherRoom, .roomExit, .retry,
        ]
        #expect(battle.map(\.rawValue) == [-1, 0, 1, 2, 3, 4, 5])
        let qualities: [TUINetworkQuality] = [.unknown, .excellent, .good, .poor, .bad, .veryBad, .down]
        #expect(qualities.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
    }

    @Test func `an app can iterate over the enums of a profile`() {
        #expect(Gender.allCases == [.unknown, .male, .female])
        #expect(AllowType.allCases == [.allowAny, .needConfirm, .denyAny])
    }

    @Test func `each named error of the engine has the server's number`() {
        let pairs: [(TUIError, ErrorCode)] = [
            (.failed, .failed), (.freqLimit, .frequencyLimited), (.roomMismatch, .roomMismatch),
            (.invalidParameter, .invalidParameter), (.sdkNotInitialized, .notLoggedIn),
            (.operationInvalidBeforeEnterRoom, .notInRoom), (.roomIdInvalid, .roomIDInvalid),
            (.alreadyInOtherRoom, .alreadyInOtherRoom), (.userNeedOwnerPermission, .ownerRequired),
            (.userNeedAdminPermission, .adminRequired), (.sendMessageDisabledForAll, .roomMuted),
            (.serverInvalidParameter, .illegalParameter), (.roomIdOccupied, .roomIDOccupied),
            (.roomIdNotExist, .roomNotFound), (.userNotEntered, .notMember), (.roomUserFull, .roomFull),
            (.roomMetadataExceedKeyCountLimit, .metadataKeysExceeded), (.giftNotExist, .giftNotFound),
        ]
        for (name, code) in pairs { #expect(name.rawValue == code.rawValue, "\(code)") }
        #expect(TUIError(rawValue: 110_004).rawValue == 110_004)
    }

    @Test func `the engine and the store use the same bit for each field that can change`() {
        let pairs: [(TUILiveModifyFlag, LiveInfo.ModifyFlag)] = [
            (.name, .liveName), (.notice, .notice), (.disableMessage, .isMessageDisable), (.publish, .isPublicVisible),
            (.takeSeatMode, .seatMode), (.coverUrl, .coverURL), (.backgroundUrl, .backgroundURL),
            (.category, .categoryList), (.activityStatus, .activityStatus),
            (.seatLayoutTemplateId, .seatLayoutTemplateID),
        ]
        for (engine, store) in pairs { #expect(engine.rawValue == store.rawValue) }
    }

    @Test func `a live survives conversion to the engine's type and back`() {
        var live = LiveInfo(seatTemplate: .karaoke(seatCount: 6))
        live.liveID = "l"
        live.liveName = "Name"
        live.notice = "Notice"
        live.isMessageDisable = true
        live.isPublicVisible = false
        live.isSeatEnabled = false
        live.keepOwnerOnSeat = false
        live.seatMode = .free
        live.coverURL = "c"
        live.backgroundURL = "b"
        live.categoryList = [1, 2]
        live.activityStatus = 3
        #expect(LiveInfo(TUILiveInfo(live)) == live)
        live.seatMode = .apply
        #expect(LiveInfo(TUILiveInfo(live)).seatMode == .apply)
    }

    @Test func `statistics begin at zero and are writable`() {
        let numbers = TUILiveStatisticsData()
        #expect(numbers.liveDuration == 0 && numbers.totalMessageCount == 0 && numbers.totalViewers == 0)
        numbers.liveDuration = 5
        numbers.totalGiftCoins += 7
        #expect(numbers.liveDuration == 5 && numbers.totalGiftCoins == 7)
    }

    @Test func `a new seat is unlocked and empty`() {
        let lock = TUISeatLockParams()
        #expect(!lock.lockSeat && !lock.lockVideo && !lock.lockAudio)
        let seat = TUISeatInfo()
        #expect(seat.userId == nil && !seat.isLocked && !seat.isAudioLocked && !seat.isVideoLocked)
        let full = TUISeatFullInfo()
        #expect(full.userId == nil && full.userSuspendStatus == .none && full.width == 0)
        #expect(TUIUserInfo().userRole == .generalUser && TUISongInfo().requester.userId == "")
    }
}
