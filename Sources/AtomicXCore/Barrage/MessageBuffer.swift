import OvationClient

/// The last messages of a live in its order, with the local tips where they were put.
typealias MessageBuffer = PlacedMessages<Barrage>

extension Barrage: PlacedMessage {
    package var place: Int { sequence }
}
