import OvationBroker

/// The connection of a process to the ``SimulatedBroker``.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class BrokerConnection: Broker, @unchecked Sendable {
    let number: Int
    private let server: SimulatedBroker
    private let states = BrokerStates()
    private var requests: [Int: @Sendable (Result<[UInt8], BrokerFailure>) -> Void] = [:]
    private var subscriptions: [Int: (subject: String, mailbox: BrokerMailbox)] = [:]
    private var hasBeenConnected = false
    /// False while what it sends gets lost, and while what is sent to it does. Neither end notices.
    var isSending = true
    var isHearing = true

    init(_ server: SimulatedBroker, number: Int) {
        self.server = server
        self.number = number
    }

    var payloadBytesMax: Int { BrokerFrame.bytesMax }
    var state: BrokerState { states.now }

    func publish(_ payload: [UInt8], to subject: BrokerSubject) throws(BrokerFailure) {
        try check(payload)
        server.send(BrokerMessage(payload: payload), on: subject.description, from: self)
    }

    func subscribe(
        to subject: BrokerSubject, queue: BrokerQueue.Limits, on place: @escaping BrokerPlace,
        _ handler: @escaping @Sendable (BrokerDelivery) -> Void
    ) throws(BrokerFailure) -> any BrokerSubscription {
        if state == .closed { throw .closed }
        let mailbox = BrokerMailbox(limits: queue, on: place, handler)
        let number = server.listen(subject.description, mailbox, for: self)
        subscriptions[number] = (subject.description, mailbox)
        return Subscription(mailbox, number: number, of: self)
    }

    @discardableResult
    func request(
        _ payload: [UInt8], to subject: BrokerSubject,
        _ answer: @escaping @Sendable (Result<[UInt8], BrokerFailure>) -> Void
    ) -> any BrokerRequest {
        let request = server.takeNumber()
        do throws(BrokerFailure) { try check(payload) } catch {
            answer(.failure(error))
            return Request(number: request, connection: self)
        }
        requests[request] = answer
        server.send(
            BrokerMessage(payload: payload, reply: SimulatedBroker.reply(number, request)), on: subject.description,
            from: self, request: request)
        return Request(number: request, connection: self)
    }

    func answer(_ payload: [UInt8], to reply: BrokerReply) throws(BrokerFailure) {
        try check(payload)
        server.answer(payload, to: reply, from: self)
    }

    func watchState(_ watch: @escaping @Sendable (BrokerState) -> Void) { states.watch(watch) }

    func close() {
        guard states.become(.closed) else { return }
        server.forget(self)
        for subscription in subscriptions.values { subscription.mailbox.close() }
        subscriptions = [:]
        fail(.closed)
    }

    /// The process is gone. Nothing of it is told any more.
    func die() {
        requests = [:]
        close()
    }

    // MARK: For the broker

    /// The answer of a request has come.
    func resolve(_ request: Int, _ result: Result<[UInt8], BrokerFailure>) {
        requests.removeValue(forKey: request)?(result)
    }

    /// The broker was started or stopped.
    func noteServer(_ isRunning: Bool) {
        guard isRunning else {
            if state == .connected, states.become(.disconnected) { fail(.disconnected) }
            return
        }
        let isBack = hasBeenConnected
        hasBeenConnected = true
        guard states.become(.connected), isBack else { return }
        for subscription in subscriptions.sorted(by: { $0.key < $1.key }) {
            subscription.value.mailbox.putGap(lost: nil)
        }
    }

    private func fail(_ failure: BrokerFailure) {
        let failed = requests
        requests = [:]
        for request in failed.sorted(by: { $0.key < $1.key }) { request.value(.failure(failure)) }
    }

    private func check(_ payload: [UInt8]) throws(BrokerFailure) {
        guard payload.count <= payloadBytesMax else {
            throw .tooLong(bytes: payload.count, bytesMax: payloadBytesMax)
        }
        switch state {
        case .connected: return
        case .closed: throw .closed
        case .connecting, .disconnected: throw .disconnected
        }
    }

    fileprivate func cancel(request: Int) { requests[request] = nil }

    fileprivate func cancel(subscription: Int) {
        guard let (subject, mailbox) = subscriptions.removeValue(forKey: subscription) else { return }
        server.ignore(subject, number: subscription)
        mailbox.close()
    }

    private struct Request: BrokerRequest {
        let number: Int
        let connection: BrokerConnection

        func cancel() { connection.cancel(request: number) }
    }

    private final class Subscription: BrokerSubscription {
        private let mailbox: BrokerMailbox
        private let number: Int
        private let connection: BrokerConnection

        init(_ mailbox: BrokerMailbox, number: Int, of connection: BrokerConnection) {
            self.mailbox = mailbox
            self.number = number
            self.connection = connection
        }

        var counts: BrokerCounts { mailbox.counts }

        func cancel() { connection.cancel(subscription: number) }
    }
}
