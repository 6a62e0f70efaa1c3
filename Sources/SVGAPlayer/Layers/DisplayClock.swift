#if canImport(UIKit)
    import Foundation
    import QuartzCore

    /// Calls back on every screen refresh, until it is stopped or the callback asks it to end.
    @MainActor
    final class DisplayClock {
        /// The target of the display link. It keeps the link from retaining the player.
        private final class Target: NSObject {
            let tick: @MainActor () -> Bool

            init(_ tick: @escaping @MainActor () -> Bool) { self.tick = tick }

            @MainActor @objc func fire(_ link: CADisplayLink) {
                if !tick() { link.invalidate() }
            }
        }

        private let link: CADisplayLink

        /// Starts at once. `tick` returns false to end the callbacks.
        init(_ tick: @escaping @MainActor () -> Bool) {
            link = CADisplayLink(target: Target(tick), selector: #selector(Target.fire(_:)))
            // Common modes keep effects running while the user scrolls.
            link.add(to: .main, forMode: .common)
        }

        /// Stops permanently.
        func stop() { link.invalidate() }
    }
#endif
