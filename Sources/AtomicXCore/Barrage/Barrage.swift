public import Foundation
import OvationModel

/// A chat message of a live.
public struct Barrage: JSONCodable, Sendable {
    /// The id of the live that it belongs to.
    public var liveID: String = ""
    /// The sender.
    public var sender = LiveUserInfo()
    /// The sequence number among the events of the live. A larger number is later, and no two messages of a live share one. It is 0 for a
    /// local tip.
    public var sequence: Int = 0
    /// The time at which it was sent, in seconds since 1970.
    public var timestampInSecond: TimeInterval = 0
    /// Whether it is a text, or a custom message with the app's own data.
    public var messageType: BarrageType = .text
    /// The text; empty for a custom message.
    public var textContent: String = ""
    /// The app's own fields that travel with a text.
    public var extensionInfo: [String: String]? = [:]
    /// The kind of custom message; empty for a text.
    public var businessID: String = ""
    /// The content of a custom message; empty for a text.
    public var data: String = ""

    /// Makes an empty text message.
    public init() {}

    init(_ barrage: OvationModel.Barrage, liveID: String, seq: Int64, at: Timestamp) {
        self.liveID = liveID
        sender = LiveUserInfo(barrage.sender)
        sequence = Int(clamping: seq)
        timestampInSecond = Double(at.milliseconds) / 1000
        switch barrage.kind {
        case .text(let text, let extensionInfo):
            textContent = text
            self.extensionInfo = extensionInfo
        case .custom(let businessID, let data):
            messageType = .custom
            self.businessID = businessID
            self.data = data
        }
    }
}

/// The type of a message.
public enum BarrageType: Int, JSONCodable, Sendable {
    /// A text that people read.
    case text = 0
    /// A custom message with the app's own data.
    case custom = 1
}

/// The messages of a live.
public struct BarrageState: Sendable {
    /// The messages since the user entered, the last ones from before, and local tips; oldest first.
    ///
    /// The list has at most 500 messages, or the number set with ``Ovation/configure(serverURL:messageListMax:)``. In a busy live it
    /// changes every 300 ms.
    public var messageList: [Barrage] = []
    /// The pinned messages, the latest last. The vendor's store has no such list.
    public var pinnedMessageList: [Barrage] = []
    /// The words that the live looks for in texts of its viewers, oldest first, as ``BarrageStore/fetchFilterWords(completion:)`` or this
    /// user's last change found them. It is empty before. The vendor's store has no such list.
    public var filterWordList: [BarrageFilterWord] = []

    /// Makes an empty list.
    public init() {}
}

/// The arrival of a custom message.
public enum CustomMessageEvent: Sendable {
    /// Somebody sent a custom message. It is in ``BarrageState/messageList`` too.
    case customMessageReceived(barrage: Barrage)
}
