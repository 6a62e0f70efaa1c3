/// The effects on the user's voice.
///
/// Not yet: the settings are kept here and change no sound.
public struct AudioEffectState: JSONCodable, Sendable {
    /// The voice changer.
    public var audioChangerType = AudioChangerType.none
    /// The reverb.
    public var audioReverbType = AudioReverbType.none
    /// Whether the user hears their own voice.
    public var isEarMonitorOpened = false
    /// The volume at which the user hears their own voice, 0 to 150. Above 100 it may be distorted.
    public var earMonitorVolume = 100

    /// Makes the state without effects.
    public init() {}
}
