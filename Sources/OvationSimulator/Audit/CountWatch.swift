import OvationModel
import OvationNode

/// Compares who is in each live as its home and the list have it with who is there, when everything is quiet.
struct CountWatch {
    let cluster: SimulatedCluster
    let workload: Workload

    /// How long after everything is quiet the numbers may differ. A connection that nobody closed is noticed after 90 s of silence. Its
    /// session, and those of a node that died with its viewers, count for 90 s more, which is noticed with a renewal every 10 s. Then the
    /// counts have 5 s.
    static let settlingMax = UInt64.milliseconds(90_000 + 90_000 + 10_000 + 5_000)

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
        let users = Dictionary(
            workload.clients.compactMap { client in
                client.session.map { (SessionID(unchecked: $0), client.user) }
            }, uniquingKeysWith: { first, _ in first })
        // Who asked to enter and lost the connection before the answer is in and does not know it.
        let present = Set(
            workload.clients.filter { $0.stays[live.rawValue] != nil }.compactMap(\.session).map(
                SessionID.init(unchecked:)))
        let owner = workload.lives.firstIndex(of: live.rawValue).map { workload.hosts[$0] }
        let viewers = Set(sessions.compactMap { users[$0] }).subtracting(owner.map { [$0] } ?? []).count
        var found: [String] = []
        for session in sessions.sorted() where users[session] == nil {
            found.append("the session \(session) is over, and still counts among the viewers of \(live)")
        }
        for session in present.subtracting(sessions).sorted() {
            found.append("\(users[session] ?? "?") is in \(live), and its home does not count them among the viewers")
        }
        if found.isEmpty, counted != viewers {
            found.append("\(live) counts \(counted) viewers, and there are \(viewers)")
        }
        return found
    }
}
