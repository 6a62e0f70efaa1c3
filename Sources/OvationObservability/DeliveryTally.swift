/// What became of a batch on one event loop.
package struct DeliveryTally {
    /// How many connections took it, wholly or in part.
    package var connections = 0
    /// How many bytes they were sent, all together.
    package var bytes = 0
    /// How many bytes less these are because of the compressed stream.
    package var savedBytes = 0
    /// How many connections follow the room's compressed stream.
    package var following = 0
    /// How many could and wait for it to begin afresh.
    package var waiting = 0

    /// Makes a tally; of nothing where every argument is left out.
    package init(
        connections: Int = 0, bytes: Int = 0, savedBytes: Int = 0, following: Int = 0, waiting: Int = 0
    ) {
        self.connections = connections
        self.bytes = bytes
        self.savedBytes = savedBytes
        self.following = following
        self.waiting = waiting
    }
}
