// The code of AtomicXCore's article about pictures. It is enough that it compiles.

import AtomicXCore
import UIKit

final class PreviewCell: UICollectionViewCell {
    private let picture = LiveCoreView(viewType: .playView)

    func play(_ liveID: String) {
        picture.frame = contentView.bounds
        contentView.addSubview(picture)
        picture.startPreviewLiveStream(
            roomId: liveID, isMuteAudio: true,
            onPlaying: { _ in print("the picture moves") },
            onLoading: { _ in print("the picture loads") },
            onError: { _, error, message in print("\(error.rawValue): \(message)") })
    }

    func stop(_ liveID: String) { picture.stopPreviewLiveStream(roomId: liveID) }
}

@MainActor
func enter(_ liveID: String, in page: UIViewController, views: any VideoViewDelegate) {
    let picture = LiveCoreView(viewType: .playView, frame: page.view.bounds)
    picture.videoViewDelegate = views
    picture.setLiveID(liveID)
    page.view.addSubview(picture)
    LiveListStore.shared.joinLive(liveID: liveID, completion: nil)
}

@MainActor
func goLive(as live: LiveInfo, in page: UIViewController) {
    let picture = LiveCoreView(viewType: .pushView, frame: page.view.bounds)
    picture.setLiveID(live.liveID)
    picture.setLocalVideoMuteImage(bigImage: UIImage(named: "away"), smallImage: nil)
    page.view.addSubview(picture)
    DeviceStore.shared.openLocalCamera(isFront: true, completion: nil)
    DeviceStore.shared.openLocalMicrophone(completion: nil)
    LiveListStore.shared.startLive(live, completion: nil)
}
