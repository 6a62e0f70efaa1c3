#if Cluster
    import Foundation
    import OvationStorage

    extension ClusterNode {
        /// The columns of ``init(_:)``.
        static let columns = """
            slot, incarnation, name, version, state, (extract(epoch FROM clock_timestamp() - renewed_at) * 1000)::bigint,
            drain IS NOT DISTINCT FROM incarnation, speaks, clock_ahead, report
            """

        /// Reads all nodes, by slot.
        static func all(_ db: PostgresConnection) throws -> [ClusterNode] {
            var nodes: [ClusterNode] = []
            try db.forEach("SELECT \(columns) FROM node ORDER BY slot") { nodes.append(try ClusterNode($0)) }
            return nodes
        }

        /// Reads a row of ``columns``.
        init(_ row: PostgresRow) throws {
            let report: String? = try row[9]
            self.init(
                seat: NodeSeat(slot: try row[0], incarnation: try row[1]), name: try row[2], version: try row[3],
                state: State(rawValue: try row[4]) ?? .serving, leaseAge: .milliseconds(max(0, try row[5] as Int64)),
                isDraining: try row[6], speaks: try row[7], clockAheadMilliseconds: try row[8],
                // A later version may say it otherwise, and nothing depends on it.
                report: report.flatMap { try? JSONDecoder().decode(NodeReport.self, from: Data($0.utf8)) })
        }
    }
#endif
