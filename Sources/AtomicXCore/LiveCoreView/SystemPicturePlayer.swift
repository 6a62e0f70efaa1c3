#if canImport(UIKit)
    import AVFoundation
    import UIKit

    /// Plays the picture of a live with AVPlayer, over HLS.
    final class SystemPicturePlayer: PicturePlayer {
        /// How often it is looked how the player is, in seconds.
        private static let watchSeconds = 0.25
        /// How far behind the newest picture it plays, in seconds: three fragments of a second each.
        private static let behindSeconds = 3.0

        var events: ((PicturePlayerEvent) -> Void)?
        /// Shows what plays.
        let layer: AVPlayerLayer
        private let player: AVPlayer
        private var observers: [any NSObjectProtocol] = []
        private var told: PicturePlayerEvent?
        private var openings = 0

        init() {
            player = AVPlayer()
            layer = AVPlayerLayer(player: player)
            layer.videoGravity = .resizeAspectFill
        }

        func open(_ address: String, isMuted: Bool) {
            close()
            guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()) else {
                events?(.failed("The address of the picture is none that can be played."))
                return
            }
            let item = AVPlayerItem(url: url)
            item.automaticallyPreservesTimeOffsetFromLive = true
            item.configuredTimeOffsetFromLive = CMTime(seconds: Self.behindSeconds, preferredTimescale: 600)
            observe(item)
            setMuted(isMuted)
            player.replaceCurrentItem(with: item)
            player.play()
            watch(openings)
        }

        func setMuted(_ isMuted: Bool) {
            player.isMuted = isMuted
            if !isMuted { SoundSession.play() }
        }

        func close() {
            openings += 1
            told = nil
            for observer in observers { NotificationCenter.default.removeObserver(observer) }
            observers = []
            player.pause()
            player.replaceCurrentItem(with: nil)
        }

        private func observe(_ item: AVPlayerItem) {
            let center = NotificationCenter.default
            observers = [
                center.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: .main) {
                    [weak self] _ in MainActor.assumeIsolated { self?.tell(.ended) }
                },
                center.addObserver(forName: .AVPlayerItemFailedToPlayToEndTime, object: item, queue: .main) {
                    [weak self] _ in MainActor.assumeIsolated { self?.tell(.failed("The picture broke off.")) }
                },
                // The system stops players of apps in the background. What was published meanwhile is left out.
                center.addObserver(forName: UIApplication.willEnterForegroundNotification, object: nil, queue: .main) {
                    [weak self] _ in MainActor.assumeIsolated { self?.resume() }
                },
            ]
        }

        private func resume() {
            player.seek(to: .positiveInfinity)
            player.play()
        }

        /// Looks from time to time how the player is, as long as this opening holds.
        private func watch(_ opening: Int) {
            DispatchQueue.main.asyncAfter(deadline: .now() + Self.watchSeconds) { [weak self] in
                MainActor.assumeIsolated {
                    guard let self, opening == self.openings, let item = self.player.currentItem else { return }
                    self.look(at: item)
                    self.watch(opening)
                }
            }
        }

        private func look(at item: AVPlayerItem) {
            if item.status == .failed {
                return tell(.failed(item.error?.localizedDescription ?? "The system cannot play the picture."))
            }
            let status = player.timeControlStatus
            if status == .playing {
                tell(.playing)
            } else if status == .waitingToPlayAtSpecifiedRate, told == .playing {
                tell(.stalled)
            }
        }

        private func tell(_ event: PicturePlayerEvent) {
            guard event != told else { return }
            told = event
            events?(event)
        }
    }
#endif
