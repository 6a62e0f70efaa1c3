import Foundation

@MainActor @objc open class UITextField: UIControl, UIContentSizeCategoryAdjusting {
    open var text: String?
    open var attributedText: NSAttributedString?
    open var textColor: UIColor?
    open var font: UIFont?
    open var textAlignment = NSTextAlignment.natural
    open var placeholder: String?
    open var keyboardType = UIKeyboardType.default
    open var returnKeyType = UIReturnKeyType.default
    open var adjustsFontForContentSizeCategory = false
    open weak var delegate: (any UITextFieldDelegate)?
}

@MainActor @objc public protocol UITextFieldDelegate: AnyObject {
    @objc optional func textFieldDidBeginEditing(_ textField: UITextField)
    @objc optional func textFieldDidEndEditing(_ textField: UITextField)
    @objc optional func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

@objc public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
}

@objc public enum UIReturnKeyType: Int, Sendable { case `default`, go, google, join, next, route, search, send, yahoo, done }
