#if Cluster
    /// The place of this process among those of a database: its slot, and the incarnation under which it commits.
    struct PostgresSeat: Hashable, Sendable {
        /// The slot of the node, from 1.
        var slot: Int64
        /// The lane of the ledger that it writes; the slot's number.
        var lane: Int64 { slot }
        /// The process that has the lane: an id that no other process has.
        var holder: String
        /// The number that the lane's row must have. A process that takes the lane over raises it, so that nothing of ours passes any more.
        var incarnation: Int64
    }

    /// Another process has taken the lane of this one over. Nothing is kept any more until the process joins anew.
    struct PostgresFenced: Error {}
#endif
