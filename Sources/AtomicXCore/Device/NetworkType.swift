/// The kind of network that a device uses.
public enum NetworkType: Int, JSONCodable, Sendable {
    /// The kind is not known.
    case unknown = 0
    /// Wi-Fi.
    case wifi = 1
    /// A mobile network.
    case cellular = 2
}
