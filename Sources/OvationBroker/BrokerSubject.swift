package import OvationModel
import OvationSupport

/// The name of a cluster among those that use one broker: 1 to 32 of `a` to `z`, digits and `-`.
package struct ClusterName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Nil where the text is no name of a cluster.
    package init?(_ text: String) {
        let isSound = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isSound, (1...32).contains(text.utf8.count) else { return nil }
        description = text
    }

    /// A name that is written in the code.
    package init(unchecked text: String) { description = text }
}

/// A run of a node: the slot that it has in its cluster, and which of the processes that had it.
package struct NodeRun: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    package let slot: UInt16
    /// Each process that gets the slot has a greater one.
    package let incarnation: Int64

    package init(slot: UInt16, incarnation: Int64) {
        self.slot = slot
        self.incarnation = incarnation
    }

    package var description: String { "\(slot).\(incarnation)" }
}

/// Where messages of a broker go. It has no wildcards, whatever an id contains.
///
/// Ids may have any printable characters, and dots, spaces, `*` and `>` mean something to brokers. So a subject has 160 bits of the id's
/// SHA-256, in base 32.
package struct BrokerSubject: Hashable, Sendable, CustomStringConvertible {
    /// Words with dots between: letters, digits and `-`.
    package let description: String

    private init(_ cluster: ClusterName, _ words: String...) {
        description = (["ov", cluster.description] + words).joined(separator: ".")
    }

    /// Requests and notices to a node that runs lives.
    package static func home(_ node: NodeRun, in cluster: ClusterName) -> BrokerSubject {
        BrokerSubject(cluster, "home", "\(node.slot)", "\(node.incarnation)")
    }

    /// Messages of a live to the edge of a node: what only its viewers there are told.
    package static func edge(_ node: NodeRun, of live: LiveID, in cluster: ClusterName) -> BrokerSubject {
        BrokerSubject(cluster, "edge", "\(node.slot)", "\(node.incarnation)", hash("live", live.rawValue))
    }

    /// Batches of a live, for every node that has viewers of it.
    package static func live(_ id: LiveID, in cluster: ClusterName) -> BrokerSubject {
        BrokerSubject(cluster, "live", hash("live", id.rawValue))
    }

    /// How many viewers the lives of each node have, for the lists of the others.
    package static func lives(in cluster: ClusterName) -> BrokerSubject { BrokerSubject(cluster, "lives") }

    /// That lives were given back, for the nodes that may claim them.
    package static func homeless(in cluster: ClusterName) -> BrokerSubject { BrokerSubject(cluster, "homeless") }

    /// That a node is there, for all others.
    package static func nodes(in cluster: ClusterName) -> BrokerSubject { BrokerSubject(cluster, "nodes") }

    /// What all sessions of a user are told, wherever they are.
    package static func user(_ id: UserID, in cluster: ClusterName) -> BrokerSubject {
        BrokerSubject(cluster, "user", hash("user", id.rawValue))
    }

    /// The edge that has a session.
    package static func session(_ id: SessionID, in cluster: ClusterName) -> BrokerSubject {
        BrokerSubject(cluster, "session", hash("session", id.rawValue))
    }

    /// 160 bits of the hash of an id. The kind is hashed too, so that a user and a live of one name have nothing in common.
    private static func hash(_ kind: String, _ id: String) -> String {
        base32(Digest.sha256(Array(kind.utf8) + [0] + Array(id.utf8)).prefix(20))
    }

    /// Base 32 of RFC 4648 in lower case. The number of bytes is a multiple of five, so nothing is filled up.
    private static func base32(_ bytes: some Collection<UInt8>) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
        var text: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(letters[Int(bits >> count & 31)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
