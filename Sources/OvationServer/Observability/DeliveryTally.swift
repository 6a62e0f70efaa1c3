/// What became of a batch on one event loop.
struct DeliveryTally {
    /// How many connections took it, wholly or in part.
    var connections = 0
    /// How many bytes they were sent, all together.
    var bytes = 0
    /// How many bytes less these are because of the compressed stream.
    var savedBytes = 0
    /// How many connections follow the room's compressed stream.
    var following = 0
    /// How many could and wait for it to begin afresh.
    var waiting = 0
}
