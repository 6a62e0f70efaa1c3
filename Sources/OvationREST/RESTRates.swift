import OvationModel
import OvationRules
import Synchronization

/// What each command has left of its rate.
final class RESTRates: Sendable {
    private let limits: Limits
    private let buckets = Mutex<[String: TokenBucket]>([:])

    init(limits: Limits) { self.limits = limits }

    /// Lets a call of a command through.
    ///
    /// - Parameter now: a clock that never steps.
    func admit(_ command: RESTCommand, at now: Timestamp) throws(Rejection) {
        let perSecond = limits[keyPath: command.rate.limit]
        guard perSecond > 0 else { return }
        let isAdmitted = buckets.withLock { buckets in
            // Commands are few and fixed, so the buckets need no other bound.
            buckets[command.path, default: TokenBucket(perSecond: perSecond, burst: perSecond, at: now)].take(at: now)
        }
        guard isAdmitted else {
            throw Rejection(
                command.rate.code, "\(command.name) is called more than \(perSecond) times a second. Try again soon.")
        }
    }
}
