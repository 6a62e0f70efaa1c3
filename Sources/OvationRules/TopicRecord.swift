public import OvationModel

/// What is kept of a topic.
public struct TopicRecord: Hashable, Sendable {
    /// One of its kept messages: whose it is and how large.
    public struct Message: Hashable, Sendable {
        /// Who sent it.
        public var sender: UserID
        /// How many bytes it takes; see ``OvationModel/TopicMessage/keptBytes``.
        public var bytes: Int

        /// Makes the share of a message.
        public init(sender: UserID, bytes: Int) {
            self.sender = sender
            self.bytes = bytes
        }
    }

    /// The number of its last message.
    public var last: Int64
    /// Its kept messages, oldest first.
    public var messages: [Message]

    /// Makes a record.
    public init(last: Int64, messages: [Message] = []) {
        self.last = last
        self.messages = messages
    }
}

extension TopicMessage {
    /// How many bytes a kept message counts: what its sender chose, and ``TopicMessage/keptBytesBeside`` for the rest.
    public var keptBytes: Int { Self.keptBytes(message, payload, to: sendOnly ?? []) }

    static func keptBytes(_ message: String, _ payload: String?, to receivers: [UserID]) -> Int {
        let ids = receivers.reduce(0) { $0 + $1.rawValue.utf8.count }
        return message.utf8.count + (payload?.utf8.count ?? 0) + ids + keptBytesBeside
    }

    /// What numbers, names and the row of a kept message count, so that empty messages are bounded too.
    public static let keptBytesBeside = 256
}
