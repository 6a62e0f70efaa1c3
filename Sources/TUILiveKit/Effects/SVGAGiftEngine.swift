#if canImport(UIKit)
    import Foundation
    import SVGAPlayer
    import UIKit

    /// Plays SVGA effects: fitted and centred, once by default, with an empty screen at the end.
    final class SVGAGiftEngine: GiftAnimationEngine, SVGAPlayerDelegate {
        weak var delegate: (any GiftAnimationEngineDelegate)?
        private let player = SVGAPlayer(frame: .zero)
        private let parser = SVGAParser()
        private var wantsToPlay = false
        private var loading = 0

        var contentView: GiftKitView { player }

        init() {
            player.delegate = self
            player.contentMode = .scaleAspectFit
            player.clearsAfterStop = true
            player.loops = 1
        }

        func load(path: String) {
            loading += 1
            let number = loading
            player.videoItem = nil
            parser.parse(with: URL(fileURLWithPath: path)) { [weak self] entity in
                guard let self, loading == number else { return }
                player.videoItem = entity
                if wantsToPlay { start() }
            } failureBlock: { [weak self] error in
                guard let self, loading == number else { return }
                delegate?.giftAnimationEngine(self, didFailWith: error ?? GiftCacheError.empty)
            }
        }

        func play() {
            wantsToPlay = true
            if player.videoItem != nil { start() }
        }

        private func start() {
            player.startAnimation()
            delegate?.giftAnimationEngineDidStart(self)
        }

        func pause() {
            wantsToPlay = false
            player.pauseAnimation()
        }

        func stop() {
            loading += 1
            wantsToPlay = false
            player.stopAnimation()
        }

        func setRepeatCount(_ count: Int) { player.loops = count < 0 ? 0 : Int32(clamping: max(1, count)) }

        func seek(to seconds: Double) {
            guard let entity = player.videoItem, seconds.isFinite else { return }
            let frame = max(0, min(Double(entity.frames - 1), seconds * Double(entity.FPS)))
            player.step(toFrame: Int(frame), andPlay: wantsToPlay)
        }

        func svgaPlayerDidFinishedAnimation(_ player: SVGAPlayer!) {
            wantsToPlay = false
            delegate?.giftAnimationEngineDidFinish(self)
        }
    }
#endif
