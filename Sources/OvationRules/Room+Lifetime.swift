import OrderedCollections
public import OvationModel

/// When and why a live ends by itself.
extension Room {
    /// Why a live ended whose owner did not come back.
    public static let ownerOverdueMessage = "The owner was away for too long."
    /// The reason of a live that ended because it was empty.
    public static let emptyMessage = "Nobody was there for too long."

    /// Whether a live that ended with a message ended by itself.
    public static func isEndedByItself(_ message: String) -> Bool {
        message == ownerOverdueMessage || message == emptyMessage
    }

    /// Why the live is to end by itself now; nil where it goes on.
    public func overdueMessage(at now: Timestamp) -> String? { endings.first { now >= $0.at }?.message }

    /// When the live ends by itself if nothing happens, and why.
    var endings: [(at: Timestamp, message: String)] {
        var endings: [(at: Timestamp, message: String)] = []
        if let end = endsWithoutOwnerAt { endings.append((end, Self.ownerOverdueMessage)) }
        if members.isEmpty, let seconds = info.emptySeconds {
            endings.append((occupiedAt.adding(seconds: Int64(seconds)), Self.emptyMessage))
        }
        return endings
    }

    /// When the live ends by itself unless its owner comes back; nil if the owner is there, or if it goes on without them.
    public var endsWithoutOwnerAt: Timestamp? {
        guard robots.isEmpty, let since = ownerAbsentSince, let seconds = ownerAbsenceSeconds else { return nil }
        return since.adding(seconds: Int64(seconds))
    }

    /// How long it goes on without its owner; nil for ever. What the app has said of this live comes first.
    private var ownerAbsenceSeconds: Int? {
        if let seconds = info.ownerAbsenceSeconds { return seconds }
        return endsWithoutOwner && limits.ownerAbsenceSeconds > 0 ? limits.ownerAbsenceSeconds : nil
    }
}

extension Rejection {
    /// The refusal of settings that only the app may set.
    public static let settingsOfTheApp = Rejection(
        .permissionDenied, "\"popularity\", \"ownerAbsenceSeconds\" and \"emptySeconds\" are the app's alone to set.")
}
