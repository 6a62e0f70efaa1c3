import OvationModel
import OvationNode
import OvationRules
import Synchronization

/// Watches whether every live has one home at a time, and whether nobody is shown anything of an earlier one.
final class HomeWatch {
    private let database: SimulatedDatabase
    private(set) var problems: [String] = []

    /// How long an earlier home may go on showing what is said, where it is cut off from the database and not frozen: its lease, and as
    /// long as a process serves without the database. What is said takes its time to be shown, besides.
    private static let allowance = NodeLease.awayMax + .milliseconds(Int(MemoryDatabase.expiryMilliseconds) + 2_000)

    /// The same where it was frozen: none, but for what was on its way.
    private static let allowanceOfFrozen = UInt64.milliseconds(1_000)

    init(_ database: SimulatedDatabase) { self.database = database }

    /// A viewer was shown a message.
    ///
    /// - Parameters:
    ///   - epoch: The run of numbers under which it was told.
    ///   - saidAt: When its sender sent it.
    func heard(_ epoch: String, in live: String, by user: String, saidAt: UInt64) {
        guard let runs = database.runs[live], let place = runs.firstIndex(where: { $0.epoch == epoch }) else {
            return problems.append("\(user) in \(live) heard of the epoch \(epoch), which no home of it had")
        }
        let allowance = runs[place].wasFrozen ? Self.allowanceOfFrozen : Self.allowance
        guard runs.indices.contains(place + 1), saidAt > runs[place + 1].at + allowance else { return }
        problems.append("\(user) in \(live) was shown what an earlier home had no right to tell any more")
    }

    /// Checks the homes of all lives when everything is quiet.
    func check(_ cluster: SimulatedCluster) -> [String] {
        var found = database.problems + database.strays
        var placements = Placements()
        for hosted in cluster.nodes.compactMap(\.hosted) {
            let own = hosted.placements
            for live in own.lives.intersection(placements.lives).sorted() { found.append("two nodes run \(live)") }
            placements.add(own)
        }
        let open = database.memory.tables.withLock { tables in
            tables.rooms.filter { $0.record.endedAt == nil }.map(\.record.info.liveID)
        }
        for live in open where !placements.lives.contains(live) { found.append("nobody runs \(live), which is on") }
        for live in placements.lives.subtracting(open).sorted() { found.append("a node runs \(live), which is over") }
        return found
    }
}
