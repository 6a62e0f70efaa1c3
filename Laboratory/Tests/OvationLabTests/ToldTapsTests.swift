import OvationModel
import OvationWire
import Testing

@testable import ovation_lab

@Suite struct ToldTapsTests {
    private func count(_ messages: [TopicMessage]) -> Int {
        let event = RoomEvent.topicPublished(
            TopicPublished(topic: TopicName(unchecked: "REACTION"), messages: messages))
        let frame = FrameEncoder.event(
            room: LiveID(unchecked: "r1"),
            position: EventPosition(epoch: "e", seq: nil, durable: nil, at: Timestamp(milliseconds: 5)),
            name: .topicPublished, data: event.encodedData)
        return frame.withUnsafeBytes { bytes in
            FrameHead(bytes)?.event == .topic ? ToldTaps.count(in: bytes) : -1
        }
    }

    private func message(_ text: String, count: Int? = nil) -> TopicMessage {
        let user = UserInfo(userID: UserID(unchecked: "ada"), userName: #"{"at":1,"count":9}"#)
        return TopicMessage(
            id: 1, message: text, sender: user, at: Timestamp(milliseconds: 1_732_156_800_123), count: count,
            senders: count.map { [.init(user: user, count: $0)] })
    }

    @Test func `the taps of an event are counted, whatever its messages say`() {
        #expect(count([]) == 0)
        #expect(count([message("a")]) == 1)
        #expect(count([message("a", count: 57), message(#"{"at":1,"count":1000}"#), message("b", count: 2)]) == 60)
    }
}
