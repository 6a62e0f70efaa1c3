import OvationBroker
import OvationNode
import OvationStorage

/// Watches that what a node that is gone was asked by others ends, rather than waits for as long as an answer may take.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class CallWatch: @unchecked Sendable {
    private unowned let cluster: SimulatedCluster
    private let timers: World.TimerSource
    private(set) var problems: [String] = []

    /// How long such a call may wait after its home was found gone, in milliseconds. The storage and the broker are asked about it once a
    /// second, and either may lose some of that. An answer may take 10 s.
    private static let waitingMax = 6_000

    init(_ cluster: SimulatedCluster) {
        self.cluster = cluster
        timers = cluster.world.makeTimerSource()
    }

    /// A node was found gone. What it was asked by others that are in order is looked at some seconds later.
    func fenced(_ seat: NodeSeat) {
        let found = cluster.world.now
        for node in cluster.nodes where node.isSound && node.seat != seat {
            guard let hosted = node.hosted else { continue }
            let calls = hosted.calls(at: NodeRun(seat))
            guard !calls.isEmpty else { continue }
            cluster.world.after(nanoseconds: .milliseconds(Self.waitingMax), timers) { [weak self] in
                // Where something was wrong meanwhile it may take longer.
                guard let self, node.hosted === hosted, node.isSound, node.heldUpUntil < found else { return }
                let left = hosted.calls(at: NodeRun(seat)).intersection(calls).count
                if left > 0 {
                    problems.append("node \(node.number) waits for \(left) answers of \(seat), which is gone")
                }
            }
        }
    }

    /// What is left when everything is quiet, a sentence each.
    func check() -> [String] {
        let left = cluster.nodes.filter { ($0.hosted?.callsCount ?? 0) > 0 }
        return problems + left.map { "node \($0.number) waits for answers when everything is quiet" }
    }
}

extension NodeRun {
    /// The run of the node that has a seat.
    init(_ seat: NodeSeat) { self.init(slot: UInt16(clamping: seat.slot), incarnation: seat.incarnation) }
}
