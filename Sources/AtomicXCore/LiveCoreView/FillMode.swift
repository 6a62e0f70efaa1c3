/// How a picture fills its view.
///
/// Not yet: no view has this setting.
public enum FillMode: Sendable {
    /// The picture covers the whole view. What does not fit is cut off.
    case fill
    /// The whole picture is in the view. The rest of the view stays empty.
    case fit
}
