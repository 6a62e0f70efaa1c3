import Foundation

/// The seats that a live shows, and the canvas that their regions refer to.
struct PictureStage: Equatable, Sendable {
    /// All seats in the order of their numbers, including empty ones.
    var seats: [SeatInfo] = []
    /// The canvas that the seats' regions refer to.
    var canvas = LiveCanvas()

    /// Makes an empty stage.
    init() {}

    init(seats: [SeatInfo], canvas: LiveCanvas) {
        self.seats = seats
        self.canvas = canvas
    }

    /// Makes the stage of a live on which only its owner has a seat, as large as the canvas. A voice live, or one whose owner streams from
    /// other software, has no seats to draw.
    init(_ live: LiveInfo, isPictureOn: Bool) {
        let isWide = SeatLayoutTemplate.landscapeIDs.contains(live.seatLayoutTemplateID)
        canvas = LiveCanvas(templateID: live.seatLayoutTemplateID, w: isWide ? 1_280 : 720, h: isWide ? 720 : 1_280)
        guard !live.isEmpty, live.keepOwnerOnSeat, live.seatLayoutTemplateID >= Self.videoTemplatesMin else { return }
        let status: DeviceStatus = isPictureOn ? .on : .off
        let owner = SeatUserInfo(
            userID: live.liveOwner.userID, userName: live.liveOwner.userName, avatarURL: live.liveOwner.avatarURL,
            role: .owner, liveID: live.liveID, microphoneStatus: status, cameraStatus: status)
        seats = [SeatInfo(index: 0, userInfo: owner, region: RegionInfo(w: canvas.w, h: canvas.h))]
    }

    /// The lowest layout number of video lives. Lower numbers are for voice.
    private static let videoTemplatesMin: UInt = 200
}
