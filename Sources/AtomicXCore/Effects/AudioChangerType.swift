/// A voice changer: the voice that others hear instead of the user's own.
public enum AudioChangerType: Int, JSONCodable, Sendable {
    /// The user's own voice.
    case none = 0
    /// A child.
    case child = 1
    /// A little girl.
    case littleGirl = 2
    /// A man.
    case man = 3
    /// A singer of heavy metal.
    case heavyMetal = 4
    /// Somebody who has a cold.
    case cold = 5
    /// Somebody with a foreign accent.
    case foreigner = 6
    /// A trapped beast.
    case trappedBeast = 7
    /// A heavy, lazy person.
    case fatso = 8
    /// A voice through a strong electric current.
    case strongCurrent = 9
    /// A heavy machine.
    case heavyMachinery = 10
    /// An ethereal voice.
    case ethereal = 11
}
