public import Foundation
public import RTCRoomEngine

/// What `TUIRoomEngine.getTRTCCloud()` answers. There is no engine of sound and picture behind it: it exists so that code compiles that
/// only hands settings to one.
///
/// It has a module of its own, because the vendor's library of sound and picture declares the same name, and an app may keep that one.
/// Import one of the two.
///
/// `@unchecked Sendable`: it has no properties.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TRTCCloud: NSObject, @unchecked Sendable {
    /// Takes settings for an engine of sound and picture, and does nothing with them.
    ///
    /// - Parameter jsonStr: what the vendor's engine would understand.
    /// - Returns: nil, because there is nothing to tell.
    @discardableResult
    open func callExperimentalAPI(_ jsonStr: String) -> String? { nil }
}

extension TUIRoomEngine {
    private static let cloud = TRTCCloud()

    /// Takes settings for an engine of sound and picture, which is not here. The same object each time.
    public func getTRTCCloud() -> TRTCCloud { Self.cloud }
}
