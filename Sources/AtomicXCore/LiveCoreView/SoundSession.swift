#if canImport(UIKit)
    import AVFoundation
    import UIKit

    /// Tells the system what the app uses sound for: watching, or watching and speaking.
    ///
    /// The system's calls may take a while, so they run in order on their own queue. If the system refuses one, the sound stays as it was,
    /// and the picture plays all the same.
    @MainActor
    enum SoundSession {
        private enum Use: Equatable {
            case nothing
            case watching
            case speaking(byLoudspeaker: Bool)
        }

        private nonisolated static let queue = DispatchQueue(label: "ovation.sound")
        private static var use = Use.nothing
        private static var observers: [any NSObjectProtocol] = []

        /// Whether something else, for example a phone call, is using the sound at the moment.
        private(set) static var isInterrupted = false

        /// Whether the microphone is in use.
        static var isRecording: Bool {
            if case .speaking = use { true } else { false }
        }

        /// Prepares for a picture that plays without sound. It does not stop the music of another app, unless the app has chosen its own
        /// category.
        static func playMuted() {
            observe()
            guard use == .nothing else { return }
            queue.async {
                let session = AVAudioSession.sharedInstance()
                if session.category == .soloAmbient { try? session.setCategory(.ambient) }
            }
        }

        /// Prepares for a picture that plays with sound. The silent switch of the device does not mute it.
        static func play() {
            guard !isRecording else { return }
            begin(.watching)
        }

        #if !os(tvOS) && !os(visionOS)
            /// Prepares for recording. The user hears others through the loudspeaker or the earpiece.
            static func record(byLoudspeaker: Bool) { begin(.speaking(byLoudspeaker: byLoudspeaker)) }

            /// Ends recording.
            static func stopRecording() {
                guard isRecording else { return }
                begin(.watching)
            }

            /// Waits until the system has applied all earlier changes. It must not be called on the main thread.
            nonisolated static func wait() { queue.sync {} }
        #endif

        private static func begin(_ use: Use) {
            observe()
            self.use = use
            apply()
        }

        private static func apply() {
            queue.async { [use] in
                let session = AVAudioSession.sharedInstance()
                switch use {
                case .nothing: return
                case .watching: try? session.setCategory(.playback, mode: .moviePlayback)
                case .speaking(let byLoudspeaker): speak(session, byLoudspeaker)
                }
                try? session.setActive(true)
            }
        }

        private nonisolated static func speak(_ session: AVAudioSession, _ byLoudspeaker: Bool) {
            #if !os(tvOS) && !os(visionOS)
                let options: AVAudioSession.CategoryOptions =
                    byLoudspeaker ? [.defaultToSpeaker, .allowBluetooth] : [.allowBluetooth]
                try? session.setCategory(.playAndRecord, mode: .videoChat, options: options)
            #endif
        }

        /// Follows interruptions and resets of the system's sound, as long as the app runs.
        private static func observe() {
            guard observers.isEmpty else { return }
            let center = NotificationCenter.default
            // Each observer is called on the main queue, so assuming the main actor is sound.
            observers = [
                center.addObserver(forName: AVAudioSession.interruptionNotification, object: nil, queue: .main) {
                    note in
                    let number = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                    let hasBegun = number == AVAudioSession.InterruptionType.began.rawValue
                    MainActor.assumeIsolated { interrupted(hasBegun) }
                },
                // The system does not report the end of every interruption.
                center.addObserver(forName: UIApplication.didBecomeActiveNotification, object: nil, queue: .main) {
                    _ in MainActor.assumeIsolated { if isInterrupted { interrupted(false) } }
                },
                center.addObserver(
                    forName: AVAudioSession.mediaServicesWereResetNotification, object: nil, queue: .main
                ) { _ in MainActor.assumeIsolated { apply() } },
            ]
        }

        /// Handles the begin and the end of an interruption. Players continue by themselves after one, but a microphone needs the sound
        /// session to be active again.
        private static func interrupted(_ hasBegun: Bool) {
            isInterrupted = hasBegun
            if !hasBegun, isRecording { apply() }
        }
    }
#endif
