// The code of the catalogue's page of RTCRoomEngine. It is enough that it compiles.

import RTCRoomEngine

final class Screen: TUIRoomObserver {
    func open() {
        TUIRoomEngine.sharedInstance().addObserver(self)
        TUIRoomEngine.sharedInstance().getRoomMetadata(["LayoutType"]) { values in
            print(values)
        } onError: { error, message in
            print(error.rawValue, message)
        }
    }

    func onRoomDismissed(roomId: String, reason: TUIRoomDismissedReason) { print("\(roomId) is over") }
}
