import NIOCore
import OvationBroker
import OvationModel
import OvationObservability
import OvationStorage
import OvationSupport
import Synchronization

/// Says over the broker once a second that this node is there, and finds out whether the others hear it. See ``HeardNodes``.
final class PeerWatch: Sendable {
    private struct State {
        var nodes: HeardNodes
        var senders = KnownSenders()
        var subscription: (any BrokerSubscription)?
    }

    private let link: NodeLink
    private let clock: ServerClock
    private let state: Mutex<State>

    init(_ link: NodeLink, clock: ServerClock) {
        self.link = link
        self.clock = clock
        state = Mutex(State(nodes: HeardNodes(own: link.node)))
    }

    /// Whether most of the others, who live, are not heard.
    var isApart: Bool { state.withLock { $0.nodes.isApart } }

    /// The nodes that live and are not heard.
    var unheard: [NodeRun] { state.withLock { $0.nodes.unheard } }

    /// Begins to hear of the others.
    func start(on eventLoop: any EventLoop) throws(BrokerFailure) {
        let subscription = try link.listen(
            to: .nodes(in: link.cluster), on: { eventLoop.execute($0) },
            { [weak self] frame in if let frame { self?.take(frame) } })
        state.withLock { $0.subscription = subscription }
    }

    /// Says that this node is there.
    func beat() { link.publish([], to: .nodes(in: link.cluster)) }

    /// Compares who is heard with who lives.
    ///
    /// - Returns: the names of those who are not heard, where that this node is apart from them has changed; nil otherwise.
    func look(at nodes: [ClusterNode]) -> [String]? {
        let living = nodes.filter { $0.state == .serving && $0.leaseAge < Self.leaseAgeMax }
            .compactMap { node in UInt16(exactly: node.seat.slot).map { (slot: $0, node: node) } }
        let now = clock.monotonic().milliseconds
        let isConnected = link.broker.state == .connected
        let unheard = state.withLock { state -> [NodeRun]? in
            let runs = living.map { NodeRun(slot: $0.slot, incarnation: $0.node.seat.incarnation) }
            let hasChanged = state.nodes.look(at: runs, isConnected: isConnected, at: now)
            return hasChanged ? state.nodes.unheard : nil
        }
        link.metrics.isApart(isApart)
        return unheard.map { unheard in
            living.filter { living in unheard.contains { $0.slot == living.slot } }.map(\.node.name)
        }
    }

    /// How old a lease may be for its node to count as living.
    private static let leaseAgeMax = Duration.seconds(3)

    private func take(_ received: LinkFrame) {
        let now = clock.monotonic().milliseconds
        let isNew = state.withLock { state in
            // What this node says comes back to it.
            guard received.frame.sender != link.node else { return true }
            guard state.senders.take(received.frame) else { return false }
            state.nodes.hear(received.frame.sender, at: now)
            return true
        }
        if !isNew { link.metrics.crossingRefused(.repeated) }
    }
}
