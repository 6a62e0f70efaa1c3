import NIOCore
import OvationBroker
import OvationObservability
import Synchronization

/// Tells the other nodes that there are lives without a home, which they would find a second later otherwise. Nothing of it is sent again.
final class HomelessLink: Sendable {
    private struct State {
        var senders = KnownSenders()
        var subscription: (any BrokerSubscription)?
    }

    private let link: NodeLink
    private let state = Mutex(State())

    init(_ link: NodeLink) { self.link = link }

    /// Begins to hear of them.
    ///
    /// - Parameter onHomeless: called on the event loop when another node has given lives back.
    func start(on eventLoop: any EventLoop, _ onHomeless: @escaping @Sendable () -> Void) throws(BrokerFailure) {
        let subscription = try link.listen(
            to: .homeless(in: link.cluster), on: { eventLoop.execute($0) },
            { [weak self] frame in if let self, let frame, isNew(frame) { onHomeless() } })
        state.withLock { $0.subscription = subscription }
    }

    /// Tells that this node has given lives back.
    func tell() { link.publish([], to: .homeless(in: link.cluster)) }

    private func isNew(_ received: LinkFrame) -> Bool {
        guard received.frame.sender != link.node else { return false }
        let isNew = state.withLock { $0.senders.take(received.frame) }
        if !isNew { link.metrics.crossingRefused(.repeated) }
        return isNew
    }
}
