import Foundation
import Testing

@testable import AtomicXCore

@MainActor @Suite(.timeLimit(.minutes(1))) struct LiveCoreViewTests {
    private final class Delegate: VideoViewDelegate {
        var asked: [String] = []

        private func view(_ words: String) -> LiveCoreSurface? {
            asked.append(words)
            return LiveCoreSurface(frame: .zero)
        }

        func createCoGuestView(seatInfo: SeatInfo, viewLayer: ViewLayer) -> LiveCoreSurface? {
            view("coGuest \(seatInfo.userInfo.userID) \(viewLayer)")
        }
        func createCoHostView(seatInfo: SeatInfo, viewLayer: ViewLayer) -> LiveCoreSurface? {
            view("coHost \(viewLayer)")
        }
        func createBattleView(seatInfo: SeatInfo) -> LiveCoreSurface? { view("battle") }
        func createBattleContainerView() -> LiveCoreSurface? { view("container") }
    }

    /// Records what the model asks to draw.
    private final class Drawing: LiveCoreDrawing {
        var isPictureShown = false
        var own: (frame: CGRect?, image: LiveCoreImage?)
        var added = 0
        var removed = 0

        func placePicture(_ frame: CGRect, isShown: Bool) { isPictureShown = isShown }
        func placeOwnPicture(_ frame: CGRect?, instead: LiveCoreImage?) { own = (frame, instead) }
        func placeBattle(_ view: LiveCoreSurface, _ frame: CGRect?) {}
        func apply(_ changes: [WidgetBoard<LiveCoreSurface>.Change]) {
            for change in changes {
                switch change {
                case .add: added += 1
                case .move: break
                case .remove: removed += 1
                }
            }
        }
    }

    private let world = PictureWorld()
    private let player = RecordingPlayer()
    private let drawing = Drawing()

    private func model(_ type: CoreViewType = .playView) -> LiveCoreModel {
        let model = LiveCoreModel(viewType: type, deck: world.deck, player: player)
        model.drawing = drawing
        model.sizeChanged(CGSize(width: 375, height: 800))
        return model
    }

    private static func live(_ id: String = "a") -> LiveInfo {
        var live = LiveInfo()
        live.liveID = id
        live.liveOwner = LiveUserInfo(World.owner)
        return live
    }

    @Test func `a cell's view plays its preview before it is in a window, and stops on leaving the window`() {
        let model = model()
        model.startPreview("a", isMuted: false, listener: world.listener())
        world.source.answerLive()
        model.windowChanged(isInWindow: true)
        world.say(.playing, player)
        #expect(drawing.isPictureShown)
        model.windowChanged(isInWindow: false)
        world.clock.advance()
        #expect(!player.isOpen && !drawing.isPictureShown)
        model.windowChanged(isInWindow: true)
        world.clock.advance(milliseconds: 60_000)
        #expect(world.source.asked == 1)
    }

    @Test func `a view that moves to another parent keeps playing`() {
        let model = model()
        model.windowChanged(isInWindow: true)
        model.startPreview("a", isMuted: false, listener: world.listener())
        world.source.answerLive()
        model.windowChanged(isInWindow: false)
        model.windowChanged(isInWindow: true)
        world.clock.advance()
        #expect(player.isOpen)
    }

    @Test func `a freed view stops, and another view of the same live keeps playing`() {
        let other = RecordingPlayer()
        let kept = LiveCoreModel(viewType: .playView, deck: world.deck, player: other)
        kept.startPreview("a", isMuted: false, listener: world.listener())
        var freed: LiveCoreModel? = model()
        freed?.startPreview("a", isMuted: false, listener: world.listener())
        world.source.answerLive()
        world.source.answerLive()
        weak let seen = freed
        freed = nil
        world.clock.advance()
        #expect(seen == nil && !player.isOpen && other.isOpen && world.deck.count == 1)
    }

    @Test func `stopping another room's preview changes nothing`() {
        let model = model()
        model.startPreview("a", isMuted: false, listener: world.listener())
        world.source.answerLive()
        model.stopPreview("b")
        #expect(player.isOpen)
        model.stopPreview("a")
        #expect(!player.isOpen)
    }

    @Test
    func `a join turns the muted preview into the live with sound, and leaving stops it`() {
        let model = model()
        model.windowChanged(isInWindow: true)
        model.startPreview("a", isMuted: true, listener: world.listener())
        world.source.answerLive()
        world.say(.playing, player)
        model.setLiveID("a")
        model.liveChanged(Self.live("b"))
        #expect(player.log == ["open index.m3u8 muted"])
        model.liveChanged(Self.live())
        model.liveChanged(Self.live())
        #expect(player.log == ["open index.m3u8 muted", "unmute"] && world.source.asked == 1)
        model.stopPreview("a")
        #expect(player.isOpen)
        model.windowChanged(isInWindow: false)
        world.clock.advance()
        #expect(!player.isOpen)
        model.windowChanged(isInWindow: true)
        world.source.answerLive()
        #expect(player.isOpen)
        model.liveChanged(LiveInfo())
        #expect(!player.isOpen)
    }

    @Test func `a host's view shows the camera or the muted image instead of playing the own live`() {
        let model = model(.pushView)
        let (big, small) = (LiveCoreImage(), LiveCoreImage())
        model.setMutedImages(big: big, small: small)
        model.windowChanged(isInWindow: true)
        model.setLiveID("a")
        var devices = DeviceState()
        devices.cameraStatus = .on
        model.devicesChanged(devices)
        #expect(drawing.own.frame == CGRect(x: 0, y: 0, width: 375, height: 800) && drawing.own.image == nil)
        model.liveChanged(Self.live())
        #expect(world.source.asked == 0)
        devices.cameraStatus = .off
        model.devicesChanged(devices)
        #expect(drawing.own.image === big && drawing.own.frame != nil)
        model.setMutedImages(big: nil, small: nil)
        #expect(drawing.own.frame == nil)
    }

    @Test func `the delegate provides views after the join, and a background only while there is no picture`() {
        let delegate = Delegate()
        let model = model()
        model.delegate = delegate
        model.windowChanged(isInWindow: true)
        model.startPreview("a", isMuted: false, listener: world.listener())
        #expect(delegate.asked.isEmpty)
        model.setLiveID("a")
        model.liveChanged(Self.live())
        #expect(
            delegate.asked == ["coGuest host background", "coGuest host foreground", "coHost foreground", "battle"])
        world.source.answerLive()
        #expect(delegate.asked.count == 4 && drawing.removed == 1)
        var counted = Self.live()
        counted.totalViewerCount = 7
        model.liveChanged(counted)
        model.sizeChanged(CGSize(width: 800, height: 375))
        #expect(delegate.asked.count == 4 && drawing.added == 4)
        model.liveChanged(LiveInfo())
        #expect(drawing.removed == 4)
    }

    @Test func `a preview fails with a message on a system without a player`() {
        let view = LiveCoreView(viewType: .playView, frame: .zero, deck: world.deck)
        view.startPreviewLiveStream(
            roomId: "a", isMuteAudio: true,
            onError: { [world] in world.told.append("\($1.rawValue) \($2)") })
        for _ in 0..<6 {
            world.source.answerLive()
            world.clock.advance(milliseconds: 10_000)
        }
        #expect(world.told == ["-1 This system plays no pictures."])
        view.stopPreviewLiveStream(roomId: "a")
        LiveCoreView.callExperimentalAPI("{\"api\":\"no such\"")
    }
}
