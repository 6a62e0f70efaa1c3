import UIKit

/// The vendor's view of a video, which is no part of Ovation: it carries no video.
final class LiveCoreView: UIView {
    enum ViewType { case pushView, playView }

    init(viewType: ViewType) { super.init(frame: .zero) }
    required init?(coder: NSCoder) { nil }

    func startPreviewLiveStream(roomId: String, isMuteAudio: Bool) {}
    func stopPreviewLiveStream(roomId: String) {}
}
