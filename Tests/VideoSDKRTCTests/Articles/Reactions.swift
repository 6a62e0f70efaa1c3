// The code of the article of this name in the catalogue of VideoSDKRTC. It is enough that it compiles.

import Foundation
import VideoSDKRTC

final class ReactionStage: MeetingEventListener, PubSubMessageListener, Sendable {
    private let meeting: Meeting
    private let show: @Sendable (_ emoji: String, _ copies: Int, _ sender: String) -> Void

    init(
        meetingId: String, name: String, userSig: String,
        show: @escaping @Sendable (_ emoji: String, _ copies: Int, _ sender: String) -> Void
    ) {
        VideoSDK.serverURL = "wss://live.example.com"
        VideoSDK.config(token: userSig)
        meeting = VideoSDK.initMeeting(
            meetingId: meetingId, participantName: name, micEnabled: false, webcamEnabled: false)
        self.show = show
        meeting.addEventListener(self)
        meeting.join()
    }

    func onMeetingJoined() {
        Task { await meeting.pubsub.subscribe(topic: "REACTION", forListener: self) }
    }

    func onMessageReceived(_ message: PubSubMessage) {
        let copies = message.payload["count"] as? Int ?? 1
        show(message.message, copies, message.senderName)
    }

    func onError(error: VideoSDKError) {
        if error == .INVALID_PERMISSIONS { print("You may not react in this meeting.") }
    }

    func react(_ emoji: String) {
        meeting.pubsub.publish(topic: "REACTION", message: emoji)
    }

    func leave() {
        Task {
            await meeting.pubsub.unsubscribe(topic: "REACTION", forListener: self)
            meeting.leave()
        }
    }
}

func chat(_ meeting: Meeting) {
    meeting.pubsub.publish(topic: "CHAT", message: "hello", options: ["persist": true])
    meeting.pubsub.publish(topic: "CHAT", message: "for you alone", options: ["sendOnly": ["grace"]])
    meeting.pubsub.publish(topic: "POLL", message: "vote", payload: #"{"answer":"b"}"#)
}

func enter(_ controller: some MeetingEventListener, userSig: String) -> Meeting {
    VideoSDK.config(token: userSig)
    let meeting = VideoSDK.initMeeting(
        meetingId: "stage", participantName: "Ada", micEnabled: false, webcamEnabled: false)
    meeting.addEventListener(controller)
    meeting.join()
    return meeting
}
