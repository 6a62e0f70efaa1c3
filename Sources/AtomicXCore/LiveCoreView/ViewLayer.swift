#if canImport(ObjectiveC)
    import ObjectiveC

    /// Whether an app's view is over a picture or behind it.
    @objc public enum ViewLayer: Int, Sendable {
        /// The view is over the picture.
        case foreground
        /// The view is behind the picture. It shows while the seat's camera is off.
        case background
    }
#else
    /// Whether an app's view is over a picture or behind it.
    public enum ViewLayer: Int, Sendable {
        /// The view is over the picture.
        case foreground
        /// The view is behind the picture. It shows while the seat's camera is off.
        case background
    }
#endif
