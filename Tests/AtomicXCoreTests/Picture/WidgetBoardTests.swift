import Foundation
import Testing

@testable import AtomicXCore

@Suite struct WidgetBoardTests {
    private final class View {}

    private func widgets(_ seats: [SeatInfo]) -> [SeatWidget] {
        let layout = PictureLayout(
            PictureStage(seats: seats, canvas: LiveCanvas(w: 100, h: 100)), in: CGSize(width: 100, height: 100),
            isSeated: false)
        return SeatWidget.all(layout, liveID: "a")
    }

    private func seat(_ index: Int, _ user: String, x: CGFloat, liveID: String = "a", camera: DeviceStatus = .on)
        -> SeatInfo
    {
        SeatInfo(
            index: index, userInfo: SeatUserInfo(userID: user, liveID: liveID, cameraStatus: camera),
            region: RegionInfo(x: x, w: 40, h: 50))
    }

    private func count(_ changes: [WidgetBoard<View>.Change]) -> [Int] {
        changes.reduce(into: [0, 0, 0]) { counts, change in
            switch change {
            case .add: counts[0] += 1
            case .move: counts[1] += 1
            case .remove: counts[2] += 1
            }
        }
    }

    @Test func `views move with their seats and are not recreated`() {
        var board = WidgetBoard<View>()
        #expect(count(board.show(widgets([seat(0, "x", x: 0), seat(1, "y", x: 50)])) { _ in View() }) == [6, 0, 0])
        let changes = board.show(widgets([seat(0, "x", x: 50), seat(1, "y", x: 0)])) { _ in
            Issue.record("a view was created a second time")
            return nil
        }
        #expect(count(changes) == [0, 6, 0])
        #expect(count(board.arrange(widgets([seat(0, "x", x: 10), seat(1, "y", x: 60)]))) == [0, 6, 0])
    }

    @Test func `a new user on a seat gets new views, and a removed seat loses its views`() {
        var board = WidgetBoard<View>()
        _ = board.show(widgets([seat(0, "x", x: 0), seat(1, "", x: 50)])) { _ in View() }
        #expect(board.count == 7)
        #expect(count(board.show(widgets([seat(0, "x", x: 0), seat(1, "y", x: 50)])) { _ in View() }) == [3, 3, 4])
        #expect(count(board.show(widgets([seat(0, "x", x: 0)])) { _ in View() }) == [0, 3, 3])
    }

    @Test func `a background view appears when the camera closes and disappears when it opens`() {
        var board = WidgetBoard<View>()
        _ = board.show(widgets([seat(0, "x", x: 0)])) { _ in View() }
        #expect(count(board.show(widgets([seat(0, "x", x: 0, camera: .off)])) { _ in View() }) == [1, 3, 0])
        #expect(count(board.show(widgets([seat(0, "x", x: 0)])) { _ in View() }) == [0, 3, 1])
    }

    @Test func `an app that returned no view is asked again when seats change`() {
        var board = WidgetBoard<View>()
        var asked = 0
        let seats = widgets([seat(0, "x", x: 0)])
        for expected in [3, 6] {
            let changes = board.show(seats) { _ in
                asked += 1
                return nil
            }
            #expect(changes.isEmpty && asked == expected)
        }
    }

    @Test func `the hosts' views are recreated when another live connects`() {
        var board = WidgetBoard<View>()
        _ = board.show(widgets([seat(0, "x", x: 0)])) { _ in View() }
        let changes = board.show(widgets([seat(0, "x", x: 0), seat(0, "z", x: 50, liveID: "b")])) { _ in View() }
        // The co-guest's view stays. The own seat's co-host and battle views are recreated, and the other live's are new.
        #expect(count(changes) == [4, 1, 2])
    }

    @Test func `a closed camera shows the muted image, large when the host is alone`() {
        #expect(MutedCamera(isPublishing: true, isCameraOpen: false, isAlone: true) == .big)
        #expect(MutedCamera(isPublishing: true, isCameraOpen: false, isAlone: false) == .small)
        #expect(MutedCamera(isPublishing: true, isCameraOpen: true, isAlone: true) == .none)
        #expect(MutedCamera(isPublishing: false, isCameraOpen: false, isAlone: true) == .none)
    }
}
