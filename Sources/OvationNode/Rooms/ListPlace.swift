import OvationModel

/// Where a live stands in the list. A page continues after a place, not after a number, so that lives that come and go
/// between two calls neither hide nor double others.
struct ListPlace: Comparable {
    let viewers: Int
    let createdAt: Int64
    let liveID: LiveID

    init(_ info: RoomInfo) {
        viewers = info.totalViewerCount
        createdAt = info.createTime.milliseconds
        liveID = info.liveID
    }

    /// Reads a cursor; nil for a text that is none.
    init?(_ cursor: String) {
        let parts = cursor.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let viewers = Int(parts[0]), let createdAt = Int64(parts[1]) else { return nil }
        self.viewers = viewers
        self.createdAt = createdAt
        // Of whichever live: it only says where to go on.
        liveID = LiveID(unchecked: String(parts[2]))
    }

    var cursor: String { "\(viewers)-\(createdAt)-\(liveID)" }

    /// Most entries first, the younger first among equals.
    static func < (lhs: ListPlace, rhs: ListPlace) -> Bool {
        (rhs.viewers, rhs.createdAt, lhs.liveID.rawValue) < (lhs.viewers, lhs.createdAt, rhs.liveID.rawValue)
    }
}
