import Foundation
import OvationModel
import OvationWire

/// A message of a topic.
///
/// `@unchecked Sendable`: nothing of it changes; `payload` holds what a JSON object can hold.
public final class PubSubMessage: Equatable, @unchecked Sendable {
    /// Which message; no two of a meeting have the same.
    public let id: String
    /// What it says.
    public let message: String
    /// Which topic.
    public let topic: String
    /// Who published it.
    public let senderId: String
    /// Their name; the id where they have none.
    public let senderName: String
    /// When, as ISO 8601 in UTC with milliseconds: `2026-11-22T14:05:00.123Z`.
    public let timestamp: String
    /// The fields that were published with it. In a storm of equal messages, `payload["count"]` is the number of them that this one
    /// stands for; of a message that stands for itself there is none. The numbers add up.
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

    /// Whether two are the same message.
    public static func == (lhs: PubSubMessage, rhs: PubSubMessage) -> Bool {
        lhs.id == rhs.id && lhs.topic == rhs.topic
    }

    /// What is shown of a message of the server: once for each sender that it names. The last one has those without a name.
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

    /// The fields of a JSON object; a text that is none is under the name `payload`.
    private static func payload(_ text: String?) -> [String: Any] {
        guard let text else { return [:] }
        guard let fields = try? WireJSON.decode(JSONObject.self, from: Data(text.utf8)) else {
            return ["payload": text]
        }
        return fields.value
    }

    /// Without a formatter, which would have to be shared between threads.
    private static func timestamp(_ at: Timestamp) -> String {
        let (days, milliseconds) = at.milliseconds.flooredDivision(by: 86_400_000)
        // Days since 0000-03-01, in eras of 400 years; a year that begins in March has its leap day last.
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
    /// The quotient that is not larger than the true one, and what is left, which is not negative.
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}

/// Hears the messages of topics, on the main queue.
public protocol PubSubMessageListener {
    /// A message came: somebody's, or one's own. First, once it is listened to a topic, those that were kept.
    func onMessageReceived(_ message: PubSubMessage)
}
