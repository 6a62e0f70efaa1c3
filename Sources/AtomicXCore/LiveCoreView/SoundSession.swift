#if canImport(UIKit)
    import AVFoundation
    import UIKit

    /// What the app's sound is for, as the system asks to know: watching, or watching and speaking.
    ///
    /// The system's calls may take a while, so they run on a queue of their own, in their order. A system that refuses leaves the sound as
    /// it was, which is no reason to show no picture.
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

        /// Whether something else, a phone call for example, has the sound at the moment.
        private(set) static var isInterrupted = false

        /// Whether the user speaks.
        static var isRecording: Bool {
            if case .speaking = use { true } else { false }
        }

        /// A picture plays without its sound. It does not stop the music of another app, unless the app has chosen its own category.
        static func playMuted() {
            observe()
            guard use == .nothing else { return }
            queue.async {
                let session = AVAudioSession.sharedInstance()
                if session.category == .soloAmbient { try? session.setCategory(.ambient) }
            }
        }

        /// A picture plays with its sound. The switch on the side of the device does not silence it.
        static func play() {
            guard !isRecording else { return }
            begin(.watching)
        }

        #if !os(tvOS) && !os(visionOS)
            /// The user speaks and hears through the loudspeaker, or through the one at the ear.
            static func record(byLoudspeaker: Bool) { begin(.speaking(byLoudspeaker: byLoudspeaker)) }

            /// The user speaks no longer.
            static func stopRecording() {
                guard isRecording else { return }
                begin(.watching)
            }

            /// Returns once the system has taken what it was told. Not for the main thread.
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

        /// Follows calls and resets of the system's sound. It does so as long as the app runs.
        private static func observe() {
            guard observers.isEmpty else { return }
            let center = NotificationCenter.default
            // Each is called on the main queue, so assuming the main actor is sound.
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

        /// Players go on by themselves after an interruption; a microphone needs the sound to be active.
        private static func interrupted(_ hasBegun: Bool) {
            isInterrupted = hasBegun
            if !hasBegun, isRecording { apply() }
        }
    }
#endif
