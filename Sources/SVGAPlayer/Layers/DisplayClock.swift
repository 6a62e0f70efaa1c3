#if canImport(UIKit)
    import Foundation
    import QuartzCore

    /// Calls back whenever the screen is drawn, until it is stopped or nobody wants it any more.
    @MainActor
    final class DisplayClock {
        /// What the system holds on to, so that nobody holds on to the player.
        private final class Target: NSObject {
            let tick: @MainActor () -> Bool

            init(_ tick: @escaping @MainActor () -> Bool) { self.tick = tick }

            @MainActor @objc func fire(_ link: CADisplayLink) {
                if !tick() { link.invalidate() }
            }
        }

        private let link: CADisplayLink

        /// Starts at once. `tick` returns whether there is to be another one.
        init(_ tick: @escaping @MainActor () -> Bool) {
            link = CADisplayLink(target: Target(tick), selector: #selector(Target.fire(_:)))
            // Effects go on while a list is scrolled.
            link.add(to: .main, forMode: .common)
        }

        /// Ends it for good.
        func stop() { link.invalidate() }
    }
#endif
