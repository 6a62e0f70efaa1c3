import Foundation

@MainActor @objc open class UIMenuElement: NSObject {
    open var title: String { fatalError() }
    open var image: UIImage? { fatalError() }
}

public typealias UIActionHandler = (UIAction) -> Void

@MainActor @objc open class UIAction: UIMenuElement {
    public convenience init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
        discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off,
        handler: @escaping UIActionHandler
    ) { self.init() }
    open var sender: Any? { fatalError() }

    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension UIMenuElement {
    public struct Attributes: OptionSet, Sendable {
        public static let disabled = Attributes(rawValue: 1)
        public static let destructive = Attributes(rawValue: 2)
        public static let hidden = Attributes(rawValue: 4)

        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    @objc(UIMenuElementState) public enum State: Int, Sendable { case off, on, mixed }
}
