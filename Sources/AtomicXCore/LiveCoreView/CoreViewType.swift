/// The purpose of a ``LiveCoreView``.
public enum CoreViewType: Sendable {
    /// The view shows a live to a viewer.
    case playView
    /// The view shows a host their own picture.
    case pushView
}
