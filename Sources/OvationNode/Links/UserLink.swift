import NIOCore
import OvationBroker
import OvationModel
import OvationObservability
import Synchronization

/// What the nodes of a cluster tell each other about users. A node hears of those who have a session at it.
///
/// A notice that gets lost is not sent again: a balance comes with the next change and with `wallet.get`, a profile with the next login,
/// and a session too many goes when another one is opened.
final class UserLink: Sendable {
    private struct State {
        var subscriptions: [UserID: any BrokerSubscription] = [:]
        var senders = KnownSenders()
    }

    private let link: NodeLink
    private let eventLoops: [any EventLoop]
    private let isHere: @Sendable (UserID) -> Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - eventLoops: where notices are read; those of one user on the same one.
    ///   - isHere: whether a user has a session at this node.
    init(_ link: NodeLink, on eventLoops: [any EventLoop], isHere: @escaping @Sendable (UserID) -> Bool) {
        self.link = link
        self.eventLoops = eventLoops
        self.isHere = isHere
    }

    /// How many users are listened to.
    var usersCount: Int { state.withLock { $0.subscriptions.count } }

    /// Listens to a user who has a session here, and no longer to one who has none. To be called after every change of that.
    ///
    /// - Parameter handler: called with what other nodes tell.
    func follow(_ user: UserID, _ handler: @escaping @Sendable (UserNotice) -> Void) {
        // Asked with the lock held: of two changes at once the later call sees both.
        state.withLock { state in
            guard isHere(user) else {
                state.subscriptions.removeValue(forKey: user)?.cancel()
                return
            }
            guard state.subscriptions[user] == nil else { return }
            let eventLoop = eventLoops[Int(user.rawValue.utf8.reduce(0) { $0 &* 31 &+ UInt32($1) }) % eventLoops.count]
            do throws(BrokerFailure) {
                state.subscriptions[user] = try link.listen(
                    to: .user(user, in: link.cluster), on: { eventLoop.execute($0) },
                    { [weak self] frame in if let frame { self?.take(frame, of: user, handler) } })
            } catch {
                // The broker was closed: the server ends.
                return
            }
        }
    }

    /// Tells the other nodes that have a session of a user.
    func tell(_ user: UserID, _ notice: UserNotice) { link.publish(notice.bytes, to: .user(user, in: link.cluster)) }

    /// Whether other nodes have a session of a user.
    enum Presence: Sendable {
        /// One of them has.
        case present
        /// Nobody listens to the user: none has, of the nodes that the broker reaches.
        case absent
        /// It is not known: the broker is away, or no answer came in time.
        case unknown
    }

    /// How long a node may take to say that it has a session of a user.
    private static let answerTime = TimeAmount.seconds(5)

    /// Asks the other nodes whether one has a session of a user who has none here.
    ///
    /// The broker knows who listens to the user, so nobody is asked where nobody has one.
    func presence(of user: UserID) async -> Presence {
        await withCheckedContinuation { (continuation: CheckedContinuation<Presence, Never>) in
            let answered = Answered()
            let end: @Sendable (Presence) -> Void = { if answered.isFirst() { continuation.resume(returning: $0) } }
            let asked = link.ask(UserNotice.present.bytes, at: .user(user, in: link.cluster)) { result in
                switch result {
                case .success: end(.present)
                case .failure(.noResponders): end(.absent)
                case .failure: end(.unknown)
                }
            }
            eventLoops[0].scheduleTask(in: Self.answerTime) {
                asked?.cancel()
                end(.unknown)
            }
        }
    }

    /// Says once that it is the first answer.
    private final class Answered: Sendable {
        private let state = Atomic(false)

        func isFirst() -> Bool { !state.exchange(true, ordering: .acquiringAndReleasing) }
    }

    private func take(_ received: LinkFrame, of user: UserID, _ handler: (UserNotice) -> Void) {
        // What this node tells comes back to it.
        guard received.frame.sender != link.node else { return }
        guard state.withLock({ $0.senders.take(received.frame) }) else {
            return link.metrics.crossingRefused(.repeated)
        }
        do throws(MalformedLinkBody) {
            let notice = try UserNotice(received.frame.body)
            guard notice == .present else { return handler(notice) }
            if isHere(user) { link.answer([], to: received) }
        } catch {
            link.metrics.crossingRefused(.malformed)
        }
    }
}
