import Foundation
import ObjectiveC

public enum UIAccessibility {
    @MainActor public static var isVoiceOverRunning: Bool { fatalError() }
    @MainActor public static var isReduceMotionEnabled: Bool { fatalError() }
    @MainActor public static var isReduceTransparencyEnabled: Bool { fatalError() }
    @MainActor public static var isDarkerSystemColorsEnabled: Bool { fatalError() }
    @MainActor public static var isBoldTextEnabled: Bool { fatalError() }
    @MainActor public static var prefersCrossFadeTransitions: Bool { fatalError() }

    public static let voiceOverStatusDidChangeNotification = NSNotification.Name("voiceOverStatus")
    public static let reduceMotionStatusDidChangeNotification = NSNotification.Name("reduceMotionStatus")
    public static let announcementDidFinishNotification = NSNotification.Name("announcementDidFinish")

    public static func post(notification: UIAccessibility.Notification, argument: Any?) {}

    public struct Notification: RawRepresentable, Hashable, Sendable {
        public static let announcement = Notification(rawValue: 1)
        public static let layoutChanged = Notification(rawValue: 2)
        public static let screenChanged = Notification(rawValue: 3)

        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
    }
}

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public static let none = UIAccessibilityTraits([])
    public static let button = UIAccessibilityTraits(rawValue: 1)
    public static let link = UIAccessibilityTraits(rawValue: 2)
    public static let image = UIAccessibilityTraits(rawValue: 4)
    public static let selected = UIAccessibilityTraits(rawValue: 8)
    public static let staticText = UIAccessibilityTraits(rawValue: 16)
    public static let header = UIAccessibilityTraits(rawValue: 32)
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 64)
    public static let adjustable = UIAccessibilityTraits(rawValue: 128)
    public static let notEnabled = UIAccessibilityTraits(rawValue: 256)
    public static let allowsDirectInteraction = UIAccessibilityTraits(rawValue: 512)

    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

@MainActor @objc open class UIAccessibilityElement: UIResponder {
    public init(accessibilityContainer container: Any) { super.init() }
    open var accessibilityFrameInContainerSpace = CGRect.zero
}

@MainActor @objc open class UIAccessibilityCustomAction: NSObject {
    public typealias Handler = (UIAccessibilityCustomAction) -> Bool

    public init(name: String, actionHandler: Handler?) { super.init() }
    public init(name: String, target: Any?, selector: Selector) { super.init() }
    open var name = ""
}
