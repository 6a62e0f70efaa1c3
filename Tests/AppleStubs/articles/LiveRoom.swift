// The code of the articles about LiveRoom and its views. It is enough that it compiles.

import OvationClient
import OvationModel
import SwiftUI
import TUILiveKit

private func play(_ event: LiveRoomEvent) {}

private func openRecharge() {}

struct LiveView: View {
    let room: LiveRoom

    var body: some View {
        VStack {
            Text("\(room.viewerCount) watch")
            List(room.messages) { message in Text(message.text ?? "") }
        }
        .task { for await event in room.events() { play(event) } }
    }
}

struct LiveStage: View {
    let room: LiveRoom
    let reactions: ReactionModel
    let topic: TopicName

    var body: some View {
        ZStack(alignment: .bottom) {
            GiftStage(room)
            ReactionOverlay(reactions)
            GiftPanel(room) { openRecharge() }
        }
        .task { try? await reactions.show(topic, of: room) }
    }
}
