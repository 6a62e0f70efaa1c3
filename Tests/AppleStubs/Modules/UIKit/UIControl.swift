import Foundation
import ObjectiveC

@MainActor @objc open class UIControl: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { nil }
    public convenience init(frame: CGRect, primaryAction: UIAction?) { self.init(frame: frame) }

    open var isEnabled = true
    open var isSelected = false
    open var isHighlighted = false
    open var contentVerticalAlignment = ContentVerticalAlignment.center
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center
    open var state: State { fatalError() }
    open var isTracking: Bool { fatalError() }
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {}
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {}
    open func addAction(_ action: UIAction, for controlEvents: Event) {}
    open func removeAction(_ action: UIAction, for controlEvents: Event) {}
    open func sendActions(for controlEvents: Event) {}

    public struct Event: OptionSet, Sendable {
        public static let touchDown = Event(rawValue: 1 << 0)
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        public static let touchCancel = Event(rawValue: 1 << 8)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        public static let allEvents = Event(rawValue: .max)

        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public struct State: OptionSet, Hashable, Sendable {
        public static let normal = State([])
        public static let highlighted = State(rawValue: 1 << 0)
        public static let disabled = State(rawValue: 1 << 1)
        public static let selected = State(rawValue: 1 << 2)

        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    @objc(UIControlContentVerticalAlignment) public enum ContentVerticalAlignment: Int, Sendable {
        case center, top, bottom, fill
    }
    @objc(UIControlContentHorizontalAlignment) public enum ContentHorizontalAlignment: Int, Sendable {
        case center, left, right, fill, leading, trailing
    }
}
