#if canImport(UIKit)
    import AVFoundation
    import CoreVideo
    import Foundation
    import UIKit

    /// Plays video. A video with transparency, such as HEVC with alpha in an MP4 or QuickTime file, shows the live behind it.
    final class VideoGiftEngine: GiftAnimationEngine {
        /// Shows a player's video.
        private final class Screen: UIView {
            override class var layerClass: AnyClass { AVPlayerLayer.self }

            /// The layer of the player; nil only if the system created a layer of another class.
            var playerLayer: AVPlayerLayer? { layer as? AVPlayerLayer }
        }

        /// The interval between checks whether a file can be opened, in seconds.
        private static let watchSeconds = 0.25

        /// The reason why a video cannot be played, if the system gives none.
        private enum Failure: Error { case unknown }

        weak var delegate: (any GiftAnimationEngineDelegate)?
        private let screen = Screen(frame: .zero)
        private let player = AVPlayer()
        private var observers: [any NSObjectProtocol] = []
        private var repeatsLeft = 1
        private var repeatCount = 1

        var contentView: GiftKitView { screen }

        init() {
            screen.playerLayer?.player = player
            screen.playerLayer?.videoGravity = .resizeAspect
            screen.playerLayer?.pixelBufferAttributes = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
            ]
        }

        func load(path: String) {
            forget()
            let item = AVPlayerItem(url: URL(fileURLWithPath: path))
            observe(item)
            repeatsLeft = repeatCount
            player.replaceCurrentItem(with: item)
        }

        func play() {
            player.play()
            delegate?.giftAnimationEngineDidStart(self)
        }

        func pause() { player.pause() }

        func stop() {
            forget()
            player.pause()
            player.replaceCurrentItem(with: nil)
        }

        func setRepeatCount(_ count: Int) {
            repeatCount = count < 0 ? -1 : max(1, count)
            repeatsLeft = repeatCount
        }

        func seek(to seconds: Double) {
            guard seconds.isFinite else { return }
            player.seek(to: CMTime(seconds: max(0, seconds), preferredTimescale: 600))
        }

        private func observe(_ item: AVPlayerItem) {
            let center = NotificationCenter.default
            observers = [
                center.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: .main) {
                    [weak self] _ in MainActor.assumeIsolated { self?.ended() }
                },
                center.addObserver(forName: .AVPlayerItemFailedToPlayToEndTime, object: item, queue: .main) {
                    [weak self] _ in MainActor.assumeIsolated { self?.failed(nil) }
                },
            ]
            watch(item)
        }

        /// Checks regularly whether the file can be played, because the system posts no notification if it cannot be opened.
        private func watch(_ item: AVPlayerItem) {
            DispatchQueue.main.asyncAfter(deadline: .now() + Self.watchSeconds) { [weak self, weak item] in
                MainActor.assumeIsolated {
                    guard let self, let item, self.player.currentItem === item else { return }
                    if item.status == .failed { return self.failed(item.error) }
                    if item.status == .unknown { self.watch(item) }
                }
            }
        }

        private func forget() {
            for observer in observers { NotificationCenter.default.removeObserver(observer) }
            observers = []
        }

        private func ended() {
            if repeatsLeft > 0 { repeatsLeft -= 1 }
            guard repeatsLeft != 0 else {
                delegate?.giftAnimationEngineDidFinish(self)
                return
            }
            player.seek(to: .zero)
            player.play()
        }

        private func failed(_ error: (any Error)?) {
            delegate?.giftAnimationEngine(self, didFailWith: error ?? Failure.unknown)
        }
    }
#endif
