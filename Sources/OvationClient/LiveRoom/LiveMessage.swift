public import OvationModel

/// A message in a live's message list. It was sent by somebody, or it is a tip that only this device shows.
public struct LiveMessage: Hashable, Identifiable, Sendable {
    /// The message's id in its live. It is negative for tips, and the message's sequence number otherwise.
    public let id: Int64
    /// The sequence number among the events of the live. A larger number is later. It is nil for a tip.
    public var sequence: Int64? { id < 0 ? nil : id }
    /// The time at which it was sent, by the server's clock; nil for a tip.
    public let at: Timestamp?
    /// The sender and the content.
    public let barrage: Barrage

    init(_ barrage: Barrage, sequence: Int64, at: Timestamp) {
        id = max(1, sequence)
        self.at = at
        self.barrage = barrage
    }

    init(tip: Barrage, number: Int64) {
        id = -number
        at = nil
        barrage = tip
    }

    /// The text; nil if the message carries the app's own data.
    public var text: String? {
        if case .text(let text, _) = barrage.kind { text } else { nil }
    }
}

extension LiveMessage: PlacedMessage {
    package var place: Int { id < 0 ? 0 : Int(clamping: id) }
}
