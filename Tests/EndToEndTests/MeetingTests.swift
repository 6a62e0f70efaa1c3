import Dispatch
import Foundation
import OvationClient
import Synchronization
import Testing

@testable import VideoSDKRTC

/// Meetings as an app uses them, against a real server.
@Suite(.timeLimit(.minutes(5)))
struct MeetingTests {
    /// A queue of the test's own, because the test runner needs the main queue.
    private struct SerialQueue: MeetingQueue {
        let queue = DispatchQueue(label: "meeting")

        func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

        func async(afterMilliseconds delay: Int, _ work: @escaping @Sendable () -> Void) {
            queue.asyncAfter(deadline: .now() + .milliseconds(delay), execute: work)
        }
    }

    /// Stands for an app's controller. It listens to everything and writes a line about each event.
    private final class Controller: MeetingEventListener, PubSubMessageListener, Sendable {
        let lines: AsyncStream<String>
        private let add: AsyncStream<String>.Continuation

        init() { (lines, add) = AsyncStream.makeStream(of: String.self) }

        func onMeetingJoined() { add.yield("joined") }
        func onMeetingLeft(reason: LeaveReason) { add.yield("left: \(reason)") }
        func onParticipantJoined(_ participant: Participant) { add.yield("came: \(participant.displayName)") }
        func onParticipantLeft(_ participant: Participant) { add.yield("went: \(participant.displayName)") }
        func onMeetingStateChanged(meetingState: MeetingState) { add.yield(meetingState.rawValue) }
        func onError(error: VideoSDKError) { add.yield("error: \(error)") }

        func onMessageReceived(_ message: PubSubMessage) {
            let count = (message.payload["count"] as? Int).map { " x\($0)" } ?? ""
            add.yield("\(message.topic): \(message.message)\(count) of \(message.senderName)")
        }

        /// Waits for a line, skipping others; false if there are no more lines.
        func hear(_ line: String) async -> Bool {
            for await heard in lines where heard == line { return true }
            return false
        }
    }

    private func meeting(
        _ id: String, _ user: String, _ server: TestServer, token: String = "dev", name: String? = nil
    ) -> (meeting: Meeting, controller: Controller) {
        let client = OvationClient(
            configuration: ClientConfiguration(serverURL: server.url), orderJournal: InMemoryOrderJournal())
        let meeting = Meeting(
            id: id, Credentials(token: token, participantId: user), name: name ?? user.capitalized, client: client,
            queue: SerialQueue())
        let controller = Controller()
        meeting.addEventListener(controller)
        return (meeting, controller)
    }

    @Test func `a listener hears that its meeting has ended, and is released afterwards`() async throws {
        try await TestServer.run { server in
            let (ada, adaHears) = meeting("stage", "ada", server)
            ada.join()
            #expect(await adaHears.hear("joined"))
            weak var listener: Controller?
            do {
                let page = Controller()
                ada.addEventListener(page)
                listener = page
                ada.leave()
                #expect(await page.hear("left: \(LeaveReason.manualLeaveCalled)"))
            }
            // The queue releases the listener after its last call, so a later meeting needs a new one.
            ada.join()
            let again = Controller()
            ada.addEventListener(again)
            #expect(await again.hear("joined"))
            #expect(listener == nil)
        }
    }

    @Test func `two participants meet, react, and see each other come and go`() async throws {
        try await TestServer.run { server in
            let (ada, adaHears) = meeting("stage", "ada", server)
            let (bo, boHears) = meeting("stage", "bo", server)
            ada.join()
            #expect(await adaHears.hear("CONNECTING"))
            #expect(await adaHears.hear("joined"))
            #expect(ada.meetingState == .CONNECTED)
            bo.join()
            #expect(await boHears.hear("joined"))
            #expect(await boHears.hear("came: Ada"))
            #expect(await adaHears.hear("came: Bo"))
            #expect(ada.participants["bo"]?.displayName == "Bo" && bo.participants["ada"] != nil)
            await ada.pubsub.subscribe(topic: "REACTION", forListener: adaHears)
            await bo.pubsub.subscribe(topic: "REACTION", forListener: boHears)
            bo.pubsub.publish(topic: "REACTION", message: "🔥", options: [:])
            #expect(await adaHears.hear("REACTION: 🔥 of Bo"))
            #expect(await boHears.hear("REACTION: 🔥 of Bo"))
            #expect(ada.pubsub.getMessagesForTopic("REACTION").map(\.message) == ["🔥"])
            // The user who created the meeting may leave it, and it continues.
            ada.leave()
            #expect(await adaHears.hear("left: manualLeaveCalled"))
            #expect(ada.meetingState == .DISCONNECTED)
            bo.pubsub.publish(topic: "REACTION", message: "❤️")
            #expect(await boHears.hear("REACTION: ❤️ of Bo"))
            bo.leave()
            #expect(await boHears.hear("left: manualLeaveCalled"))
        }
    }

    @Test func `every tap arrives in the counts`() async throws {
        try await TestServer.run { server in
            let (ada, hears) = meeting("stage", "ada", server)
            ada.join()
            #expect(await hears.hear("joined"))
            await ada.pubsub.subscribe(topic: "REACTION", forListener: hears)
            for _ in 1...60 { ada.pubsub.publish(topic: "REACTION", message: "🔥") }
            ada.pubsub.publish(topic: "REACTION", message: "end", payload: "{}")
            _ = await hears.hear("REACTION: end of Ada")
            // The last taps may come with the next tick.
            func told() -> Int {
                ada.pubsub.getMessagesForTopic("REACTION").filter { $0.message == "🔥" }
                    .reduce(0) { $0 + ($1.payload["count"] as? Int ?? 1) }
            }
            while told() < 60 { guard await hears.lines.first(where: { $0.contains("🔥") }) != nil else { break } }
            #expect(told() == 60)
            ada.leave()
            #expect(await hears.hear("left: manualLeaveCalled"))
        }
    }

    @Test func `late participants get the stored messages, and nobody gets those for others`() async throws {
        try await TestServer.run { server in
            let (ada, adaHears) = meeting("stage", "ada", server)
            ada.join()
            #expect(await adaHears.hear("joined"))
            ada.pubsub.publish(topic: "CHAT", message: "welcome", options: ["persist": true])
            ada.pubsub.publish(topic: "CHAT", message: "psst", options: ["persist": true, "sendOnly": ["bo", "b o"]])
            ada.pubsub.publish(topic: "CHAT", message: "mine", options: ["persist": true, "sendOnly": ["b o"]])
            ada.pubsub.publish(topic: "CHAT", message: "all", options: ["persist": true], payload: #"{"a":1}"#)
            await ada.pubsub.subscribe(topic: "CHAT", forListener: adaHears)
            #expect(await adaHears.hear("CHAT: all of Ada"))
            #expect(ada.pubsub.getMessagesForTopic("CHAT").map(\.message) == ["welcome", "psst", "mine", "all"])
            let (cy, cyHears) = meeting("stage", "cy", server)
            cy.join()
            #expect(await cyHears.hear("joined"))
            await cy.pubsub.subscribe(topic: "CHAT", forListener: cyHears)
            #expect(await cyHears.hear("CHAT: welcome of Ada"))
            #expect(await cyHears.hear("CHAT: all of Ada"))
            #expect(cy.pubsub.getMessagesForTopic("CHAT").map(\.message) == ["welcome", "all"])
            // A second listener gets the messages that have already come.
            let second = Controller()
            await cy.pubsub.subscribe(topic: "CHAT", forListener: second)
            #expect(await second.hear("CHAT: all of Ada"))
            await cy.pubsub.unsubscribe(topic: "CHAT", forListener: cyHears)
            await cy.pubsub.unsubscribe(topic: "CHAT", forListener: second)
            #expect(cy.pubsub.getMessagesForTopic("CHAT").isEmpty)
            for (one, hears) in [(ada, adaHears), (cy, cyHears)] {
                one.leave()
                #expect(await hears.hear("left: manualLeaveCalled"))
            }
        }
    }

    @Test func `refusals are reported, and a participant leaves a meeting that has ended`() async throws {
        try await TestServer.run { server in
            let (nobody, nobodyHears) = meeting("stage", "ada", server, token: "wrong")
            nobody.join()
            #expect(await nobodyHears.hear("error: INVALID_TOKEN"))
            let (nowhere, nowhereHears) = meeting("ä", "ada", server)
            nowhere.join()
            #expect(await nowhereHears.hear("error: INVALID_MEETING_ID"))
            let (ada, adaHears) = meeting("stage", "ada", server)
            ada.pubsub.publish(topic: "CHAT", message: "too early")
            #expect(await adaHears.hear("error: UNKNOWN_ERROR"))
            ada.join()
            #expect(await adaHears.hear("joined"))
            ada.pubsub.publish(topic: "", message: "x")
            #expect(await adaHears.hear("error: UNKNOWN_ERROR"))
            let (bo, boHears) = meeting("stage", "bo", server)
            bo.join()
            #expect(await boHears.hear("joined"))
            bo.end()
            #expect(await boHears.hear("error: INVALID_PERMISSIONS"))
            let backend = RESTCaller(server)
            let muted = try await backend.code(
                "mute_member", ["RoomId": "stage", "MemberList_Account": ["bo"], "MuteTime": 60])
            #expect(muted == 0)
            bo.pubsub.publish(topic: "CHAT", message: "muted")
            #expect(await boHears.hear("error: INVALID_PERMISSIONS"))
            let kicked = try await backend.code("kick_user_out", ["RoomId": "stage", "MemberList_Account": ["bo"]])
            #expect(kicked == 0)
            #expect(await boHears.hear("left: removePeer"))
            #expect(await adaHears.hear("went: Bo"))
            ada.end()
            #expect(await adaHears.hear("left: roomClose"))
        }
    }
}
