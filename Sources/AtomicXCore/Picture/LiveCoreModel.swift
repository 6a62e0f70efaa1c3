import Foundation
import OpenCombineShim

/// Draws a ``LiveCoreView``.
@MainActor
protocol LiveCoreDrawing: AnyObject {
    /// Places the picture of the live, and shows or hides it.
    func placePicture(_ frame: CGRect, isShown: Bool)

    /// Places the user's own picture, or the image that replaces it while the camera is off. Both are nil if nothing is shown.
    func placeOwnPicture(_ frame: CGRect?, instead: LiveCoreImage?)

    /// Adds, moves and removes the app's views.
    func apply(_ changes: [WidgetBoard<LiveCoreSurface>.Change])

    /// Places the view over a battle. Without a frame the view is removed.
    func placeBattle(_ view: LiveCoreSurface, _ frame: CGRect?)
}

/// Decides for a ``LiveCoreView`` what to play and when, where everything goes, and which views to ask the app for.
///
/// A preview plays from its start until it is stopped, or the view leaves its window or is deallocated. The live that the user is in plays
/// while the view is in a window.
@MainActor
final class LiveCoreModel {
    private enum Wish: Equatable {
        case nothing
        case preview(String)
        case live(String)
    }

    let viewType: CoreViewType
    weak var delegate: (any VideoViewDelegate)? {
        didSet { if delegate !== oldValue { showSeats() } }
    }
    weak var drawing: (any LiveCoreDrawing)?

    private let deck: PictureDeck
    private let place: PictureDeck.Place
    private var subscriptions: [AnyCancellable] = []
    private var wish = Wish.nothing
    private var previewListener: PictureDeck.Listener?
    private var isInWindow = false
    private var liveID = ""
    private var live = LiveInfo()
    private var devices = DeviceState()
    private var size = CGSize.zero
    private var stage = PictureStage()
    private var board = WidgetBoard<LiveCoreSurface>()
    private var isAsking = false
    private var battleView: LiveCoreSurface?
    private var mutedImages: (big: LiveCoreImage?, small: LiveCoreImage?) = (nil, nil)

    init(viewType: CoreViewType, deck: PictureDeck, player: any PicturePlayer) {
        self.viewType = viewType
        self.deck = deck
        place = deck.place(player: player)
    }

    /// Follows the live that the user is in, and the user's devices. Both publishers must use the main queue.
    func follow(lives: AnyPublisher<LiveInfo, Never>, devices: AnyPublisher<DeviceState, Never>) {
        subscriptions = [
            lives.sink { [weak self] live in MainActor.assumeIsolated { self?.liveChanged(live) } },
            devices.sink { [weak self] devices in MainActor.assumeIsolated { self?.devicesChanged(devices) } },
        ]
    }

    // MARK: Calls of the app

    func setLiveID(_ liveID: String) {
        guard liveID != self.liveID else { return }
        self.liveID = liveID
        decide()
    }

    func startPreview(_ liveID: String, isMuted: Bool, listener: PictureDeck.Listener) {
        var listener = listener
        listener.changed = { [weak self] in self?.decideStage() }
        previewListener = listener
        if wish != .live(liveID) { wish = .preview(liveID) }
        deck.start(place, liveID: liveID, isMuted: isMuted, listener: listener)
        decideStage()
    }

    func stopPreview(_ liveID: String) {
        // A user who is in the live keeps seeing it.
        guard wish == .preview(liveID) else { return }
        stop()
    }

    func setMutedImages(big: LiveCoreImage?, small: LiveCoreImage?) {
        mutedImages = (big, small)
        draw()
    }

    // MARK: Changes around the view

    func windowChanged(isInWindow: Bool) {
        guard isInWindow != self.isInWindow else { return }
        self.isInWindow = isInWindow
        guard !isInWindow else { return decide() }
        // A view that only moves to another superview is in a window again before this runs.
        deck.later { [weak self] in
            guard let self, !self.isInWindow else { return }
            stop()
        }
    }

    func sizeChanged(_ size: CGSize) {
        guard size != self.size else { return }
        self.size = size
        let layout = self.layout
        drawing?.apply(board.arrange(SeatWidget.all(layout, liveID: liveID)))
        draw(layout)
    }

    func liveChanged(_ live: LiveInfo) {
        self.live = live
        decide()
    }

    func devicesChanged(_ devices: DeviceState) {
        self.devices = devices
        decideStage()
    }

    // MARK: Playing

    private var isInside: Bool { !liveID.isEmpty && live.liveID == liveID }

    /// Whether the user is in a seat of the stage.
    private var isSeated: Bool { viewType == .pushView }

    private func decide() {
        let wantsLive = isInside && isInWindow && viewType == .playView
        if wantsLive, wish != .live(liveID) {
            let isPreviewed = wish == .preview(liveID)
            wish = .live(liveID)
            var listener = (isPreviewed ? previewListener : nil) ?? PictureDeck.Listener()
            listener.changed = { [weak self] in self?.decideStage() }
            deck.start(place, liveID: liveID, isMuted: false, listener: listener)
        } else if !wantsLive, case .live = wish {
            stop()
        }
        decideStage()
    }

    private func stop() {
        wish = .nothing
        previewListener = nil
        deck.stop(place)
        decideStage()
    }

    // MARK: Drawing

    /// Updates the stage that the view shows. If the user is not in the live, the view shows only the picture.
    private func decideStage() {
        let isPictureOn = viewType == .pushView ? devices.cameraStatus == .on : deck.hasPicture(place)
        let stage = isInside ? PictureStage(live, isPictureOn: isPictureOn) : PictureStage()
        if stage != self.stage {
            self.stage = stage
            showSeats()
        } else {
            draw()
        }
    }

    private var layout: PictureLayout { PictureLayout(stage, in: size, isSeated: isSeated) }

    private func showSeats() {
        // The app's code runs within `show`, and may call this method again.
        guard !isAsking else { return }
        isAsking = true
        let (layout, shown) = (self.layout, stage)
        var board = self.board
        let changes = board.show(SeatWidget.all(layout, liveID: liveID)) { [delegate] widget in
            switch widget.key.kind {
            case .coGuest: delegate?.createCoGuestView(seatInfo: widget.seat, viewLayer: widget.key.layer)
            case .coHost: delegate?.createCoHostView(seatInfo: widget.seat, viewLayer: widget.key.layer)
            case .battle: delegate?.createBattleView(seatInfo: widget.seat)
            }
        }
        self.board = board
        isAsking = false
        drawing?.apply(changes)
        draw(layout)
        if stage != shown { showSeats() }
    }

    private func draw(_ known: PictureLayout? = nil) {
        let layout = known ?? self.layout
        if layout.battleContainer != nil, battleView == nil { battleView = delegate?.createBattleContainerView() }
        if let battleView { drawing?.placeBattle(battleView, layout.battleContainer) }
        drawing?.placePicture(layout.stage, isShown: deck.hasPicture(place))
        guard viewType == .pushView else { return }
        let muted = MutedCamera(
            isPublishing: isInside, isCameraOpen: devices.cameraStatus == .on, isAlone: layout.places.count <= 1)
        let image: LiveCoreImage? =
            switch muted {
            case .none: nil
            case .big: mutedImages.big
            case .small: mutedImages.small ?? mutedImages.big
            }
        let isShown = devices.cameraStatus == .on || image != nil
        drawing?.placeOwnPicture(isShown ? layout.stage : nil, instead: image)
    }
}
