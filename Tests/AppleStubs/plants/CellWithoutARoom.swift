import AtomicXCore
import UIKit

/// A preview has a room and says whether it is heard.
final class CellWithoutARoom: UICollectionViewCell {
    private let liveCoreView = LiveCoreView(viewType: .playView)

    func startPlay() {
        liveCoreView.startPreviewLiveStream(isMuteAudio: false)  // refused: missing argument for parameter 'roomId' in call
    }
}
