import OvationModel
import OvationObservability

/// The connections of one room on one event loop, densely packed, in one part or in several.
///
/// Confined to its event loop.
final class LoopRoom {
    /// Where a connection is.
    struct Place: Equatable {
        var part: Int
        var index: Int
    }

    private struct Part {
        var connections: ContiguousArray<Connection> = []
        var following = 0
        var waiting = 0
        var cost = DeliveryCost()
    }

    let liveID: LiveID
    private var parts = [Part()]
    /// The topic subscriptions of the connections.
    var topics = LoopTopics()

    init(liveID: LiveID) { self.liveID = liveID }

    /// True when the loop has no viewers.
    var isEmpty: Bool { parts.allSatisfy(\.connections.isEmpty) }

    /// Adds a connection to a part; does nothing where it is in the room already.
    func add(_ connection: Connection, to part: Int) {
        guard connection.place(in: self) == nil else { return }
        while parts.count <= part { parts.append(Part()) }
        connection.enter(self, at: Place(part: part, index: parts[part].connections.count))
        parts[part].connections.append(connection)
    }

    /// Takes a connection out; the last one of its part takes its place.
    func remove(_ connection: Connection) {
        guard let place = connection.place(in: self) else { return }
        connection.exit(self)
        topics.remove(connection)
        let last = parts[place.part].connections.removeLast()
        guard last !== connection else { return }
        parts[place.part].connections[place.index] = last
        last.move(in: self, to: place)
    }

    /// Divides the connections into `count` parts of equal size. All connections must have received the same events.
    func divide(into count: Int) {
        let connections = parts.flatMap(\.connections)
        let (following, waiting) = (followingCount, waitingCount)
        parts = (0..<max(1, count)).map { _ in Part() }
        // Until each was written to once.
        parts[0].following = following
        parts[0].waiting = waiting
        for (number, connection) in connections.enumerated() {
            let part = number * parts.count / connections.count
            connection.move(in: self, to: Place(part: part, index: parts[part].connections.count))
            parts[part].connections.append(connection)
        }
    }

    /// Writes a batch to every connection of a part.
    func deliver(_ batch: RoomBatch, to part: Int, at now: Timestamp) -> DeliveryTally {
        var tally = DeliveryTally()
        guard part < parts.count else { return tally }
        // By index, because a connection that is too slow leaves the room while it is its turn.
        var index = 0
        while index < parts[part].connections.count {
            let connection = parts[part].connections[index]
            connection.deliver(batch, of: self, at: now, &tally)
            if index < parts[part].connections.count, parts[part].connections[index] === connection { index += 1 }
        }
        parts[part].following = tally.following
        parts[part].waiting = tally.waiting
        return tally
    }

    /// Notes what a delivery to a part took.
    func note(bytes: Int, nanoseconds: UInt64, part: Int) {
        guard part < parts.count else { return }
        parts[part].cost.note(bytes: bytes, nanoseconds: nanoseconds)
    }

    /// How many connections follow the room's compressed stream.
    var followingCount: Int { parts.reduce(0) { $0 + $1.following } }

    /// How many connections could follow the stream and wait for it to restart.
    var waitingCount: Int { parts.reduce(0) { $0 + $1.waiting } }

    /// What writing to all parts takes.
    var cost: DeliveryCost { parts.reduce(DeliveryCost()) { $0 + $1.cost } }
}
