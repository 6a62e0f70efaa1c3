#if canImport(ObjectiveC)
    import ObjectiveC

    /// Whether a view of an app's stands over a picture or behind it.
    @objc public enum ViewLayer: Int, Sendable {
        /// Over the picture.
        case foreground
        /// Behind it: seen where the camera of the seat is off.
        case background
    }
#else
    /// Whether a view of an app's stands over a picture or behind it.
    public enum ViewLayer: Int, Sendable {
        /// Over the picture.
        case foreground
        /// Behind it: seen where the camera of the seat is off.
        case background
    }
#endif
