#if canImport(UIKit)
    import QuartzCore

    extension CATransaction {
        /// Changes layers at once, where Core Animation would move them there.
        static func withoutAnimation(_ change: () -> Void) {
            begin()
            setDisableActions(true)
            change()
            commit()
        }
    }
#endif
