import NIOCore
import OvationBroker
import OvationModel
import OvationObservability
import OvationStorage
import OvationSupport
import Synchronization

/// Says over the broker once a second that this node is there, and finds out whether the others hear it. See ``HeardNodes``. On the same
/// subject a node tells all others what concerns all of them.
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
    ///
    /// - Parameters:
    ///   - onLeft: called on the event loop with a process that answers nothing any more.
    ///   - onNotice: called on the event loop with what another node tells, and with nil where something of it was lost.
    func start(
        on eventLoop: any EventLoop, onLeft: @escaping @Sendable (NodeRun) -> Void = { _ in },
        _ onNotice: @escaping @Sendable (NodeNotice?) -> Void = { _ in }
    ) throws(BrokerFailure) {
        let subscription = try link.listen(
            to: .nodes(in: link.cluster), on: { eventLoop.execute($0) },
            { [weak self] frame in
                guard let self else { return }
                guard let frame else { return onNotice(nil) }
                guard let notice = take(frame) else { return }
                if notice == .left { onLeft(frame.frame.sender) }
                onNotice(notice)
            })
        state.withLock { $0.subscription = subscription }
    }

    /// Says that this node is there.
    func beat() { tell(.here) }

    /// Tells all other nodes something.
    func tell(_ notice: NodeNotice) { link.publish(notice.bytes, to: .nodes(in: link.cluster)) }

    /// Whether what others tell at this moment would be heard.
    var isHearing: Bool { link.broker.state == .connected }

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

    /// Whether all others that serve are heard at this moment. Those whose lease is old count too: until they are fenced, their sessions
    /// may go on.
    func hears(_ nodes: [ClusterNode]) -> Bool {
        guard isHearing else { return false }
        let serving = nodes.filter { $0.state == .serving }
        let runs = serving.compactMap { node in
            UInt16(exactly: node.seat.slot).map { NodeRun(slot: $0, incarnation: node.seat.incarnation) }
        }
        let now = clock.monotonic().milliseconds
        return runs.count == serving.count && state.withLock { $0.nodes.hears(runs, at: now) }
    }

    /// How old a lease may be for its node to count as living.
    private static let leaseAgeMax = Duration.seconds(3)

    /// Notes a frame. Returns what another node tells by it; nil for nothing.
    private func take(_ received: LinkFrame) -> NodeNotice? {
        // What this node says comes back to it.
        guard received.frame.sender != link.node else { return nil }
        let now = clock.monotonic().milliseconds
        let isNew = state.withLock { state in
            guard state.senders.take(received.frame) else { return false }
            state.nodes.hear(received.frame.sender, at: now)
            return true
        }
        guard isNew else {
            link.metrics.crossingRefused(.repeated)
            return nil
        }
        do throws(MalformedLinkBody) { return try NodeNotice(received.frame.body) } catch {
            link.metrics.crossingRefused(.malformed)
            return nil
        }
    }
}
