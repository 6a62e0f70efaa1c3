#if canImport(UIKit)
    public import UIKit

    /// Follows the progress of a player. Every method has an empty default implementation.
    @MainActor
    public protocol SVGAPlayerDelegate: AnyObject {
        /// All loops are complete. This is not called if the player was stopped.
        func svgaPlayerDidFinishedAnimation(_ player: SVGAPlayer!)
        /// Another frame became visible.
        func svgaPlayer(_ player: SVGAPlayer!, didAnimatedToFrame frame: Int)
        /// Another frame became visible. `percentage` is the progress through the movie, from 0 to 1.
        func svgaPlayer(_ player: SVGAPlayer!, didAnimatedToPercentage percentage: CGFloat)
    }

    extension SVGAPlayerDelegate {
        /// Does nothing.
        public func svgaPlayerDidFinishedAnimation(_ player: SVGAPlayer!) {}
        /// Does nothing.
        public func svgaPlayer(_ player: SVGAPlayer!, didAnimatedToFrame frame: Int) {}
        /// Does nothing.
        public func svgaPlayer(_ player: SVGAPlayer!, didAnimatedToPercentage percentage: CGFloat) {}
    }
#endif
