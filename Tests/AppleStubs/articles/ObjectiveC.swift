import Foundation
import RTCRoomEngine

/// What an app in Objective-C calls of the engine, by the selectors that its sources name.
enum ObjectiveCCallers {
    /// Only what Objective-C sees has a selector.
    static let selectors = [
        #selector(TUIRoomEngine.sharedInstance), #selector(TUIRoomEngine.getSelfInfo),
        #selector(TUIRoomEngine.getExtension(extensionType:)),
        #selector(TUIRoomEngine.callExperimentalAPI(jsonStr:callback:)),
        #selector(TUIRoomEngine.enableGravitySensor(enable:)),
        #selector(getter: TUILoginUserInfo.userId), #selector(getter: TUILiveInfo.roomId),
    ]
}
