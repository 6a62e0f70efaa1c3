import Foundation
import OvationModel
import RTCRoomEngine

/// What the engine's observers are told about seats.
extension EngineBridge {
    /// Handles that the seats of the live changed. The stores already have them.
    ///
    /// - Parameters:
    ///   - liveID: The live.
    ///   - operator: The user who changed them; nil for the server and the app's backend.
    ///   - removed: The users who were taken off their seats.
    func seatsChanged(_ liveID: String, by operator: UserInfo?, removed: [SeatChanged.Removal]) {
        let now = seats.store(for: liveID).state.value.seatList
        let before = reportedSeats
        reportedSeats = now
        if now != before { reportSeats(liveID, from: before, to: now) }
        guard let own = removed.first(where: { $0.userID.rawValue == login.state.value.loginUserInfo?.userID }) else {
            return
        }
        let by = LiveUserInfo(optional: `operator`)
        center.roomObservers.tell {
            $0.onKickedOffSeat(seatIndex: own.index, operateUser: userInfo(by, in: liveID), extensionInfo: "")
        }
    }

    /// Handles that voices are louder or softer.
    func heard(_ volumes: [String: Int]) {
        center.roomObservers.tell { $0.onUserVoiceVolumeChanged(volumeMap: volumes.mapValues { NSNumber(value: $0) }) }
    }

    private func reportSeats(_ liveID: String, from before: [SeatInfo], to now: [SeatInfo]) {
        let (old, new) = (Self.users(before), Self.users(now))
        let seated = new.filter { user in !old.contains { $0.userID == user.userID } }
        let left = old.filter { user in !new.contains { $0.userID == user.userID } }
        center.roomObservers.tell {
            $0.onSeatListChanged(
                roomId: liveID, seatList: now.map { TUISeatFullInfo($0) },
                newlySeatedUsers: seated.map { userInfo($0.user, in: liveID) },
                newlyLeftUsers: left.map { userInfo($0.user, in: liveID) })
        }
        for user in left { reportDevices(from: user, to: SeatUserInfo(userID: user.userID)) }
        for user in new {
            reportDevices(
                from: old.first { $0.userID == user.userID } ?? SeatUserInfo(userID: user.userID), to: user)
        }
    }

    private func reportDevices(from before: SeatUserInfo, to now: SeatUserInfo) {
        if before.microphoneStatus != now.microphoneStatus {
            let reason = TUIChangeReason(isAllowed: now.allowOpenMicrophone)
            center.roomObservers.tell {
                $0.onUserAudioStateChanged(
                    userId: now.userID, hasAudio: now.microphoneStatus == .on, reason: reason)
            }
        }
        if before.cameraStatus != now.cameraStatus {
            let reason = TUIChangeReason(isAllowed: now.allowOpenCamera)
            center.roomObservers.tell {
                $0.onUserVideoStateChanged(
                    userId: now.userID, streamType: .cameraStream, hasVideo: now.cameraStatus == .on, reason: reason)
            }
        }
    }

    private static func users(_ seats: [SeatInfo]) -> [SeatUserInfo] {
        seats.map(\.userInfo).filter { !$0.userID.isEmpty }
    }
}

extension TUIChangeReason {
    fileprivate init(isAllowed: Bool) { self = isAllowed ? .bySelf : .byAdmin }
}

extension SeatUserInfo {
    fileprivate var user: LiveUserInfo {
        var user = LiveUserInfo()
        user.userID = userID
        user.userName = userName
        user.avatarURL = avatarURL
        return user
    }
}

extension TUISeatFullInfo {
    /// The coordinates that a canvas can have.
    private static let coordinates: ClosedRange<CGFloat> = 0...1_000_000

    /// Makes the engine's form of a seat from that of the stores.
    convenience init(_ seat: SeatInfo) {
        self.init()
        let user = seat.userInfo
        roomId = user.liveID
        seatIndex = seat.index
        isSeatLocked = seat.isLocked
        if !user.userID.isEmpty {
            userId = user.userID
            userName = user.userName
            userAvatar = user.avatarURL
        }
        userMicrophoneStatus = TUIDeviceStatus(user.microphoneStatus, isAllowed: user.allowOpenMicrophone)
        userCameraStatus = TUIDeviceStatus(user.cameraStatus, isAllowed: user.allowOpenCamera)
        x = UInt(seat.region.x.clamped(to: Self.coordinates))
        y = UInt(seat.region.y.clamped(to: Self.coordinates))
        width = UInt(seat.region.w.clamped(to: Self.coordinates))
        height = UInt(seat.region.h.clamped(to: Self.coordinates))
        zorder = UInt(clamping: seat.region.zorder)
    }
}

extension TUIDeviceStatus {
    init(_ status: DeviceStatus, isAllowed: Bool) {
        self = status == .on ? .opened : isAllowed ? .closedBySelf : .closedByAdmin
    }
}
