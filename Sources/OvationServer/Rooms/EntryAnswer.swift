import NIOCore
import OvationModel
import OvationWire

/// What somebody is told when they are let in.
enum EntryAnswer: Codable, Sendable {
    /// The reply to `room.join` or `room.create` with this id, then the snapshot.
    case enter(id: Int64, created: Bool)
    /// An entry of the reply to `session.open`, these frames, and the snapshot where not all was recovered.
    case resume(frames: ByteBuffer, recovered: Bool)
}

extension Admission<EntryAnswer>.Entrant {
    /// Somebody who asks to enter.
    init(_ origin: RoomRequest.Origin, _ answer: EntryAnswer) {
        self.init(session: origin.session, connection: origin.connection, answer: answer)
    }

    /// Where the wish to enter came from.
    var origin: RoomRequest.Origin { RoomRequest.Origin(session: session, connection: connection) }

    /// Whether they have made the live by this command.
    var isCreator: Bool {
        if case .enter(_, created: true) = answer { return true }
        return false
    }

    /// Whether they come back with their login, rather than by a command of their own.
    var isReturning: Bool {
        if case .resume = answer { return true }
        return false
    }

    /// Whether they are told what the live is.
    var needsSnapshot: Bool {
        if case .resume(_, recovered: true) = answer { return false }
        return true
    }
}

extension EdgeMessage {
    /// Answers somebody who left, was removed or saw the live end before they were let in.
    static func turnAway(_ entrant: Admission<EntryAnswer>.Entrant, _ rejection: Rejection, from live: LiveID) -> Self {
        switch entrant.answer {
        case .enter(let id, _): .refuseEntry(entrant.connection, id: id, rejection)
        case .resume(let frames, _): refuseResume(entrant.connection, rejection, frames: frames, of: live)
        }
    }

    /// Answers somebody who comes back and is not let in, with what they missed.
    static func refuseResume(
        _ connection: ConnectionAddress, _ rejection: Rejection, frames: ByteBuffer, of live: LiveID
    ) -> Self {
        let entry = SessionOpened.Room(room: live, joined: false, recovered: false, error: WireError(rejection))
        return .resumed(connection, entry, frames: frames)
    }

    /// The command by which somebody wanted to enter is under way no more; nil where there is none, because they came back with their
    /// login. Its connection waits for that by itself.
    static func finish(_ entrant: Admission<EntryAnswer>.Entrant, atOnce: Bool) -> Self? {
        entrant.isReturning ? nil : .finishEntry(entrant.connection, atOnce: atOnce)
    }
}
