import OvationModel
import Synchronization

/// Counts the uploads that are under way, over all users and of each. May be called on any thread.
///
/// Each upload has its file in memory, so this is what bounds the memory that uploads take.
final class UploadGate: Sendable {
    private let allMax: Int
    private let ofUserMax: Int
    private let underWay = Mutex<[UserID: Int]>([:])

    init(limits: Limits) {
        allMax = limits.uploadsMax
        ofUserMax = limits.userUploadsMax
    }

    /// Lets an upload begin, which ``leave(_:)`` then ends. False if there are too many.
    func enter(_ user: UserID) -> Bool {
        underWay.withLock { counts in
            let own = counts[user, default: 0]
            // No more users than uploads are counted, so this sum is short.
            guard own < ofUserMax, counts.values.reduce(0, +) < allMax else { return false }
            counts[user] = own + 1
            return true
        }
    }

    /// Ends an upload.
    func leave(_ user: UserID) {
        underWay.withLock { counts in
            let left = counts[user, default: 1] - 1
            counts[user] = left > 0 ? left : nil
        }
    }

    /// How many uploads are under way.
    var count: Int { underWay.withLock { $0.values.reduce(0, +) } }
}
