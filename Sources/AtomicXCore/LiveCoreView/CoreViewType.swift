/// What a ``LiveCoreView`` is for.
public enum CoreViewType: Sendable {
    /// The user watches.
    case playView
    /// The host shows their own picture.
    case pushView
}
