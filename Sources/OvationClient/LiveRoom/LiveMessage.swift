public import OvationModel

/// A message of a live as a list shows it: what somebody sent, or a tip that only this device sees.
public struct LiveMessage: Hashable, Identifiable, Sendable {
    /// What tells messages of a live apart: their place, and below 0 for tips.
    public let id: Int64
    /// Its place among the events of the live, larger is later; nil for a tip.
    public var sequence: Int64? { id < 0 ? nil : id }
    /// When it was sent, by the server's clock; nil for a tip.
    public let at: Timestamp?
    /// Who sent it, and what it says.
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

    /// The text; nil for data of the app's own.
    public var text: String? {
        if case .text(let text, _) = barrage.kind { text } else { nil }
    }
}

extension LiveMessage: PlacedMessage {
    package var place: Int { id < 0 ? 0 : Int(clamping: id) }
}
