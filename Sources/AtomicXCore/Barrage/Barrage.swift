public import Foundation
import OvationModel

/// A message that flies over the picture.
public struct Barrage: JSONCodable, Sendable {
    /// Which live it belongs to.
    public var liveID: String = ""
    /// Who sent it.
    public var sender = LiveUserInfo()
    /// Its place among the events of the live; larger is later, and no two messages of a live share it. 0 for a local
    /// tip.
    public var sequence: Int = 0
    /// When it was sent, in seconds since 1970.
    public var timestampInSecond: TimeInterval = 0
    /// Text for people, or data of the app's own.
    public var messageType: BarrageType = .text
    /// The text; empty for a custom message.
    public var textContent: String = ""
    /// The app's own fields of a text.
    public var extensionInfo: [String: String]? = [:]
    /// What kind of custom message it is; empty for a text.
    public var businessID: String = ""
    /// The content of a custom message; empty for a text.
    public var data: String = ""

    /// Makes an empty text.
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

/// What a message is.
public enum BarrageType: Int, JSONCodable, Sendable {
    /// Text for people.
    case text = 0
    /// Data of the app's own.
    case custom = 1
}

/// The messages of a live.
public struct BarrageState: Sendable {
    /// Messages since one entered, the last ones from before, and local tips; in the order of the live, oldest first.
    ///
    /// At most 500, or what ``Ovation/configure(serverURL:messageListMax:)`` says. In a busy live it changes every 300
    /// ms.
    public var messageList: [Barrage] = []

    /// Makes an empty list.
    public init() {}
}

/// A message of the app's own that was received.
public enum CustomMessageEvent: Sendable {
    /// Somebody sent one. It is in ``BarrageState/messageList`` too.
    case customMessageReceived(barrage: Barrage)
}
