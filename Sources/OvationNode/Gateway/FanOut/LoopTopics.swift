import NIOCore
import OvationModel
import OvationObservability
import OvationSupport

/// Messages of a topic on their way to the connections of one event loop.
struct TopicDelivery {
    let topic: TopicName
    /// The event, framed.
    let frame: ByteBuffer
    /// Whether a slow connection gets it too.
    let isEssential: Bool
    /// The only receivers; nil for every subscriber of the topic.
    let receivers: Set<UserID>?
    /// To how many connections it is written in one go; 0 means to all.
    let partMax: Int
}

/// The topic subscriptions of one live's connections on one event loop.
struct LoopTopics {
    private struct Listeners {
        var connections: ContiguousArray<Connection> = []
        var places: [ObjectIdentifier: Int] = [:]
    }

    private var topics: [TopicName: Listeners] = [:]
    private var topicsOf: [ObjectIdentifier: Set<TopicName>] = [:]

    /// The subscribers of a topic.
    func listeners(to topic: TopicName) -> ContiguousArray<Connection> { topics[topic]?.connections ?? [] }

    /// Whether a connection is subscribed to a topic.
    func isListening(_ connection: Connection, to topic: TopicName) -> Bool {
        topics[topic]?.places[ObjectIdentifier(connection)] != nil
    }

    /// Subscribes a connection to a topic; false when it already has `max` subscriptions.
    mutating func add(_ connection: Connection, to topic: TopicName, max: Int) -> Bool {
        let id = ObjectIdentifier(connection)
        guard !isListening(connection, to: topic) else { return true }
        guard topicsOf[id]?.count ?? 0 < max else { return false }
        topicsOf[id, default: []].insert(topic)
        topics[topic, default: Listeners()].places[id] = topics[topic]?.connections.count ?? 0
        topics[topic]?.connections.append(connection)
        return true
    }

    /// Lets a connection listen to a topic no more. The last one takes its place.
    mutating func remove(_ connection: Connection, from topic: TopicName) {
        let id = ObjectIdentifier(connection)
        guard let place = topics[topic]?.places.removeValue(forKey: id) else { return }
        topicsOf[id]?.remove(topic)
        if topicsOf[id]?.isEmpty == true { topicsOf[id] = nil }
        guard let last = topics[topic]?.connections.removeLast() else { return }
        if last !== connection {
            topics[topic]?.connections[place] = last
            topics[topic]?.places[ObjectIdentifier(last)] = place
        }
        if topics[topic]?.connections.isEmpty == true { topics[topic] = nil }
    }

    /// Ends all subscriptions of a connection.
    mutating func remove(_ connection: Connection) {
        for topic in topicsOf[ObjectIdentifier(connection)] ?? [] { remove(connection, from: topic) }
    }
}

extension LoopRoom {
    /// Subscribes a connection to a topic. Returns a rejection when it may not.
    func subscribe(_ connection: Connection, to topic: TopicName, max: Int) -> Rejection? {
        // It left, or was lost, on the way here.
        guard connection.place(in: self) != nil else { return Rejection(.notMember) }
        return topics.add(connection, to: topic, max: max) ? nil : Rejection(.tooManySubscriptions)
    }

    /// Lets a connection listen to a topic no more.
    func unsubscribe(_ connection: Connection, from topic: TopicName) { topics.remove(connection, from: topic) }

    /// Writes messages to a topic's subscribers, `partMax` at a time, so other work can run in between.
    func deliver(_ delivery: TopicDelivery, node: Node, on eventLoop: any EventLoop) {
        deliver(delivery, to: topics.listeners(to: delivery.topic), from: 0, node, eventLoop)
    }

    private func deliver(
        _ delivery: TopicDelivery, to connections: ContiguousArray<Connection>, from first: Int, _ node: Node,
        _ eventLoop: any EventLoop
    ) {
        guard first < connections.count else { return }
        let end = delivery.partMax > 0 ? min(first + delivery.partMax, connections.count) : connections.count
        let now = node.services.clock.monotonic()
        var tally = DeliveryTally()
        for connection in connections[first..<end] {
            if let receivers = delivery.receivers, !(connection.userInfo.map { receivers.contains($0.userID) } ?? false)
            {
                continue
            }
            // Those of an earlier moment: some may have left while others were written to.
            guard first == 0 || topics.isListening(connection, to: delivery.topic) else { continue }
            connection.deliver(delivery, at: now, &tally)
        }
        node.services.metrics.delivered(events: 1, tally)
        guard end < connections.count else { return }
        let rest = NIOLoopBound((self, delivery, connections), eventLoop: eventLoop)
        eventLoop.execute {
            let (room, delivery, connections) = rest.value
            room.deliver(delivery, to: connections, from: end, node, rest.eventLoop)
        }
    }
}
