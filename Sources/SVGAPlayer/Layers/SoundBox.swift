#if canImport(UIKit)
    import AVFoundation
    import Foundation
    import SVGA

    /// Plays the sounds of an effect in step with its frames.
    @MainActor
    final class SoundBox {
        private let movie: SVGAMovie
        private var players: [Int: AVAudioPlayer] = [:]
        private var heard: Set<Int> = []

        /// Returns nil if the effect has no sounds.
        init?(_ movie: SVGAMovie) {
            guard !movie.audios.isEmpty else { return nil }
            self.movie = movie
        }

        /// Starts and stops sounds for a frame. Sounds that the system cannot play are skipped.
        func play(_ frame: Int) {
            let now = Set(movie.audios(at: frame))
            for index in heard.subtracting(now) { players[index]?.stop() }
            for index in now.subtracting(heard) {
                let audio = movie.audios[index]
                if players[index] == nil, let sound = movie.sounds[audio.audioKey] {
                    players[index] = try? AVAudioPlayer(data: Data(sound))
                }
                // After a step or skipped frames, a sound may have to start in its middle.
                let seconds = Double(frame - audio.startFrame) / Double(movie.framesPerSecond)
                players[index]?.currentTime = Double(audio.startTimeMilliseconds) / 1_000 + seconds
                players[index]?.play()
            }
            heard = now
        }

        /// Stops all sounds.
        func stop() {
            for player in players.values { player.stop() }
            heard = []
        }
    }
#endif
