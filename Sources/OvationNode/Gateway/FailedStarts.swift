import OvationBackend
import OvationModel
import OvationRules
import OvationStorage
import Synchronization

/// Starts of lives whose creation was reported as failed, and which may be kept all the same: the answer of the commit was lost.
///
/// Nobody runs such a start, and no other node ever claims it, because this node is its home. So it is closed, again and again until the
/// storage has said that it is.
///
/// Pure: the node's sweep asks once a second for those that are due.
struct FailedStarts {
    /// How many are remembered at most. A creation that fails beyond that is closed with one attempt, as many as there are.
    static let countMax = 10_000
    /// How many are tried in one sweep at most.
    static let attemptsMax = 100

    /// In the order in which they failed.
    private var waiting: [(start: LiveSessionID, at: Timestamp)] = []
    private var underWay: Set<LiveSessionID> = []

    /// How many are not known to be closed.
    var count: Int { waiting.count + underWay.count }

    /// Notes a start that is to be closed. Returns false where there are too many.
    ///
    /// - Parameter time: when it was to begin, which becomes the time of its end.
    mutating func add(_ start: LiveSessionID, at time: Timestamp) -> Bool {
        guard count < Self.countMax else { return false }
        waiting.append((start, time))
        return true
    }

    /// Takes those that are tried now.
    mutating func takeDue() -> [(start: LiveSessionID, at: Timestamp)] {
        let due = Array(waiting.prefix(Self.attemptsMax))
        waiting.removeFirst(due.count)
        underWay.formUnion(due.map(\.start))
        return due
    }

    /// An attempt has come to its end.
    ///
    /// - Parameter isClosed: whether the storage has said so. Else it is tried again.
    mutating func tried(_ start: LiveSessionID, at time: Timestamp, isClosed: Bool) {
        guard underWay.remove(start) != nil, !isClosed else { return }
        waiting.append((start, time))
    }
}

// MARK: - A node's

extension Node {
    /// Has a start closed whose creation was reported as failed. It must not count among the lives of its owner.
    func closeFailedStart(_ start: LiveSessionID, at time: Timestamp) {
        guard failedStarts.withLock({ $0.add(start, at: time) }) else {
            return services.journal.submit(.abandonStart(start, at: time), on: nil, nil)
        }
        closeFailedStarts()
    }

    /// Tries to close the starts that wait for it. Called once a second.
    func closeFailedStarts() {
        for (start, time) in failedStarts.withLock({ $0.takeDue() }) {
            services.journal.submit(.abandonStart(start, at: time), on: nil) { [weak self] result in
                self?.failedStarts.withLock { $0.tried(start, at: time, isClosed: result.isKept) }
            }
        }
    }
}

extension Result<StorageOutcome, Rejection> {
    /// Whether the storage has said what it has: that the start is closed, or is another node's by now.
    fileprivate var isKept: Bool {
        switch self {
        case .success: true
        case .failure(let rejection): rejection.code == .liveMoved
        }
    }
}
