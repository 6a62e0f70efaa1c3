@_exported import Foundation
import ObjectiveC
@_exported import QuartzCore

@MainActor @objc open class UIResponder: NSObject {
    public override init() { super.init() }

    open var next: UIResponder? { fatalError() }
    open var canBecomeFirstResponder: Bool { false }
    open var isFirstResponder: Bool { fatalError() }
    @discardableResult open func becomeFirstResponder() -> Bool { fatalError() }
    @discardableResult open func resignFirstResponder() -> Bool { fatalError() }
    open var inputView: UIView? { nil }
    open var inputAccessoryView: UIView? { nil }

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}

    // Of NSObject in the system, which a stub cannot extend with what is overridden.
    open var isAccessibilityElement = false
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
    open var accessibilityValue: String?
    open var accessibilityTraits = UIAccessibilityTraits.none
    open var accessibilityElements: [Any]?
    open var accessibilityElementsHidden = false
    open var accessibilityViewIsModal = false
    open var accessibilityFrame = CGRect.zero
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    open var shouldGroupAccessibilityChildren = false
    open func accessibilityActivate() -> Bool { false }
    open func accessibilityIncrement() {}
    open func accessibilityDecrement() {}
    open func accessibilityPerformEscape() -> Bool { false }
}

@MainActor @objc open class UITouch: NSObject {
    open func location(in view: UIView?) -> CGPoint { fatalError() }
    open var view: UIView? { fatalError() }
    open var tapCount: Int { fatalError() }
}

@MainActor @objc open class UIEvent: NSObject {
    open var allTouches: Set<UITouch>? { fatalError() }
}
