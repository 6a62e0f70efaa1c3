import Foundation

@MainActor @objc open class UIDevice: NSObject {
    open class var current: UIDevice { fatalError() }
    open var name: String { fatalError() }
    open var model: String { fatalError() }
    open var systemVersion: String { fatalError() }
    open var userInterfaceIdiom: UIUserInterfaceIdiom { fatalError() }
}

@objc public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone, pad, tv, carPlay, mac = 5, vision
}
