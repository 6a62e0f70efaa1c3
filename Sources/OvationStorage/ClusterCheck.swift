/// Looks whether the nodes of a cluster fit together: a sentence for everything that does not, with what to do.
///
/// Pure: it is given what the storage knows.
public struct ClusterCheck: Hashable, Sendable {
    /// How far the clocks of two nodes may be apart. Mutes, days of boards and retries follow them.
    public static let clockMillisecondsMax: Int64 = 1_000

    /// What is wrong, and harms somebody.
    public private(set) var problems: [String] = []
    /// What may be on purpose for a while, as in an upgrade.
    public private(set) var notes: [String] = []

    /// Checks nodes.
    ///
    /// - Parameters:
    ///   - nodes: all that the storage knows.
    ///   - livesWithoutHome: how many lives are on and run nowhere.
    ///   - leaseMilliseconds: how old the lease of a node may be.
    public init(nodes: [ClusterNode], livesWithoutHome: Int, leaseMilliseconds: Int64) {
        let serving = nodes.filter { $0.state == .serving }
        if serving.isEmpty { problems.append("No server serves. Start one.") }
        if serving.count == 1 {
            notes.append("One server serves: nobody would run its lives if it were gone. Start another.")
        }
        for node in serving { check(node, among: serving, leaseMilliseconds) }
        let versions = Set(serving.map(\.version)).sorted()
        if versions.count > 1 {
            notes.append(
                "The servers have the versions \(versions.joined(separator: " and ")). Upgrade the older ones.")
        }
        let speaking = serving.map(\.speaks)
        if let least = speaking.min(), let most = speaking.max(), most - least > NodeProtocol.differenceMax {
            problems.append(
                "The servers speak versions \(least) to \(most) to each other, which differ by more than \(NodeProtocol.differenceMax). "
                    + "Stop the oldest, and start it with the version of the others.")
        }
        if livesWithoutHome > 0 {
            problems.append(
                "Lives that nobody runs: \(livesWithoutHome). Look again in some seconds; then read the servers' logs.")
        }
    }

    private mutating func check(_ node: ClusterNode, among serving: [ClusterNode], _ leaseMilliseconds: Int64) {
        let name = "\"\(node.name)\""
        let age = Int64(node.leaseAge / .milliseconds(1))
        if age > leaseMilliseconds {
            problems.append(
                "\(name) has not renewed its lease for \(age) ms. It is frozen, or does not reach PostgreSQL; "
                    + "the others take its lives up.")
        }
        if node.isDraining { notes.append("\(name) is being drained.") }
        if let ahead = node.clockAheadMilliseconds, abs(ahead) > Self.clockMillisecondsMax {
            problems.append("The clock of \(name) is \(ahead) ms ahead of PostgreSQL's. Set both by NTP.")
        }
        guard let report = node.report else {
            notes.append("\(name) says nothing of itself: it is of an older version, or has just begun.")
            return
        }
        let missing = report.missing.filter { $0 != "draining" }
        if !missing.isEmpty {
            problems.append("\(name) is not ready: it has no \(missing.joined(separator: ", no ")). Read its log.")
        }
        let unheard = serving.filter { report.unheard.contains($0.seat.slot) }.map { "\"\($0.name)\"" }
        // Without its broker it hears nobody, which is said already.
        if !unheard.isEmpty, !missing.contains("broker") {
            problems.append(
                "\(name) does not hear \(unheard.joined(separator: ", ")) over the broker. "
                    + "Give all servers the same cluster.brokerURL, with the same account.")
        }
    }
}
