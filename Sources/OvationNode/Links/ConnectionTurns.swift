/// Has the requests of a connection to a live at another node wait for each other where their answers come different ways.
///
/// Who is let in is told so among the messages of the live; who leaves is told over the broker. Either may overtake the other, and the
/// client would take itself for a member that it is not. So a request to leave waits until the entries before it are answered, and
/// what is asked behind it waits for its answer.
///
/// Pure: the work is done by who is given it.
struct ConnectionTurns {
    private struct Turn {
        let isDeparture: Bool
        let work: () -> Void
    }

    /// What waits, in the order in which it was asked. No list is empty.
    private var waiting: [ConnectionAddress: [Turn]] = [:]
    /// The connections over which somebody is leaving.
    private var departing: Set<ConnectionAddress> = []

    /// The connections over which something waits.
    var connections: [ConnectionAddress] {
        waiting.keys.sorted { ($0.edge, $0.loop, $0.number) < ($1.edge, $1.loop, $1.number) }
    }

    /// Whether a request may be sent to the home now. Else it waits, and comes out of ``next(over:isEntering:)``.
    ///
    /// - Parameters:
    ///   - isDeparture: whether it is one to leave. It is over with ``departed(_:)`` then.
    ///   - isEntering: whether an entry over the connection has no answer yet.
    mutating func begins(
        _ isDeparture: Bool, over connection: ConnectionAddress, isEntering: Bool, _ work: @escaping () -> Void
    ) -> Bool {
        guard waiting[connection] == nil, isFree(connection, for: isDeparture, isEntering) else {
            waiting[connection, default: []].append(Turn(isDeparture: isDeparture, work: work))
            return false
        }
        if isDeparture { departing.insert(connection) }
        return true
    }

    /// The next request over a connection whose turn it is; nil for none.
    mutating func next(over connection: ConnectionAddress, isEntering: Bool) -> (() -> Void)? {
        guard var turns = waiting[connection], isFree(connection, for: turns[0].isDeparture, isEntering) else {
            return nil
        }
        let turn = turns.removeFirst()
        waiting[connection] = turns.isEmpty ? nil : turns
        if turn.isDeparture { departing.insert(connection) }
        return turn.work
    }

    /// A request to leave has its answer, or gets none.
    mutating func departed(_ connection: ConnectionAddress) { departing.remove(connection) }

    private func isFree(_ connection: ConnectionAddress, for isDeparture: Bool, _ isEntering: Bool) -> Bool {
        !departing.contains(connection) && !(isDeparture && isEntering)
    }
}
