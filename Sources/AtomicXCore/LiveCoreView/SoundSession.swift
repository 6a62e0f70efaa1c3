#if canImport(UIKit)
    import AVFoundation

    /// What the app's sound is for, as the system asks to know: watching, or watching and speaking.
    @MainActor
    enum SoundSession {
        private(set) static var isRecording = false

        /// A picture plays with its sound. The switch on the device's side does not silence it.
        static func play() {
            guard !isRecording else { return }
            set { try $0.setCategory(.playback, mode: .moviePlayback) }
        }

        #if !os(tvOS) && !os(visionOS)
            /// The user speaks, by way of the loudspeaker or of the one at the ear.
            static func record(byLoudspeaker: Bool) {
                isRecording = true
                set {
                    let options: AVAudioSession.CategoryOptions =
                        byLoudspeaker ? [.defaultToSpeaker, .allowBluetooth] : [.allowBluetooth]
                    try $0.setCategory(.playAndRecord, mode: .videoChat, options: options)
                }
            }

            /// The user speaks no longer.
            static func stopRecording() {
                guard isRecording else { return }
                isRecording = false
                play()
            }
        #endif

        /// A system that refuses leaves the sound as it was, which is no reason to show no picture.
        private static func set(_ change: (AVAudioSession) throws -> Void) {
            let session = AVAudioSession.sharedInstance()
            try? change(session)
            try? session.setActive(true)
        }
    }
#endif
