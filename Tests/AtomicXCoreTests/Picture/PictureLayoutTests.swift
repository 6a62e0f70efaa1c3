import Foundation
import Testing

@testable import AtomicXCore

@Suite struct PictureLayoutTests {
    private static let phone = CGSize(width: 375, height: 800)

    private func seat(
        _ index: Int, _ region: RegionInfo, user: String = "u", liveID: String = "a", camera: DeviceStatus = .on
    ) -> SeatInfo {
        SeatInfo(
            index: index, userInfo: SeatUserInfo(userID: user, liveID: liveID, cameraStatus: camera), region: region)
    }

    private func layout(
        _ seats: [SeatInfo], template: UInt = 600, w: CGFloat = 750, h: CGFloat = 1_000, isSeated: Bool = false,
        size: CGSize = phone
    ) -> PictureLayout {
        PictureLayout(
            PictureStage(seats: seats, canvas: LiveCanvas(templateID: template, w: w, h: h)), in: size,
            isSeated: isSeated)
    }

    private static let halves = [RegionInfo(w: 375, h: 1_000), RegionInfo(x: 375, w: 375, h: 1_000)]

    @Test func `an empty stage and a single seat fill the view`() {
        for seats in [[], [seat(0, RegionInfo(x: 10, y: 10, w: 20, h: 20))]] {
            let layout = layout(seats)
            #expect(layout.isFullScreen && layout.stage == CGRect(origin: .zero, size: Self.phone))
            #expect(layout.places.allSatisfy { $0.frame == layout.stage } && layout.battleContainer == nil)
        }
    }

    @Test func `two half-width seats lie at the top across the full width`() {
        let layout = layout([seat(0, Self.halves[0]), seat(1, Self.halves[1])])
        #expect(!layout.isFullScreen && layout.stage == CGRect(x: 0, y: 0, width: 375, height: 500))
        #expect(
            layout.places.map(\.frame) == [
                CGRect(x: 0, y: 0, width: 187.5, height: 500), CGRect(x: 187.5, y: 0, width: 187.5, height: 500),
            ])
        #expect(layout.battleContainer == CGRect(x: 0, y: 0, width: 375, height: 500))
    }

    @Test func `a seat that covers the canvas fills the view, and the others lie on top`() {
        let small = RegionInfo(x: 500, y: 600, w: 200, h: 300, zorder: 1)
        let layout = layout([seat(1, small), seat(0, RegionInfo(w: 750, h: 1_000))])
        #expect(layout.isFullScreen && layout.places.map(\.key.index) == [0, 1])
        #expect(layout.places[0].frame == CGRect(origin: .zero, size: Self.phone))
        #expect(layout.places[1].frame == CGRect(x: 250, y: 300, width: 100, height: 150))
    }

    @Test func `the floating layout fills the view and shifts small pictures inside the cropped edges`() {
        let small = RegionInfo(x: 500, y: 600, w: 200, h: 300, zorder: 1)
        let seats = [seat(0, RegionInfo(w: 750, h: 1_000)), seat(1, small)]
        // The scale is 800 / 1,000, so the canvas is 600 wide on a view of 375, and 112.5 are cropped on each side.
        #expect(layout(seats, template: 601).places[1].frame == CGRect(x: 287.5, y: 480, width: 160, height: 240))
        #expect(
            layout(seats, template: 601, isSeated: true).places[1].frame
                == CGRect(x: 203, y: 480, width: 160, height: 240))
    }

    @Test func `a seat without a region is not drawn`() {
        let layout = layout([seat(0, Self.halves[0]), seat(1, RegionInfo()), seat(2, Self.halves[1])])
        #expect(layout.places.map(\.key.index) == [0, 2])
    }

    @Test func `absurd regions and sizes neither trap nor give frames that are not finite`() {
        let wrong: [CGFloat] = [.nan, .infinity, -.infinity, -1, 1e300, .leastNonzeroMagnitude]
        for number in wrong {
            for region in [
                RegionInfo(x: number, w: 10, h: 10), RegionInfo(y: number, w: 10, h: 10),
                RegionInfo(w: number, h: number),
            ] {
                for template: UInt in [200, 600, 601] {
                    for layout in [
                        layout([seat(0, region), seat(1, Self.halves[1])], template: template),
                        layout([seat(0, Self.halves[0]), seat(1, region)], template: template, w: number, h: number),
                        layout(
                            [seat(0, Self.halves[0])], template: template, size: CGSize(width: number, height: number)),
                    ] {
                        let frames = layout.places.map(\.frame)
                        #expect(
                            frames.allSatisfy {
                                $0.origin.x.isFinite && $0.origin.y.isFinite && $0.width.isFinite && $0.height.isFinite
                            })
                    }
                }
            }
        }
    }

    @Test func `at most 64 seats are drawn`() {
        let seats = (0..<1_000).map { seat($0, RegionInfo(x: CGFloat($0), w: 10, h: 10)) }
        #expect(layout(seats).places.count == 64)
    }

    @Test func `a landscape live has no overlay views and no battle`() {
        let layout = layout([seat(0, Self.halves[0]), seat(1, Self.halves[1])], template: 200)
        #expect(!layout.hasForeground && layout.battleContainer == nil)
        #expect(SeatWidget.all(layout, liveID: "a").isEmpty)
    }

    @Test func `each seat has co-guest, co-host and battle views, and another live's seat has no co-guest view`() {
        let layout = layout([seat(0, Self.halves[0]), seat(0, Self.halves[1], liveID: "b")])
        let widgets = SeatWidget.all(layout, liveID: "a")
        #expect(
            widgets.map { "\($0.key.seat.liveID) \($0.key.kind) \($0.key.layer)" } == [
                "a coGuest foreground", "a coHost foreground", "a battle foreground", "b coHost foreground",
                "b battle foreground",
            ])
    }

    @Test func `a seat has a background view only if its camera is off or it is empty`() {
        let layout = layout([
            seat(0, Self.halves[0], camera: .off), seat(1, Self.halves[1], user: "", camera: .on),
            seat(0, RegionInfo(y: 5, w: 10, h: 10), liveID: "b", camera: .off),
        ])
        let behind = SeatWidget.all(layout, liveID: "a").filter { $0.key.layer == .background }
        #expect(
            behind.map { "\($0.key.seat.liveID)\($0.key.seat.index) \($0.key.kind)" } == [
                "a0 coGuest", "a1 coGuest", "b0 coHost",
            ])
    }

    @Test func `the owner has the only seat of a video live, and a voice live has none`() {
        var live = LiveInfo()
        #expect(PictureStage(live, isPictureOn: true).seats.isEmpty)
        live.liveID = "a"
        live.liveOwner = LiveUserInfo(World.owner)
        for isOn in [true, false] {
            let stage = PictureStage(live, isPictureOn: isOn)
            #expect(
                stage.seats.count == 1 && stage.seats[0].userInfo.userID == "host"
                    && stage.seats[0].userInfo.role == .owner)
            #expect(
                stage.seats[0].userInfo.cameraStatus == (isOn ? .on : .off) && stage.seats[0].userInfo.liveID == "a")
            #expect(PictureLayout(stage, in: Self.phone, isSeated: false).isFullScreen)
        }
        live.seatTemplate = .karaoke(seatCount: 6)
        #expect(PictureStage(live, isPictureOn: true).seats.isEmpty)
    }
}
