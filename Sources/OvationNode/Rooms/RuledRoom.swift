import OvationModel
import OvationRules

/// The rules of one live, with the list of what changed it where a host wants to repeat it.
///
/// These are the only ways in which the server changes a room: commands of callers, and facts. Confined to the event loop of
/// its live.
final class RuledRoom {
    /// What the rules know of the live.
    private(set) var room: Room
    /// Keeps a list of what changes the room; nil unless a host wants to repeat it.
    private let recording: RoomRecording?
    /// Told the seats after each change of them; nil where nobody follows them.
    private var onSeats: (([Seat]) -> Void)?
    private var toldSeats: [Seat] = []

    /// Takes a live up from what is kept of it.
    init(_ record: RoomRecord, limits: Limits, at now: Timestamp, recorder: RoomRecorder?) {
        room = Room(record, limits: limits, at: now)
        recording = recorder?.begin(record, limits: limits, at: now)
    }

    /// Has the rules decide on a command.
    ///
    /// - Throws: why it is refused.
    func decide(
        _ command: RoomCommand, from actor: RoomActor, at now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        defer { tellSeats() }
        guard let recording else { return try room.handle(command, from: actor, at: now) }
        return try recording.hand(.command(command, from: actor), to: &room, at: now)
    }

    /// Hands facts to the rules.
    @discardableResult
    func note(_ fact: RoomFact, at now: Timestamp) -> RoomOutcome {
        defer { tellSeats() }
        guard let recording else { return room.handle(fact, at: now) }
        return recording.hand(fact, to: &room, at: now)
    }

    /// Reads what the rules know where it is. To be used after every command: a computed value that is read through ``room`` has the
    /// compiler copy all of the room first, a retain and a release of each of its fields.
    @inline(__always)
    func read<Value>(_ value: (borrowing Room) -> Value) -> Value { Self.read(&room, value) }

    /// Nobody else has an `inout` value, so what is in it needs no copy.
    @inline(__always)
    private static func read<Value>(_ room: inout Room, _ value: (borrowing Room) -> Value) -> Value { value(room) }

    /// Has somebody told the seats, now and after each change of them, until the live is over; nil for nobody.
    func followSeats(_ told: (([Seat]) -> Void)?) {
        onSeats = told
        toldSeats = []
        tellSeats()
    }

    private func tellSeats() {
        guard let onSeats, !room.isEnded, room.allSeats != toldSeats else { return }
        toldSeats = room.allSeats
        onSeats(toldSeats)
    }
}
