#if canImport(UIKit)
    import QuartzCore

    extension CATransaction {
        /// Changes layers without Core Animation's implicit animations.
        static func withoutAnimation(_ change: () -> Void) {
            begin()
            setDisableActions(true)
            change()
            commit()
        }
    }
#endif
