#if canImport(UIKit)
    import AVFoundation
    import UIKit

    /// Plays the picture of a live with AVPlayer, over HLS.
    final class SystemPicturePlayer: PicturePlayer {
        /// The time between two looks at the player, in seconds.
        private static let watchSeconds = 0.25
        /// How far behind the newest picture it plays, in seconds: three fragments of a second each.
        private static let behindSeconds = 3.0

        var events: ((PicturePlayerEvent) -> Void)?
        /// Shows what plays.
        let layer: AVPlayerLayer
        private var player: AVPlayer
        private var observers: [any NSObjectProtocol] = []
        private var told: PicturePlayerEvent?
        private var openings = 0
        private var isInBackground = false

        init() {
            player = AVPlayer()
            layer = AVPlayerLayer(player: player)
            layer.videoGravity = .resizeAspectFill
        }

        func open(_ address: String, isMuted: Bool) {
            close()
            guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()) else {
                events?(.failed("The address of the picture cannot be played."))
                return
            }
            renewBrokenPlayer()
            isInBackground = false
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
            if isMuted { SoundSession.playMuted() } else { SoundSession.play() }
        }

        func close() {
            openings += 1
            told = nil
            for observer in observers { NotificationCenter.default.removeObserver(observer) }
            observers = []
            player.pause()
            player.replaceCurrentItem(with: nil)
        }

        /// A player that failed stays so: the system's players were started anew, for example.
        private func renewBrokenPlayer() {
            guard player.status == .failed else { return }
            player = AVPlayer()
            layer.player = player
        }

        private func observe(_ item: AVPlayerItem) {
            let center = NotificationCenter.default
            // Each is called on the main queue, so assuming the main actor is sound.
            observers = [
                center.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: .main) {
                    [weak self] _ in MainActor.assumeIsolated { self?.tell(.ended) }
                },
                center.addObserver(forName: .AVPlayerItemFailedToPlayToEndTime, object: item, queue: .main) {
                    [weak self] _ in MainActor.assumeIsolated { self?.tell(.failed("The picture broke off.")) }
                },
                center.addObserver(forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main) {
                    [weak self] _ in MainActor.assumeIsolated { self?.isInBackground = true }
                },
                center.addObserver(forName: UIApplication.willEnterForegroundNotification, object: nil, queue: .main) {
                    [weak self] _ in MainActor.assumeIsolated { self?.cameToForeground() }
                },
            ]
        }

        /// The system stops the players of apps in the background.
        private func cameToForeground() {
            isInBackground = false
            resume()
        }

        /// Plays on from the newest picture. What was published meanwhile is left out.
        private func resume() {
            player.seek(to: .positiveInfinity)
            player.play()
        }

        /// Looks at the player from time to time, as long as this opening holds.
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
            switch player.timeControlStatus {
            case .playing: tell(.playing)
            case .waitingToPlayAtSpecifiedRate: if told == .playing { tell(.stalled) }
            // The system paused it, because headphones were pulled out for example. A live has no button to play on.
            case .paused: if !isOver, !isInBackground, !SoundSession.isInterrupted { resume() }
            @unknown default: break
            }
        }

        /// Whether nothing more comes until the next opening.
        private var isOver: Bool {
            switch told {
            case .ended, .failed: true
            case .playing, .stalled, nil: false
            }
        }

        private func tell(_ event: PicturePlayerEvent) {
            guard event != told else { return }
            told = event
            events?(event)
        }
    }
#endif
