/// The effects on the user's voice: voice changer, reverb, and the ear monitor, by which users hear themselves.
///
/// Not yet: no effect changes any sound. The setters keep their values in ``state``, so that an app's panel shows what the user chose.
///
/// Methods may be called on any thread. The state changes on the main queue. If a method is called there, the state already has the change
/// when the method returns. Leaving a live changes nothing.
///
/// `@unchecked Sendable` is sound because no property ever changes, and the state is changed on the main queue only.
public class AudioEffectStore: @unchecked Sendable {
    /// The only store of effects.
    public static let shared = AudioEffectStore()

    /// The effects that are set.
    public let state = StatePublisher(initialState: AudioEffectState())

    init() {}

    /// Sets the voice changer. Not yet: the voice stays as it is.
    ///
    /// - Parameter type: The voice that others hear; `.none` for the user's own.
    public func setAudioChangerType(type: AudioChangerType) { change { $0.audioChangerType = type } }

    /// Sets the reverb. Not yet: the voice stays as it is.
    ///
    /// - Parameter type: The space in which the user seems to speak; `.none` for no reverb.
    public func setAudioReverbType(type: AudioReverbType) { change { $0.audioReverbType = type } }

    /// Sets whether the user hears their own voice. Not yet: the user does not hear it.
    ///
    /// An app should ask for earphones with a cable, because those with Bluetooth are too late for it.
    ///
    /// - Parameter enable: Whether to play the voice.
    public func setVoiceEarMonitorEnable(enable: Bool) { change { $0.isEarMonitorOpened = enable } }

    /// Sets the volume at which the user hears their own voice. Not yet: the user does not hear it.
    ///
    /// - Parameter volume: The volume, 0 to 150. Above 100 the voice may be distorted. A value outside the range becomes the nearest one in
    ///   it.
    public func setVoiceEarMonitorVolume(volume: Int) { change { $0.earMonitorVolume = volume.clamped(to: 0...150) } }

    /// Sets everything back: no effects, no ear monitor, and a volume of 100.
    public func reset() { change { $0 = AudioEffectState() } }

    private func change(_ change: @escaping @Sendable (inout AudioEffectState) -> Void) {
        MainQueue.run { [state] in state.update(change) }
    }
}
