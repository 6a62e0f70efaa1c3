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
                    { [weak self] frame in if let frame { self?.take(frame, handler) } })
            } catch {
                // The broker was closed: the server ends.
                return
            }
        }
    }

    /// Tells the other nodes that have a session of a user.
    func tell(_ user: UserID, _ notice: UserNotice) { link.publish(notice.bytes, to: .user(user, in: link.cluster)) }

    private func take(_ received: LinkFrame, _ handler: (UserNotice) -> Void) {
        // What this node tells comes back to it.
        guard received.frame.sender != link.node else { return }
        guard state.withLock({ $0.senders.take(received.frame) }) else {
            return link.metrics.crossingRefused(.repeated)
        }
        do throws(MalformedLinkBody) { handler(try UserNotice(received.frame.body)) } catch {
            link.metrics.crossingRefused(.malformed)
        }
    }
}
