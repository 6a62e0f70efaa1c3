/// Which versions of the messages between nodes may serve one database at the same time.
///
/// The number rises with a change that a node of the version before cannot take. Then nodes of both serve together while a cluster is
/// upgraded one node after the other. With a difference of two they would not understand each other.
public enum NodeProtocol {
    /// What this server speaks.
    public static let version: Int64 = 1
    /// By how much the versions of two nodes may differ.
    public static let differenceMax: Int64 = 1

    /// Why a server may not join nodes that serve, a sentence with what to do; nil where it may.
    ///
    /// - Parameters:
    ///   - version: what the server speaks.
    ///   - others: the nodes that serve.
    public static func refusal(of version: Int64, beside others: [ClusterNode]) -> String? {
        guard
            let far = others.filter({ abs($0.speaks - version) > differenceMax }).max(by: { a, b in
                abs(a.speaks - version) < abs(b.speaks - version)
            })
        else { return nil }
        let does =
            far.speaks < version ? "Upgrade that server to a version between first" : "Start a newer version here"
        return """
            The server "\(far.name)" (version \(far.version)) speaks version \(far.speaks) to the others, and this one \
            speaks \(version). Servers that serve at the same time differ by \(differenceMax) at most. \(does), or stop all of \
            them and start one version.
            """
    }
}
