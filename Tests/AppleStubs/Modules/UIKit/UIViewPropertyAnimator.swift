import Foundation

@MainActor @objc open class UIViewPropertyAnimator: NSObject {
    public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        self.init()
    }
    public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        self.init()
    }
    open func addAnimations(_ animation: @escaping () -> Void) {}
    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {}
    open func startAnimation() {}
    open func startAnimation(afterDelay delay: TimeInterval) {}
    open func pauseAnimation() {}
    open func stopAnimation(_ withoutFinishing: Bool) {}
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {}
    open var isRunning: Bool { fatalError() }
    open var fractionComplete: CGFloat = 0
}

@objc public enum UIViewAnimatingPosition: Int, Sendable { case end, start, current }

extension UIView {
    @objc(UIViewAnimationCurve) public enum AnimationCurve: Int, Sendable { case easeInOut, easeIn, easeOut, linear }
}
