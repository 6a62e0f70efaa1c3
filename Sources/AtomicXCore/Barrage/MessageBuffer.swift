import OvationClient

/// The last messages of a live in the order of their sequence numbers. Local tips stay where they were appended.
typealias MessageBuffer = PlacedMessages<Barrage>

extension Barrage: PlacedMessage {
    package var place: Int { sequence }
}
