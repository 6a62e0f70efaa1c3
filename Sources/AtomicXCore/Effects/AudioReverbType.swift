/// A reverb: the space in which the user seems to speak.
public enum AudioReverbType: Int, JSONCodable, Sendable {
    /// No reverb.
    case none = 0
    /// A karaoke room.
    case ktv = 1
    /// A small room.
    case smallRoom = 2
    /// An auditorium.
    case auditorium = 3
    /// A deep sound.
    case deep = 4
    /// A loud, resonant sound.
    case loud = 5
    /// A metallic sound.
    case metallic = 6
    /// A magnetic sound.
    case magnetic = 7
}
