public import Foundation

/// What ``TUIRoomEngine/getTRTCCloud()`` answers. There is no engine of sound and picture behind it: it exists so that code compiles that
/// only hands settings to one.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TRTCCloud: NSObject {
    /// Takes settings for an engine of sound and picture, and does nothing with them.
    ///
    /// - Parameter jsonStr: what the vendor's engine would understand.
    /// - Returns: nil, because there is nothing to tell.
    @discardableResult
    open func callExperimentalAPI(_ jsonStr: String) -> String? { nil }
}
