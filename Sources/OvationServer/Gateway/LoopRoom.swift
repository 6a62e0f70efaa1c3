import OvationModel

/// The connections of one room on one event loop, densely packed.
///
/// Confined to its event loop.
final class LoopRoom {
    let liveID: LiveID
    private(set) var connections: ContiguousArray<Connection> = []

    init(liveID: LiveID) { self.liveID = liveID }

    /// Adds a connection; does nothing where it is in the room already.
    func add(_ connection: Connection) {
        guard connection.place(in: self) == nil else { return }
        connection.enter(self, at: connections.count)
        connections.append(connection)
    }

    /// Takes a connection out; the last one takes its place.
    func remove(_ connection: Connection) {
        guard let place = connection.place(in: self) else { return }
        connection.exit(self)
        let last = connections.removeLast()
        guard last !== connection else { return }
        connections[place] = last
        last.move(in: self, to: place)
    }

    /// Writes a batch to every connection.
    func deliver(_ batch: RoomBatch, at now: Timestamp) -> DeliveryTally {
        var tally = DeliveryTally()
        // By index, because a connection that is too slow leaves the room while it is its turn.
        var index = 0
        while index < connections.count {
            let connection = connections[index]
            connection.deliver(batch, of: self, at: now, &tally)
            if index < connections.count, connections[index] === connection { index += 1 }
        }
        return tally
    }
}
