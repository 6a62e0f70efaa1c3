#if canImport(UIKit)
    import AVFoundation
    import UIKit

    /// Plays the picture of a live with AVPlayer, over HLS.
    final class SystemPicturePlayer: PicturePlayer {
        /// The time between two checks of the player, in seconds.
        private static let watchSeconds = 0.25
        /// How far the player stays behind the newest picture, in seconds: three fragments of one second each.
        private static let behindSeconds = 3.0

        var events: ((PicturePlayerEvent) -> Void)?
        /// The layer that shows the picture.
        let layer: AVPlayerLayer
        private var player: AVPlayer
        private var observers: [any NSObjectProtocol] = []
        private var reported: PicturePlayerEvent?
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
            reported = nil
            for observer in observers { NotificationCenter.default.removeObserver(observer) }
            observers = []
            player.pause()
            player.replaceCurrentItem(with: nil)
        }

        /// Replaces a player that has failed, for example because the system restarted its media services. Such a player never recovers.
        private func renewBrokenPlayer() {
            guard player.status == .failed else { return }
            player = AVPlayer()
            layer.player = player
        }

        private func observe(_ item: AVPlayerItem) {
            let center = NotificationCenter.default
            // Each observer is called on the main queue, so assuming the main actor is sound.
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

        /// Resumes, because the system stops the players of apps in the background.
        private func cameToForeground() {
            isInBackground = false
            resume()
        }

        /// Continues from the newest picture. Anything older is skipped.
        private func resume() {
            player.seek(to: .positiveInfinity)
            player.play()
        }

        /// Checks the player from time to time, until the picture is closed or another one is opened.
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
            case .waitingToPlayAtSpecifiedRate: if reported == .playing { tell(.stalled) }
            // The system paused the player, for example because headphones were unplugged. Resume it, because a live has no play button.
            case .paused: if !isOver, !isInBackground, !SoundSession.isInterrupted { resume() }
            @unknown default: break
            }
        }

        /// Whether no more events come until the next `open`.
        private var isOver: Bool {
            switch reported {
            case .ended, .failed: true
            case .playing, .stalled, nil: false
            }
        }

        private func tell(_ event: PicturePlayerEvent) {
            guard event != reported else { return }
            reported = event
            events?(event)
        }
    }
#endif
