import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// The end of a live on its way to the storage. Pure.
struct EndOfLive: Sendable {
    /// What is to be kept.
    let write: StorageWrite
    /// The event that announces it.
    let event: RoomEnded
    private let data: [UInt8]
    private let at: Timestamp

    /// - Parameter outcome: what the rules say to the end; nil comes out where they do not end the live.
    init?(_ outcome: RoomOutcome?, of start: LiveSessionID, at now: Timestamp) {
        guard let commit = outcome?.commit, case .roomEnded(let event)? = commit.events.last?.event else { return nil }
        self.event = event
        data = RoomEvent.roomEnded(event).encodedData
        at = now
        let draft = EventDraft(name: RoomEventName.roomEnded.rawValue, about: nil, at: now, data: data)
        write = .endRoom(
            start, at: now, reason: event.reason, event.statistics, draft,
            changes: commit.changes + commit.records.map(RoomChange.log))
    }

    /// The event to publish and its number, from the storage's answer; or why the end was not kept.
    func kept(_ result: Result<StorageOutcome, Rejection>) -> Result<(event: KeptEvent, durable: Int64), Rejection> {
        result.map { outcome in
            guard case .event(let durable) = outcome else {
                preconditionFailure("an end is answered with the number of its event, not with \(outcome)")
            }
            return (.end(event, data: data, durable: durable, at: at), durable)
        }
    }
}

/// Requests and comebacks that wait for the outcome of an end.
struct AwaitingEnd {
    /// The requests to end the live.
    private var calls: [RoomCall] = []
    /// Sessions that came back meanwhile. They learn of the end, or resume.
    private var comebacks: [Comeback] = []

    /// The first request, which decides the reason of the end; nil when there is none.
    var first: RoomCall? { calls.first }

    /// Adds a request to end the live.
    mutating func wait(_ call: RoomCall) { calls.append(call) }

    /// Adds a session that came back before the end was decided.
    mutating func wait(_ back: Comeback) { comebacks.append(back) }

    /// Removes and returns all of them, because the end is decided.
    mutating func takeAll() -> (calls: [RoomCall], comebacks: [Comeback]) {
        defer { self = AwaitingEnd() }
        return (calls, comebacks)
    }
}
