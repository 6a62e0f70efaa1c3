import Foundation

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
    public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
    public static let strokeColor = NSAttributedString.Key(rawValue: "NSStrokeColor")
    public static let strokeWidth = NSAttributedString.Key(rawValue: "NSStrokeWidth")
    public static let shadow = NSAttributedString.Key(rawValue: "NSShadow")
    public static let kern = NSAttributedString.Key(rawValue: "NSKern")
    public static let attachment = NSAttributedString.Key(rawValue: "NSAttachment")
}

extension NSAttributedString {
    public convenience init(attachment: NSTextAttachment) { self.init(string: "") }
    public func size() -> CGSize { fatalError() }
    public func draw(in rect: CGRect) {}
}

extension NSString {
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize { fatalError() }
    public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {}
}

@objc open class NSTextAttachment: NSObject {
    public convenience init(image: UIImage) { self.init() }
    open var image: UIImage?
    open var bounds = CGRect.zero
}

@objc open class NSParagraphStyle: NSObject {}

@objc open class NSMutableParagraphStyle: NSParagraphStyle {
    open var alignment = NSTextAlignment.natural
    open var lineBreakMode = NSLineBreakMode.byWordWrapping
    open var lineSpacing: CGFloat = 0
}

@objc open class NSShadow: NSObject {
    open var shadowOffset = CGSize.zero
    open var shadowBlurRadius: CGFloat = 0
    open var shadowColor: Any?
}
