public import Foundation
public import RTCRoomEngine

#if canImport(UIKit)
    public import UIKit
#endif

/// Shows the picture of a live: to its viewers, as a preview in a list, and to its host.
///
/// ```swift
/// let view = LiveCoreView(viewType: .playView)
/// view.startPreviewLiveStream(roomId: "live_1", isMuteAudio: true)
/// ```
///
/// As many views as an app likes may exist; ten pictures play at a time, and the one that started first gives way to the next.
/// A view that leaves its window or is freed stops by itself, and takes no other view of the same live with it. Where there is no UIKit it
/// shows nothing, plays nothing, and says so to `onError`.
@MainActor
public class LiveCoreView: LiveCoreSurface {
    /// Makes the views over and behind the pictures; nil for none.
    public weak var videoViewDelegate: (any VideoViewDelegate)? {
        didSet { model.delegate = videoViewDelegate }
    }

    let model: LiveCoreModel
    private let canvas = LiveCoreCanvas()

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - viewType: whether somebody watches or the host looks at their own picture.
    ///   - frame: where it is in its superview.
    public required init(viewType: CoreViewType, frame: CGRect = .zero) {
        model = LiveCoreModel(viewType: viewType, deck: .shared, player: canvas.player)
        super.init(frame: frame)
        canvas.attach(to: self)
        model.follow(
            lives: StoreHub.shared.liveList.state.subscribe(
                StatePublisherSelector(keyPath: \LiveListState.currentLive)),
            devices: DeviceStore.shared.state.subscribe())
    }

    init(viewType: CoreViewType, frame: CGRect, deck: PictureDeck) {
        model = LiveCoreModel(viewType: viewType, deck: deck, player: canvas.player)
        super.init(frame: frame)
        canvas.attach(to: self)
    }

    /// Nothing is read of an archive.
    public required init?(coder: NSCoder) { nil }

    /// Says which live the view is for. While the user is in it, the view plays it with its sound.
    public func setLiveID(_ liveID: String) { model.setLiveID(liveID) }

    /// Plays a live that the user need not be in. Called again for the same live, it only changes the sound and takes the new closures.
    ///
    /// The closures are called on the main actor, with the id of the owner, whose picture it is; `onLoading` perhaps before this returns.
    /// The view tries six times, with growing waits, before it calls `onError`. For a live whose host shows nothing yet, it waits.
    ///
    /// - Parameters:
    ///   - roomId: which live.
    ///   - isMuteAudio: whether it is played without its sound.
    ///   - onPlaying: called when the picture moves, at the start and after each standstill.
    ///   - onLoading: called when the picture is fetched, before each `onPlaying`.
    ///   - onError: called once, when the view gave up: 100004 where there is no such live, -1002 before a login, -3301 where nothing
    ///     came, or the code that the server refused it with. None of the closures is called after it.
    public func startPreviewLiveStream(
        roomId: String, isMuteAudio: Bool, onPlaying: TUIPlayOnPlayingBlock? = nil,
        onLoading: TUIPlayOnLoadingBlock? = nil,
        onError: TUIPlayOnErrorBlock? = nil
    ) {
        model.startPreview(
            roomId, isMuted: isMuteAudio,
            listener: PictureDeck.Listener(onPlaying: onPlaying, onLoading: onLoading, onError: onError))
    }

    /// Ends a preview. A start that is still pending is taken back, and none of its closures is called any more. The live that the user is
    /// in plays on.
    public func stopPreviewLiveStream(roomId: String) { model.stopPreview(roomId) }

    /// Sets what stands in place of the host's own picture while the camera is off.
    ///
    /// - Parameters:
    ///   - bigImage: where it is the only picture; nil for none.
    ///   - smallImage: beside others; nil for the big one.
    public func setLocalVideoMuteImage(bigImage: LiveCoreImage?, smallImage: LiveCoreImage?) {
        model.setMutedImages(big: bigImage, small: smallImage)
    }

    /// Takes a call that an app makes by a text of JSON. Apps send hints to the vendor's engine this way, and none of them means
    /// anything here: every call is ignored.
    public static func callExperimentalAPI(_ jsonStr: String) {}

    /// Notices that the view came into a window or left it.
    public override func didMoveToWindow() {
        super.didMoveToWindow()
        #if canImport(UIKit)
            model.windowChanged(isInWindow: window != nil)
        #endif
    }

    #if canImport(UIKit)
        /// Arranges everything anew for the size that the view has now.
        public override func layoutSubviews() {
            super.layoutSubviews()
            model.sizeChanged(bounds.size)
        }
    #endif
}

extension PictureDeck {
    /// The one of the app.
    static let shared: PictureDeck = {
        let hub = StoreHub.shared
        let deck = PictureDeck(source: ClientPictureSource(runtime: hub.runtime))
        hub.pictureNews.listen { liveID in
            DispatchQueue.main.async { MainActor.assumeIsolated { deck.pictureChanged(in: liveID) } }
        }
        return deck
    }()
}
