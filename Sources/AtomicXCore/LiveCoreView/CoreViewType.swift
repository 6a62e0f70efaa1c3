/// What a ``LiveCoreView`` is for.
public enum CoreViewType: Sendable {
    /// Somebody watches.
    case playView
    /// The host shows their own picture.
    case pushView
}
