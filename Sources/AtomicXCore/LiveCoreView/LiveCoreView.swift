public import Foundation
public import RTCRoomEngine

#if canImport(UIKit)
    public import UIKit
#endif

/// Shows the picture of a live to its viewers, as a preview in a list, or to its host.
///
/// ```swift
/// let view = LiveCoreView(viewType: .playView)
/// view.startPreviewLiveStream(roomId: "live_1", isMuteAudio: true)
/// ```
///
/// An app may have any number of views, but only ten pictures play at a time. When another one starts, the oldest stops. A view stops by
/// itself when it leaves its window or is deallocated, and other views of the same live keep playing. On systems without UIKit it shows
/// nothing, plays nothing, and calls `onError`.
@MainActor
public class LiveCoreView: LiveCoreSurface {
    /// The delegate that makes the views over and behind the pictures; nil for none.
    public weak var videoViewDelegate: (any VideoViewDelegate)? {
        didSet { model.delegate = videoViewDelegate }
    }

    let model: LiveCoreModel
    private let canvas = LiveCoreCanvas()

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - viewType: Whether the view shows a live to a viewer, or a host their own picture.
    ///   - frame: The frame of the view in its superview.
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

    /// Returns nil: the view cannot be decoded from an archive.
    public required init?(coder: NSCoder) { nil }

    /// Sets the live that the view shows. While the user is in that live, the view plays it with its sound.
    public func setLiveID(_ liveID: String) { model.setLiveID(liveID) }

    /// Plays a live that the user need not be in. A second call for the same live only changes the sound and replaces the closures.
    ///
    /// The closures are called on the main actor with the id of the live's owner, who is in the picture. `onLoading` may be called before
    /// this returns. The view tries six times, with growing waits, before it calls `onError`. If the host shows nothing yet, the view
    /// waits.
    ///
    /// - Parameters:
    ///   - roomId: The id of the live.
    ///   - isMuteAudio: Whether to play without sound.
    ///   - onPlaying: Called when the picture plays, at the start and after each stall.
    ///   - onLoading: Called when the picture is loading, before each `onPlaying`.
    ///   - onError: Called once, when the view gives up. The error is 100004 if there is no such live, -1002 before a login, -3301 if no
    ///     picture arrived, or the server's refusal. None of the closures is called after it.
    public func startPreviewLiveStream(
        roomId: String, isMuteAudio: Bool, onPlaying: TUIPlayOnPlayingBlock? = nil,
        onLoading: TUIPlayOnLoadingBlock? = nil,
        onError: TUIPlayOnErrorBlock? = nil
    ) {
        model.startPreview(
            roomId, isMuted: isMuteAudio,
            listener: PictureDeck.Listener(onPlaying: onPlaying, onLoading: onLoading, onError: onError))
    }

    /// Ends a preview. A start that is still pending is cancelled, and none of its closures is called any more. The live that the user is
    /// in keeps playing.
    public func stopPreviewLiveStream(roomId: String) { model.stopPreview(roomId) }

    /// Sets the images that replace the host's own picture while the camera is off.
    ///
    /// - Parameters:
    ///   - bigImage: The image when it is the only picture; nil for none.
    ///   - smallImage: The image beside other pictures; nil for the big one.
    public func setLocalVideoMuteImage(bigImage: LiveCoreImage?, smallImage: LiveCoreImage?) {
        model.setMutedImages(big: bigImage, small: smallImage)
    }

    /// Accepts a call in JSON and ignores it. Apps use such calls to send hints to the vendor's engine, and none of them has a meaning
    /// here.
    public static func callExperimentalAPI(_ jsonStr: String) {}

    /// Called when the view has entered or left a window.
    public override func didMoveToWindow() {
        super.didMoveToWindow()
        #if canImport(UIKit)
            model.windowChanged(isInWindow: window != nil)
        #endif
    }

    #if canImport(UIKit)
        /// Lays out everything for the view's current size.
        public override func layoutSubviews() {
            super.layoutSubviews()
            model.sizeChanged(bounds.size)
        }
    #endif
}

extension PictureDeck {
    /// The deck that all views of the app share.
    static let shared: PictureDeck = {
        let hub = StoreHub.shared
        let deck = PictureDeck(source: ClientPictureSource(runtime: hub.runtime))
        hub.pictureNews.listen { liveID in
            DispatchQueue.main.async { MainActor.assumeIsolated { deck.pictureChanged(in: liveID) } }
        }
        return deck
    }()
}
