import OvationModel
import OvationNode

/// Compares who is in each live as its home has it, as the clients have it, and as they were told, when everything is quiet.
struct CountWatch {
    let cluster: SimulatedCluster
    let workload: Workload

    /// How long after everything is quiet the numbers may differ: a client that went away without a word, and a node that died with its
    /// viewers, count for 90 s, which are noticed with a renewal every 10 s. Then the counts have 5 s to be told.
    static let settlingMax = UInt64.milliseconds(90_000 + 10_000 + 5_000)

    /// What differs, a sentence each.
    var differences: [String] {
        var placements = Placements()
        var counts: [LiveID: Int] = [:]
        for hosted in cluster.nodes.compactMap(\.hosted) {
            placements.add(hosted.placements)
            counts.merge(hosted.audienceCounts) { first, _ in first }
        }
        return placements.sessionsByLive.sorted { $0.key < $1.key }.flatMap { live, sessions in
            differences(of: live, sessions, counted: counts[live] ?? 0)
        }
    }

    private func differences(of live: LiveID, _ sessions: Set<SessionID>, counted: Int) -> [String] {
        let present = workload.clients.filter { $0.stays[live.rawValue] != nil }
        let own = Set(present.compactMap(\.session).map(SessionID.init(unchecked:)))
        let owner = workload.lives.firstIndex(of: live.rawValue).map { workload.hosts[$0] }
        let viewers = present.count { $0.user != owner }
        var found: [String] = []
        if sessions != own {
            found.append(
                "the home of \(live) has the sessions \(sessions.sorted()) in it, and there are \(own.sorted())")
        }
        if counted != viewers { found.append("\(live) counts \(counted) viewers, and there are \(viewers)") }
        for client in present {
            guard let told = client.stays[live.rawValue]?.count, told != viewers else { continue }
            found.append("\(client.user) was told that \(live) has \(told) viewers, and there are \(viewers)")
        }
        return found
    }
}
