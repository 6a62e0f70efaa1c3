import OvationMedia
import OvationModel
import Synchronization

/// The publishers at a media server of one's own, as far as it reported them. Bounded: the oldest is dropped first.
///
/// May be called on any thread.
package final class MediaServerPublishers: Sendable {
    /// A connection of a publisher, as a media server names it.
    struct Link: Hashable, Sendable {
        /// Which kind of media server.
        let server: MediaServer
        /// The stream's name there.
        let stream: String
        /// The connection's name there; empty where it has none.
        let name: String
    }

    /// An admitted publisher.
    struct Publisher: Hashable, Sendable {
        /// Whose picture they publish.
        let live: LiveID
        /// The number of this publisher here.
        let id: PublisherID
        /// Whether the picture was stopped or taken over since. The media server's next query about it is refused.
        var isStopped = false
    }

    fileprivate struct State {
        var publishers: [Link: Publisher] = [:]
        /// Connections in the order in which they came, those that are gone included.
        var order: [(connection: Link, id: PublisherID)] = []
        /// Connections whose keys are being looked up, each with the number of the last time.
        var waiting: [Link: UInt64] = [:]
        var attempts: UInt64 = 0
    }

    /// Publishers that are known at most.
    static let countMax = 10_000

    private let countMax: Int
    private let state = Mutex(State())

    package init(countMax: Int = MediaServerPublishers.countMax) { self.countMax = max(countMax, 1) }

    /// How many are known.
    var count: Int { state.withLock { $0.publishers.count } }

    /// Notes that somebody wants in whose key is looked up from here on, and gives out the number of the attempt. To be followed by
    /// ``admit(_:_:as:attempt:)`` or ``turnAway(_:attempt:)``.
    func knock(_ connection: Link) -> UInt64 {
        state.withLock { state in
            state.attempts += 1
            state.waiting[connection] = state.attempts
            return state.attempts
        }
    }

    /// Ends an attempt whose publisher is refused.
    func turnAway(_ connection: Link, attempt: UInt64) {
        state.withLock { state in
            if state.waiting[connection] == attempt { state.waiting[connection] = nil }
        }
    }

    /// Admits a publisher; nil when it has gone, or has tried again since.
    ///
    /// - Parameter id: the number that they get.
    func admit(_ connection: Link, _ live: LiveID, as id: PublisherID, attempt: UInt64) -> Publisher? {
        state.withLock { state -> Publisher? in
            guard state.waiting[connection] == attempt else { return nil }
            state.waiting[connection] = nil
            let publisher = Publisher(live: live, id: id)
            state.publishers[connection] = publisher
            state.order.append((connection, publisher.id))
            // A tenth at a time, so that each call costs little on average.
            if state.order.count > countMax + countMax / 10 { state.tidy(countMax: countMax) }
            return publisher
        }
    }

    /// Who is behind a connection; nil where nobody is known. Where a media server names its connections in another way later, it is the
    /// newest one who publishes the stream.
    func publisher(_ connection: Link) -> Publisher? {
        state.withLock { state in state.connection(connection).flatMap { state.publishers[$0] } }
    }

    /// Removes a publisher and returns it; nil when the connection is unknown.
    func remove(_ connection: Link) -> Publisher? {
        state.withLock { state in
            state.waiting[connection] = nil
            return state.connection(connection).flatMap { state.publishers.removeValue(forKey: $0) }
        }
    }

    /// Whether somebody who may publishes a live at a media server.
    func has(_ live: LiveID, at server: MediaServer) -> Bool {
        state.withLock { state in
            state.publishers.contains { $0.key.server == server && $0.value.live == live && !$0.value.isStopped }
        }
    }

    /// Notes that all who publish a live at a media server have to go.
    func sendAway(_ live: LiveID, at server: MediaServer) {
        state.withLock { state in
            for (connection, publisher) in state.publishers
            where connection.server == server && publisher.live == live {
                state.publishers[connection]?.isStopped = true
            }
        }
    }

    /// Notes that a publisher has to go.
    func sendAway(_ connection: Link, _ id: PublisherID) {
        state.withLock { state in
            guard let connection = state.connection(connection), state.publishers[connection]?.id == id else { return }
            state.publishers[connection]?.isStopped = true
        }
    }
}

extension MediaServerPublishers.State {
    /// The connection that is meant.
    fileprivate func connection(
        _ wanted: MediaServerPublishers.Link
    ) -> MediaServerPublishers.Link? {
        if publishers[wanted] != nil { return wanted }
        // Connections of nginx and SRS keep their names. There, an unknown one is one that was forgotten or replaced.
        guard wanted.server == .mediamtx else { return nil }
        return order.last { entry in
            entry.connection.server == wanted.server && entry.connection.stream == wanted.stream
                && publishers[entry.connection]?.id == entry.id
        }?.connection
    }

    /// Forgets what is gone, and the oldest beyond a number.
    fileprivate mutating func tidy(countMax: Int) {
        order.removeAll { publishers[$0.connection]?.id != $0.id }
        for entry in order.prefix(max(order.count - countMax, 0)) { publishers[entry.connection] = nil }
        order.removeFirst(max(order.count - countMax, 0))
    }
}

/// A kind of media server that asks this one over HTTP.
enum MediaServer: String, Sendable, CaseIterable {
    /// nginx with its RTMP module.
    case nginx
    /// SRS.
    case srs
    /// MediaMTX.
    case mediamtx
}
