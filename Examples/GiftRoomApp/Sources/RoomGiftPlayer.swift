import SwiftUI
import TUILiveKit

/// The gifts of a live over its picture: bullets, cards and effects, with the player of the gift kit.
struct RoomGiftPlayer: UIViewRepresentable {
    let liveID: String

    // A player without a delegate fetches and plays effects by itself.
    func makeUIView(context: Context) -> TUIGiftPlayView { TUIGiftPlayView(groupId: liveID) }

    func updateUIView(_ player: TUIGiftPlayView, context: Context) { player.setRoomId(roomId: liveID) }
}
