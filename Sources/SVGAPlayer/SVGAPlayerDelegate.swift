#if canImport(UIKit)
    public import UIKit

    /// Is told by a player how far it is. Every method has a body that does nothing.
    @MainActor
    public protocol SVGAPlayerDelegate: AnyObject {
        /// All loops are over. Not called where the player was stopped before.
        func svgaPlayerDidFinishedAnimation(_ player: SVGAPlayer!)
        /// Another frame is seen.
        func svgaPlayer(_ player: SVGAPlayer!, didAnimatedToFrame frame: Int)
        /// Another frame is seen: how much of the movie has been gone through, from 0 to 1.
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
