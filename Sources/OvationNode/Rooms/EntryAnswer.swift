import NIOCore
import OvationModel
import OvationWire

/// How an entrant is answered on admission.
enum EntryAnswer: Codable, Sendable {
    /// The reply to `room.join` or `room.create` with this id, then the snapshot.
    case enter(id: Int64, created: Bool)
    /// An entry of the reply to `session.open`, these frames, and the snapshot where not all was recovered.
    case resume(frames: ByteBuffer, recovered: Bool)
}

extension Admission<EntryAnswer>.Entrant {
    /// A session that asks to enter.
    init(_ origin: RoomRequest.Origin, _ answer: EntryAnswer) {
        self.init(session: origin.session, connection: origin.connection, answer: answer)
    }

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

    /// Whether the answer includes a snapshot of the live.
    var needsSnapshot: Bool {
        if case .resume(_, recovered: true) = answer { return false }
        return true
    }
}

extension EdgeMessage {
    /// Answers an entrant that left, was removed or saw the live end before its admission.
    static func turnAway(_ entrant: Admission<EntryAnswer>.Entrant, _ rejection: Rejection, from live: LiveID) -> Self {
        switch entrant.answer {
        case .enter(let id, _): .refuseEntry(entrant.connection, id: id, rejection)
        case .resume(let frames, _): refuseResume(entrant.connection, rejection, frames: frames, of: live)
        }
    }

    /// Answers a session that resumes and is not admitted, with the events that it missed.
    static func refuseResume(
        _ connection: ConnectionAddress, _ rejection: Rejection, frames: ByteBuffer, of live: LiveID
    ) -> Self {
        .resumed(connection, .refused(live, rejection), frames: frames)
    }

    /// Ends the command that asked to enter; nil for a session that came back with its login, because its connection waits for
    /// that answer by itself.
    static func finish(_ entrant: Admission<EntryAnswer>.Entrant, atOnce: Bool) -> Self? {
        entrant.isReturning ? nil : .finishEntry(entrant.connection, atOnce: atOnce)
    }
}

extension SessionOpened.Room {
    /// The entry of a live that the session is not in.
    static func refused(_ live: LiveID, _ rejection: Rejection) -> Self {
        Self(room: live, joined: false, recovered: false, error: WireError(rejection))
    }
}
