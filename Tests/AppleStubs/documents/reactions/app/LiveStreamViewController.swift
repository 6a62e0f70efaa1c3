import Foundation
import Combine
import VideoSDKRTC

final class LiveStreamViewController: ObservableObject, PubSubMessageListener, MeetingEventListener {
    var meeting: Meeting?

    // document: Step 8: a reactions array

    @Published var reactions: [String] = []

    // document: Step 8: a sendTheReaction method

    func sendTheReaction(_ emoji: Emoji) {
        print("Sending reaction: \(emoji.value)")
        self.meeting?.pubsub.publish(topic: "REACTION", message: emoji.value, options: [:])
    }

    // document: Step 8: PubSub handling in the onMessageReceived method

    func onMessageReceived(_ message: VideoSDKRTC.PubSubMessage) {
        print("Message Received:= " + message.message)
        if message.topic == "REACTION" {
            DispatchQueue.main.async {
                print("Received reaction: \(message.message)")
                self.reactions.append(message.message)
                DispatchQueue.main.asyncAfter(deadline: .now() + 3) {
                    if let index = self.reactions.firstIndex(of: message.message) {
                        self.reactions.remove(at: index)
                    }
                }
            }
        }
        // Your other message handlers...
    }

    // document: Step 8: PubSub subscription in onMeetingJoined

    func onMeetingJoined() {
        // Your existing code...
        Task {
            await meeting?.pubsub.subscribe(topic: "REACTION", forListener: self)
            // Your other subscriptions...
        }
    }
}  // added: the end of the class
