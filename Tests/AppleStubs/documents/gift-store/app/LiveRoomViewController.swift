// document: Basic Solution Implementation: Using SVGAPlayer

import UIKit
import AtomicXCore
import Combine
import SVGAPlayer  // 1. Import

class LiveRoomViewController: UIViewController, SVGAPlayerDelegate {
    private var giftManager: GiftManager!
    private var cancellables = Set<AnyCancellable>()
    private let svgaPlayer = SVGAPlayer()  // 2. Prepare instance
    private let svgaParser = SVGAParser()

    override func viewDidLoad() {
        super.viewDidLoad()
        setupSVGAPlayer()
    }

    private func setupSVGAPlayer() {
        svgaPlayer.delegate = self
        svgaPlayer.loops = 1  // Play once by default
        svgaPlayer.clearsAfterStop = true  // Automatically clear after playback
        view.addSubview(svgaPlayer)
        svgaPlayer.frame = view.bounds  // Full screen by default
        svgaPlayer.isHidden = true
    }

    func setupGiftSubscription(liveId: String) {
        self.giftManager = GiftManager(liveId: liveId)

        giftManager.giftEventPublisher
            .sink { [weak self] event in  // 3. Listen for events
                guard case .onReceiveGift(_, let gift, _, _) = event else { return }

                if !gift.resourceURL.isEmpty, let url = URL(string: gift.resourceURL) {  // 4. Parse and play
                    self?.playAnimation(from: url)
                }
            }
            .store(in: &cancellables)
    }

    private func playAnimation(from url: URL) {
        svgaParser.parse(
            with: url,
            completionBlock: { [weak self] videoItem in
                guard let self = self, let videoItem = videoItem else { return }
                DispatchQueue.main.async {
                    self.svgaPlayer.videoItem = videoItem
                    self.svgaPlayer.isHidden = false
                    self.svgaPlayer.startAnimation()
                }
            },
            failureBlock: { error in
                print("Failed to parse SVGA animation: \(error?.localizedDescription ?? "unknown error")")
                // Add retry or error reporting logic as needed
            })
    }

    func svgaPlayerDidFinishedAnimation(_ player: SVGAPlayer!) { /* ... Handle end of playback ... */  }
}
