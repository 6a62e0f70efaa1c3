import Synchronization

/// A node's connection to a ``MemoryBrokerServer``.
package final class MemoryBroker: Broker {
    /// The name under which a broker waits for an answer: `_INBOX.<client>.<request>`.
    struct ReplyName {
        let client: Int
        let request: Int

        var reply: BrokerReply { BrokerReply(subject: "_INBOX.\(client).\(request)") }

        init(client: Int, request: Int) {
            self.client = client
            self.request = request
        }

        /// Nil for a name of another broker.
        init?(_ reply: BrokerReply) {
            let words = reply.subject.split(separator: ".")
            guard words.count == 3, words[0] == "_INBOX", let client = Int(words[1]), let request = Int(words[2]) else {
                return nil
            }
            self.init(client: client, request: request)
        }
    }

    private struct Subscribed {
        let subject: String
        let mailbox: BrokerMailbox
    }

    private struct State {
        var lastRequest = 0
        var requests: [Int: @Sendable (Result<[UInt8], BrokerFailure>) -> Void] = [:]
        var subscriptions: [Int: Subscribed] = [:]
        var hasBeenConnected = false
    }

    let number: Int
    private let server: MemoryBrokerServer
    private let states = BrokerStates()
    private let inner = Mutex(State())

    init(_ server: MemoryBrokerServer, number: Int) {
        self.server = server
        self.number = number
    }

    package var payloadBytesMax: Int { BrokerFrame.bytesMax }
    package var state: BrokerState { states.now }

    package func publish(_ payload: [UInt8], to subject: BrokerSubject) throws(BrokerFailure) {
        try check(payload)
        server.deliver(BrokerMessage(payload: payload), on: subject.description, from: number)
    }

    package func subscribe(
        to subject: BrokerSubject, queue: BrokerQueue.Limits, on place: @escaping BrokerPlace,
        _ handler: @escaping @Sendable (BrokerDelivery) -> Void
    ) throws(BrokerFailure) -> any BrokerSubscription {
        if state == .closed { throw .closed }
        let mailbox = BrokerMailbox(limits: queue, on: place, handler)
        let name = subject.description
        let listener = server.listen(name, mailbox, for: number)
        inner.withLock { $0.subscriptions[listener] = Subscribed(subject: name, mailbox: mailbox) }
        return Subscription(mailbox: mailbox) { [weak self] in self?.cancel(listener) }
    }

    @discardableResult
    package func request(
        _ payload: [UInt8], to subject: BrokerSubject,
        _ answer: @escaping @Sendable (Result<[UInt8], BrokerFailure>) -> Void
    ) -> any BrokerRequest {
        do throws(BrokerFailure) { try check(payload) } catch {
            answer(.failure(error))
            return Request {}
        }
        let request = inner.withLock { state in
            state.lastRequest += 1
            state.requests[state.lastRequest] = answer
            return state.lastRequest
        }
        let reply = ReplyName(client: number, request: request).reply
        let message = BrokerMessage(payload: payload, reply: reply)
        if !server.deliver(message, on: subject.description, from: number) {
            take(request)?(.failure(.noResponders))
        }
        return Request { [weak self] in _ = self?.take(request) }
    }

    package func answer(_ payload: [UInt8], to reply: BrokerReply) throws(BrokerFailure) {
        try check(payload)
        guard let name = ReplyName(reply), let asker = server.asker(name, for: number) else { return }
        asker.take(name.request)?(.success(payload))
    }

    package func watchState(_ watch: @escaping @Sendable (BrokerState) -> Void) { states.watch(watch) }

    package func close() {
        guard states.become(.closed) else { return }
        server.forget(number)
        let (requests, subscriptions) = inner.withLock { state in
            defer { (state.requests, state.subscriptions) = ([:], [:]) }
            return (state.requests, state.subscriptions)
        }
        for subscription in subscriptions.values { subscription.mailbox.close() }
        for request in requests.sorted(by: { $0.key < $1.key }) { request.value(.failure(.closed)) }
    }

    // MARK: The connection

    /// The connection was made or lost.
    func noteConnection(_ isThere: Bool) {
        guard isThere else {
            guard state == .connected, states.become(.disconnected) else { return }
            let requests = inner.withLock { state in
                defer { state.requests = [:] }
                return state.requests
            }
            for request in requests.sorted(by: { $0.key < $1.key }) { request.value(.failure(.disconnected)) }
            return
        }
        let missed = inner.withLock { state in
            defer { state.hasBeenConnected = true }
            return state.hasBeenConnected ? state.subscriptions.sorted { $0.key < $1.key }.map(\.value.mailbox) : []
        }
        guard states.become(.connected) else { return }
        for mailbox in missed { mailbox.putGap(lost: nil) }
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

    private func take(_ request: Int) -> (@Sendable (Result<[UInt8], BrokerFailure>) -> Void)? {
        inner.withLock { $0.requests.removeValue(forKey: request) }
    }

    private func cancel(_ listener: Int) {
        guard let subscribed = inner.withLock({ $0.subscriptions.removeValue(forKey: listener) }) else { return }
        server.ignore(subscribed.subject, number: listener, for: number)
        subscribed.mailbox.close()
    }
}

// MARK: - What it hands out

extension MemoryBroker {
    private struct Request: BrokerRequest {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        func cancel() { body() }
    }

    private final class Subscription: BrokerSubscription {
        private let mailbox: BrokerMailbox
        private let end: @Sendable () -> Void

        init(mailbox: BrokerMailbox, end: @escaping @Sendable () -> Void) {
            self.mailbox = mailbox
            self.end = end
        }

        var counts: BrokerCounts { mailbox.counts }

        func cancel() { end() }
    }
}
