import Foundation

/// What a live shows: its seats, and the canvas that their regions are measured on.
struct PictureStage: Equatable, Sendable {
    /// A seat for each place, empty ones too, in the order of their numbers.
    var seats: [SeatInfo] = []
    /// What the regions are measured on.
    var canvas = LiveCanvas()

    /// An empty stage.
    init() {}

    init(seats: [SeatInfo], canvas: LiveCanvas) {
        self.seats = seats
        self.canvas = canvas
    }

    /// The stage of a live whose owner alone is on it, as large as the canvas. A live of voices, and one whose owner streams from other
    /// software, has a picture and empty seats.
    init(_ live: LiveInfo, isPictureOn: Bool) {
        let isWide = live.seatLayoutTemplateID == PictureLayout.landscapeTemplate
        canvas = LiveCanvas(templateID: live.seatLayoutTemplateID, w: isWide ? 1_280 : 720, h: isWide ? 720 : 1_280)
        guard !live.isEmpty, live.keepOwnerOnSeat, live.seatLayoutTemplateID >= Self.videoTemplatesMin else { return }
        let status: DeviceStatus = isPictureOn ? .on : .off
        let owner = SeatUserInfo(
            userID: live.liveOwner.userID, userName: live.liveOwner.userName, avatarURL: live.liveOwner.avatarURL,
            role: .owner, liveID: live.liveID, microphoneStatus: status, cameraStatus: status)
        seats = [SeatInfo(index: 0, userInfo: owner, region: RegionInfo(w: canvas.w, h: canvas.h))]
    }

    /// Below it the numbers of layouts are those of voice rooms.
    private static let videoTemplatesMin: UInt = 200
}
