public import OpenCombineShim
import OvationClient
import OvationModel

/// The likes of a live.
///
/// Methods may be called on any thread, and run in the order in which they were called. State, events and completions arrive on the main
/// queue.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
public class LikeStore: @unchecked Sendable {
    /// Publishes new likes, including the user's own.
    public let likeEventPublisher = PassthroughSubject<LikeEvent, Never>()
    /// The number of likes of the live.
    public let state = StatePublisher(initialState: LikeState())

    private let liveID: String
    private let runtime: StoreRuntime
    private let lane = CommandLane()

    init(liveID: String, runtime: StoreRuntime) {
        self.liveID = liveID
        self.runtime = runtime
    }

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> LikeStore { StoreHub.shared.like.store(for: liveID) }

    /// Likes the live. An app should gather taps and send them together every few seconds.
    ///
    /// - Parameters:
    ///   - count: The number of likes, 1 to 1,000.
    ///   - completion: Called on the main queue.
    public func sendLike(count: UInt = 1, completion: CompletionClosure?) {
        runtime.perform(in: lane, completion) { [liveID] client in
            guard let count = Int(exactly: count), count > 0 else {
                throw Rejection(.invalidParameter, "A live is liked at least once.")
            }
            try await client.like(count, in: try LiveID.checked(liveID))
        }
    }

    // MARK: On the stores' queue

    func handle(_ event: RoomEvent) {
        switch event {
        case .roomSnapshot(let snapshot): counted(snapshot.statistics.totalLikesReceived)
        case .roomEnded(let ended): counted(ended.statistics.totalLikesReceived)
        case .likeReceived(let received):
            counted(received.total)
            for share in Self.shares(of: received) {
                likeEventPublisher.send(
                    .onReceiveLikesMessage(liveID: liveID, totalLikesReceived: share.count, sender: share.sender))
            }
        default: break
        }
    }

    private func counted(_ total: Int) {
        let total = UInt(clamping: total)
        if total != state.value.totalLikeCount { state.update { $0.totalLikeCount = total } }
    }

    /// The new likes by sender. If there are many senders, the server names only some of them. The last named sender gets the rest, so that
    /// the numbers of all events add up to the total.
    private static func shares(of received: LikeReceived) -> [(sender: LiveUserInfo, count: UInt)] {
        var shares = received.senders.map { (sender: LiveUserInfo($0.user), count: UInt(clamping: $0.count)) }
        let named = shares.reduce(UInt(0)) { $0.addingReportingOverflow($1.count).partialValue }
        let added = UInt(clamping: received.added)
        guard added > named else { return shares }
        if shares.isEmpty { shares.append((LiveUserInfo(), 0)) }
        shares[shares.count - 1].count += added - named
        return shares
    }
}

/// The likes of a live.
public struct LikeState: JSONCodable, Sendable {
    /// The number of all likes.
    public var totalLikeCount: UInt = 0

    /// Makes the state of a live without likes.
    public init() {}
}

/// An event about likes in a live.
public enum LikeEvent: Sendable {
    /// Somebody liked the live.
    ///
    /// Despite its name, `totalLikesReceived` is the number of new likes. The total is ``LikeState/totalLikeCount``. In a busy live the
    /// server does not name all senders, and one event may carry the likes of several.
    case onReceiveLikesMessage(liveID: String, totalLikesReceived: UInt, sender: LiveUserInfo)
}
