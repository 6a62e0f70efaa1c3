import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// A stored event of a live that is published in its turn, and its consequences.
enum KeptEvent {
    /// A charged gift. The next flush publishes it, together with others of its kind.
    case gift(GiftGathering.Gift)
    /// A change.
    case change(Change)
    /// The end of the live.
    case end(RoomEnded, data: [UInt8], durable: Int64, at: Timestamp)

    /// A change that is in force and was kept.
    struct Change {
        let name: RoomEventName
        let data: [UInt8]
        let durable: Int64
        let at: Timestamp
        /// The member that it removed.
        let removed: UserID?
        /// Whom it shows the picture no more, whether they were a member or not.
        var unshown: UserID?
        /// The message that it deletes.
        var deletedMessage: BarrageDeleted?
        /// What is published after it, without being stored.
        let publications: [RoomPublication]
    }
}

extension KeptEvent {
    /// The end of a live as it is kept; nil where it cannot be read.
    init?(end stored: StoredEvent) {
        guard case .roomEnded(let ended)? = try? RoomEvent.decode(.roomEnded, data: stored.data) else { return nil }
        self = .end(ended, data: stored.data, durable: stored.durable, at: stored.at)
    }
}
