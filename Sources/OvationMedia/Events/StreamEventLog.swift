public import OvationModel

/// The last stream events of the lives of a node. Bounded, and without I/O.
///
/// A refusal that comes again is counted, not written again, so an encoder that tries every second leaves one line. Strangers, who may name
/// any live, have at most half of a live's lines, and never push out what became of those who were let in.
public struct StreamEventLog: Sendable {
    private let eventsMax: Int
    private let livesMax: Int
    /// Events of lives, newest first, in two generations: when the younger is full, the older is forgotten.
    private var younger: [LiveID: [StreamEvent]] = [:]
    private var older: [LiveID: [StreamEvent]] = [:]

    /// Makes a log without events.
    public init(limits: MediaLimits = MediaLimits()) {
        eventsMax = max(limits.streamEventsMax, 2)
        livesMax = max(limits.streamEventLivesMax, 2)
    }

    /// The events of a live, newest first.
    public func events(of live: LiveID) -> [StreamEvent] { younger[live] ?? older[live] ?? [] }

    /// How many lives have events.
    public var liveCount: Int { younger.count + older.keys.count { younger[$0] == nil } }

    /// Writes an event down.
    public mutating func note(_ event: StreamEvent, of live: LiveID) {
        var events = self.events(of: live)
        if let index = events.firstIndex(where: { event.repeats($0) }), index == 0 || event.outcome == .refused {
            var again = events.remove(at: index)
            again.count += 1
            again.lastAt = event.firstAt
            again.message = event.message
            events.insert(again, at: 0)
        } else {
            events.insert(event, at: 0)
            trim(&events)
        }
        if younger[live] == nil, younger.count >= livesMax / 2 {
            older = younger
            younger = [:]
        }
        younger[live] = events
        older[live] = nil
    }

    private func trim(_ events: inout [StreamEvent]) {
        let strangers = events.indices.filter { events[$0].isStranger }
        if strangers.count > eventsMax / 2, let last = strangers.last {
            events.remove(at: last)
        } else if events.count > eventsMax {
            // What strangers left gives way first.
            events.remove(at: strangers.last ?? events.count - 1)
        }
    }
}
