import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// The end of a live on its way to the storage. Pure.
struct EndOfLive: Sendable {
    /// What is to be kept.
    let write: StorageWrite
    /// What tells it.
    let event: RoomEnded
    private let data: [UInt8]
    private let at: Timestamp

    /// - Parameter outcome: what the rules say to the end; nil comes out where they do not end the live.
    init?(_ outcome: RoomOutcome?, of start: LiveSessionID, at now: Timestamp) {
        guard let commit = outcome?.commit, case .roomEnded(let event)? = commit.event else { return nil }
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

/// Those who wait to hear how a live ends.
struct AwaitingEnd {
    /// Those who asked for the end.
    private var calls: [RoomCall] = []
    /// Those who came back meanwhile. They hear the end, or go on.
    private var comebacks: [Comeback] = []

    /// Who asked for the end first, so that it ends as they wished; nil where nobody did.
    var first: RoomCall? { calls.first }

    /// Somebody asked for the end.
    mutating func wait(_ call: RoomCall) { calls.append(call) }

    /// Somebody came back while it is not decided how the live ends.
    mutating func wait(_ back: Comeback) { comebacks.append(back) }

    /// Takes everybody out, because it is decided.
    mutating func takeAll() -> (calls: [RoomCall], comebacks: [Comeback]) {
        defer { self = AwaitingEnd() }
        return (calls, comebacks)
    }
}
