package import OvationModel
package import OvationRules
import Synchronization

/// Keeps, for every room of a host's nodes, the list of what changed it. A server has none.
package final class RoomRecorder: Sendable {
    private let state = Mutex<[RoomRecording]>([])

    /// Has no recordings yet.
    package init() {}

    /// The recordings so far, in the order in which their rooms were taken up. A live that was taken up twice has two.
    package var recordings: [RoomRecording] { state.withLock { $0 } }

    /// Begins the list of a room that is taken up from a record.
    func begin(_ record: RoomRecord, limits: Limits, at now: Timestamp) -> RoomRecording {
        let recording = RoomRecording(record, limits: limits, at: now)
        state.withLock { $0.append(recording) }
        return recording
    }
}

/// The list of everything that changed one room, with what the rules said each time: enough to repeat the room.
///
/// Sound as `Sendable` because it is written on the event loop of its room, and read when that does not run any more.
package final class RoomRecording: @unchecked Sendable {
    /// One input and what it led to.
    package struct Step {
        /// What went in.
        package let input: RoomInput
        /// When.
        package let at: Timestamp
        /// What came out.
        package let result: Result<RoomOutcome, Rejection>
    }

    /// What the room was taken up from.
    package let record: RoomRecord
    /// The limits that hold in it.
    package let limits: Limits
    /// When it was taken up.
    package let begun: Timestamp
    /// What changed it since, in its order.
    package private(set) var steps: [Step] = []
    /// What it has become.
    package private(set) var room: Room

    fileprivate init(_ record: RoomRecord, limits: Limits, at now: Timestamp) {
        self.record = record
        self.limits = limits
        begun = now
        room = Room(record, limits: limits, at: now)
    }

    /// Hands an input to the room, and adds both to the list.
    func hand(_ input: RoomInput, to room: inout Room, at now: Timestamp) throws(Rejection) -> RoomOutcome {
        let result = Result { () throws(Rejection) in try room.handle(input, at: now) }
        steps.append(Step(input: input, at: now, result: result))
        self.room = room
        return try result.get()
    }

    /// Hands a fact to the room, and adds it to the list.
    func hand(_ fact: RoomFact, to room: inout Room, at now: Timestamp) -> RoomOutcome {
        let outcome = room.handle(fact, at: now)
        steps.append(Step(input: .fact(fact), at: now, result: .success(outcome)))
        self.room = room
        return outcome
    }
}
