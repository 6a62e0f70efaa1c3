import Foundation
import OvationModel
import OvationWire

/// A message of a topic.
///
/// `@unchecked Sendable` is sound because no property changes, and `payload` holds only JSON values.
public final class PubSubMessage: Equatable, @unchecked Sendable {
    /// The message's id, which is unique within the meeting.
    public let id: String
    /// The text of the message.
    public let message: String
    /// The topic.
    public let topic: String
    /// The id of the participant who published it.
    public let senderId: String
    /// The publisher's name; the id if they have none.
    public let senderName: String
    /// The time of publication, as ISO 8601 in UTC with milliseconds: `2026-11-22T14:05:00.123Z`.
    public let timestamp: String
    /// The fields that were published with the message. When many equal messages come at once, `payload["count"]` is the number of messages
    /// that this one stands for. A single message has no `count`. The numbers add up to every message.
    public let payload: [String: Any]

    init(
        id: String, message: String, topic: String, sender: UserInfo, timestamp: String, payload: [String: Any]
    ) {
        self.id = id
        self.message = message
        self.topic = topic
        senderId = sender.userID.rawValue
        senderName = sender.userName.isEmpty ? sender.userID.rawValue : sender.userName
        self.timestamp = timestamp
        self.payload = payload
    }

    /// Whether two messages have the same id and topic.
    public static func == (lhs: PubSubMessage, rhs: PubSubMessage) -> Bool {
        lhs.id == rhs.id && lhs.topic == rhs.topic
    }

    /// Makes the messages to deliver from a message of the server, one for each sender that it names. The last one also counts the senders
    /// without a name.
    static func all(_ message: TopicMessage, topic: TopicName) -> [PubSubMessage] {
        let timestamp = timestamp(message.at)
        guard message.count ?? 1 > 1 else {
            return [
                PubSubMessage(
                    id: String(message.id), message: message.message, topic: topic.rawValue, sender: message.sender,
                    timestamp: timestamp, payload: payload(message.payload))
            ]
        }
        return message.shares.enumerated().map { index, share in
            PubSubMessage(
                id: index == 0 ? String(message.id) : "\(message.id).\(index)", message: message.message,
                topic: topic.rawValue, sender: share.user, timestamp: timestamp, payload: ["count": share.count])
        }
    }

    /// Returns the fields of a JSON object. Text that is not a JSON object goes into a field named `payload`.
    private static func payload(_ text: String?) -> [String: Any] {
        guard let text else { return [:] }
        guard let fields = try? WireJSON.decode(JSONObject.self, from: Data(text.utf8)) else {
            return ["payload": text]
        }
        return fields.value
    }

    /// Formats a time as ISO 8601. It uses no formatter, because threads would have to share it.
    private static func timestamp(_ at: Timestamp) -> String {
        let (days, milliseconds) = at.milliseconds.flooredDivision(by: 86_400_000)
        // Count days since 0000-03-01, in eras of 400 years. A year that begins in March has its leap day at the end.
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
        let (seconds, rest) = (milliseconds / 1_000, milliseconds % 1_000)
        let time = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
        return "\(date)T\(time).\(digits(rest, 3))Z"
    }
}

extension Int64 {
    /// Divides and rounds down, so that the rest is never negative.
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}

/// Receives the messages of topics, on the main queue.
public protocol PubSubMessageListener {
    /// A message came, perhaps the user's own. After subscribing to a topic, its kept messages come first.
    func onMessageReceived(_ message: PubSubMessage)
}
