/// What carries messages between the nodes of a cluster.
///
/// Messages are delivered at most once: those who are away miss them, and a slow consumer does. Both are told by a gap
/// (``BrokerDelivery/gap(lost:)``), and what must not be missed has numbers of its own. Messages of one publisher on one subject come in
/// their order; between subjects there is none.
///
/// It has no clock: how long to wait for an answer is the asker's to decide (``BrokerRequest/cancel()``).
package protocol Broker: AnyObject, Sendable {
    /// How long a message may be, in bytes.
    var payloadBytesMax: Int { get }

    /// How the connection is.
    var state: BrokerState { get }

    /// Publishes a message to everybody who listens to the subject, here as well. Returns when the message is on its way.
    ///
    /// - Throws: ``BrokerFailure``; what is published while there is no connection is refused rather than kept for later.
    func publish(_ payload: [UInt8], to subject: BrokerSubject) throws(BrokerFailure)

    /// Listens to a subject, from here on.
    ///
    /// What this broker publishes or asks afterwards is handled by the other side's nodes when the subscription is in force. It stays in
    /// force when the connection is lost and comes back; a gap is told then.
    ///
    /// - Parameters:
    ///   - queue: how much may wait for the handler. What comes then is dropped, and the handler is told of the gap at its place.
    ///   - place: runs work where the handler is to be called, as an event loop's `execute` does, one work after the other.
    ///   - handler: called with one delivery after the other.
    func subscribe(
        to subject: BrokerSubject, queue: BrokerQueue.Limits, on place: @escaping BrokerPlace,
        _ handler: @escaping @Sendable (BrokerDelivery) -> Void
    ) throws(BrokerFailure) -> any BrokerSubscription

    /// Publishes a message that expects one answer.
    ///
    /// - Parameter answer: called once unless the request is cancelled first, on any thread, and perhaps before this returns.
    ///   ``BrokerFailure/noResponders`` says that nobody listens; ``BrokerFailure/disconnected`` that nobody knows what came of it.
    @discardableResult
    func request(
        _ payload: [UInt8], to subject: BrokerSubject,
        _ answer: @escaping @Sendable (Result<[UInt8], BrokerFailure>) -> Void
    ) -> any BrokerRequest

    /// Answers a request. Of several answers the first counts.
    func answer(_ payload: [UInt8], to reply: BrokerReply) throws(BrokerFailure)

    /// Has changes of ``state`` told, on any thread, in their order. The state at the moment is told first.
    func watchState(_ watch: @escaping @Sendable (BrokerState) -> Void)

    /// Ends subscriptions and requests, and lets the connection go.
    func close()
}

/// Runs work where somebody wants to be called, one work after the other.
package typealias BrokerPlace = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

/// A request that may not have its answer yet.
package protocol BrokerRequest: Sendable {
    /// Expects no answer any more. The request may be carried out all the same.
    func cancel()
}

/// Listens to a subject.
package protocol BrokerSubscription: AnyObject, Sendable {
    /// How many messages have come, and how many of those were dropped because too much waited.
    var counts: BrokerCounts { get }

    /// Listens no longer. Called at the handler's place, it is the end of deliveries; called elsewhere, one may be under way.
    func cancel()
}

/// How many messages a subscription has had.
package struct BrokerCounts: Equatable, Sendable {
    package var received = 0
    package var dropped = 0

    package init(received: Int = 0, dropped: Int = 0) {
        self.received = received
        self.dropped = dropped
    }
}

/// Where the answer of a request goes.
package struct BrokerReply: Hashable, Sendable {
    /// The broker's own name for it.
    package let subject: String

    package init(subject: String) { self.subject = subject }
}

/// A message that came.
package struct BrokerMessage: Equatable, Sendable {
    package let payload: [UInt8]
    /// Where its answer goes; nil where none is expected.
    package let reply: BrokerReply?

    package init(payload: [UInt8], reply: BrokerReply? = nil) {
        self.payload = payload
        self.reply = reply
    }
}

/// What a subscription is told.
package enum BrokerDelivery: Equatable, Sendable {
    case message(BrokerMessage)
    /// Messages were missed between the one before and the one behind: so many, or nil where nobody knows.
    case gap(lost: Int?)
}
