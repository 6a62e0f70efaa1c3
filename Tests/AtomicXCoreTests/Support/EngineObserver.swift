import OvationClient
import RTCRoomEngine

@testable import AtomicXCore

/// An observer of the engine that records its callbacks as lines.
final class EngineObserver: TUIRoomObserver, TUILiveListManagerObserver, TUILiveGiftObserver, Sendable {
    private let told = Locked<[String]>([])

    /// The lines since the last read.
    var lines: [String] {
        told.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    private func add(_ line: String) { told.withLock { $0.append(line) } }

    func onKickedOffLine(message: String) { add("offline") }
    func onUserSigExpired() { add("expired") }
    func onRoomNameChanged(roomId: String, roomName: String) { add("\(roomId) is \(roomName)") }
    func onSendMessageForAllUserDisableChanged(roomId: String, isDisable: Bool) { add("all muted \(isDisable)") }
    func onRoomDismissed(roomId: String, reason: TUIRoomDismissedReason) { add("\(roomId) ended \(reason)") }
    func onKickedOutOfRoom(roomId: String, reason: TUIKickedOutOfRoomReason, message: String) {
        add("out of \(roomId) \(reason)")
    }
    func onRoomSeatModeChanged(roomId: String, seatMode: TUISeatMode) { add("seats \(seatMode)") }
    func onRoomUserCountChanged(roomId: String, userCount: Int) { add("people \(userCount)") }
    func onRoomMetadataChanged(key: String, value: String) { add("\(key)=\(value)") }
    func onRemoteUserEnterRoom(roomId: String, userInfo: TUIUserInfo) {
        add("\(userInfo.userId) came \(userInfo.userRole)")
    }
    func onRemoteUserLeaveRoom(roomId: String, userInfo: TUIUserInfo) { add("\(userInfo.userId) went") }
    func onUserInfoChanged(userInfo: TUIUserInfo, modifyFlag: TUIUserInfoModifyFlag) {
        add("\(userInfo.userId) is \(userInfo.userRole) \(modifyFlag == .userRole)")
    }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    func OnSendMessageForUserDisableChanged(roomId: String, userId: String, isDisable: Bool) {
        add("\(userId) muted \(isDisable)")
    }
    func onLiveInfoChanged(liveInfo: TUILiveInfo, modifyFlag: TUILiveModifyFlag) {
        add("\(liveInfo.name) \(modifyFlag.rawValue)")
    }
    func onLiveStatisticsChanged(
        roomId: String, statisticData: TUILiveStatisticsData, modifyFlag: TUILiveStatisticsModifyFlag
    ) { add("numbers \(statisticData.totalViewers) \(modifyFlag.rawValue)") }
    func onReceiveGiftMessage(roomId: String, giftInfo: TUIGiftInfo, giftCount: UInt, sender: TUIUserInfo) {
        add("\(giftCount) \(giftInfo.name) of \(sender.userId)")
    }
    func onReceiveLikesMessage(roomId: String, totalLikesReceived: UInt, sender: TUIUserInfo) {
        add("\(totalLikesReceived) likes of \(sender.userId)")
    }
    func onGiftCountChanged(
        roomId: String, totalGiftsSent: UInt, totalGiftCoins: UInt, totalUniqueGiftSenders: UInt
    ) { add("gifts \(totalGiftsSent) \(totalGiftCoins) \(totalUniqueGiftSenders)") }
}
