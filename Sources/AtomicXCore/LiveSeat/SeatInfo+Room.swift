import Foundation
import OvationClient
import OvationModel

extension SeatInfo {
    /// Makes a seat from the server's.
    init(_ seat: Seat, in liveID: String) {
        self.init(
            index: seat.index, isLocked: seat.isLocked, userInfo: SeatUserInfo(seat, in: liveID),
            region: seat.region.map(RegionInfo.init) ?? RegionInfo(), isFeaturedHost: seat.isFeatured)
    }
}

extension SeatUserInfo {
    /// Makes the user in a seat from the server's seat. An empty seat has the locks of its devices too.
    init(_ seat: Seat, in liveID: String, role: Role = .generalUser) {
        self.init(
            userID: seat.user?.userID.rawValue ?? "", userName: seat.user?.userName ?? "",
            avatarURL: seat.user?.avatarURL ?? "", role: role, liveID: liveID,
            microphoneStatus: seat.isMicrophoneOn ? .on : .off, allowOpenMicrophone: !seat.isMicrophoneLocked,
            cameraStatus: seat.isCameraOn ? .on : .off, allowOpenCamera: !seat.isCameraLocked)
    }
}

extension RegionInfo {
    init(_ region: SeatRegion) {
        self.init(
            x: CGFloat(region.x), y: CGFloat(region.y), w: CGFloat(region.w), h: CGFloat(region.h),
            zorder: region.zorder)
    }
}

extension LiveCanvas {
    init(_ roster: SeatRoster) {
        self.init(
            templateID: UInt(clamping: roster.templateID), w: CGFloat(roster.canvas.w), h: CGFloat(roster.canvas.h))
    }
}

extension MoveSeatPolicy {
    /// The policy as the server knows it.
    var room: SeatMovePolicy {
        switch self {
        case .abortWhenOccupied: .abort
        case .forceReplace: .replace
        case .swapPosition: .swap
        }
    }
}
