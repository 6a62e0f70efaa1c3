import Foundation

@MainActor @objc open class UIFeedbackGenerator: NSObject {
    open func prepare() {}
}

@MainActor @objc open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    public convenience init(style: FeedbackStyle) { self.init() }
    open func impactOccurred() {}
    open func impactOccurred(intensity: CGFloat) {}

    @objc(UIImpactFeedbackStyle) public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }
}

@MainActor @objc open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    open func selectionChanged() {}
}

@MainActor @objc open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    open func notificationOccurred(_ notificationType: FeedbackType) {}

    @objc(UINotificationFeedbackType) public enum FeedbackType: Int, Sendable { case success, warning, error }
}
