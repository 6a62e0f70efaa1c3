import AtomicXCore
import SwiftUI

/// An app with one live: its messages, its gifts over the picture, and a panel that sends them.
@main
struct GiftRoomApp: App {
    init() {
        // `make run` on the Mac beside the simulator. Without this line it is the key OvationServerURL of Info.plist.
        Ovation.configure(serverURL: "ws://127.0.0.1:8080")
    }

    var body: some Scene {
        WindowGroup { RoomScreen(model: RoomModel(liveID: "demo_music")) }
    }
}
