#if Cluster
    import CNATS
    import Dispatch
    package import OvationBroker
    import Synchronization

    /// A node's connection to a NATS server, or to a cluster of them.
    ///
    /// A server that stalls holds nobody up: what is to be sent goes over a queue of its own, of bounded size. A server that refuses the
    /// user later is asked again, so a password that was set right on the server needs no restart here.
    package final class NATSBroker: Broker {
        /// How many bytes may wait to be sent; what is published then is refused.
        package static let outboxBytesMax = 4 << 20
        /// How long the server may take to say that it has what was sent before the connection was closed.
        private static let flushMilliseconds: Int64 = 500

        private typealias Answer = @Sendable (Result<[UInt8], BrokerFailure>) -> Void

        /// A subscription, which outlives connections of the library. Its handle is confined to the queue.
        private final class Subscribed: @unchecked Sendable {
            let subject: String
            let mailbox: BrokerMailbox?
            /// Its number among the receivers of callbacks.
            let number: Int
            var handle: OpaquePointer?

            init(_ subject: String, _ mailbox: BrokerMailbox?, _ listener: NATSListener) {
                self.subject = subject
                self.mailbox = mailbox
                number = NATSCallbacks.add { _ in .subscription(listener) }
            }
        }

        private struct State {
            var lastNumber = 0
            var subscriptions: [Int: Subscribed] = [:]
            var requests: [Int: Answer] = [:]
            var outboxBytes = 0
            var hasBeenConnected = false
            var maxPayload = BrokerFrame.bytesMax
        }

        private let options: NATSConnection.Options
        private let onProblem: @Sendable (String) -> Void
        private let inbox: String
        private let states = BrokerStates()
        private let inner = Mutex(State())
        private let way: Way
        /// Signalled when the connection is gone.
        private let closed = DispatchSemaphore(value: 0)

        /// The connection, confined to its queue.
        private final class Way: @unchecked Sendable {
            let queue = DispatchQueue(label: "OvationBrokerNATS.way")
            var connection: NATSConnection?
        }

        /// Connects, or begins to try where no server answers.
        ///
        /// - Parameters:
        ///   - name: what the server lists the connection as.
        ///   - onProblem: told what the operator should know, on any thread. It contains no password.
        /// - Throws: ``BrokerFailure/refused(_:)`` where the server answers and lets nobody in with this user.
        package init(
            _ address: NATSAddress, name: String, timings: NATSTimings = NATSTimings(),
            onProblem: @escaping @Sendable (String) -> Void = { _ in }
        ) throws(BrokerFailure) {
            options = NATSConnection.Options(address: address, name: name, timings: timings)
            self.onProblem = onProblem
            inbox = try NATSConnection.makeInbox()
            way = Way()
            let answers = Subscribed(
                inbox + ".*", nil,
                NATSListener { [weak self] subject, message, hasNoResponders in
                    self?.answered(subject, message, hasNoResponders)
                })
            inner.withLock { $0.subscriptions[0] = answers }
            let opened = way.queue.sync { () -> Result<Void, BrokerFailure> in
                do throws(BrokerFailure) { return .success(try open()) } catch { return .failure(error) }
            }
            guard case .failure(let failure) = opened else { return }
            close()
            throw failure
        }

        deinit { close() }

        package var state: BrokerState { states.now }
        package var payloadBytesMax: Int { inner.withLock { $0.maxPayload } }

        package func watchState(_ watch: @escaping @Sendable (BrokerState) -> Void) { states.watch(watch) }
    }

    // MARK: - Messages

    extension NATSBroker {
        package func publish(_ payload: [UInt8], to subject: BrokerSubject) throws(BrokerFailure) {
            try send(payload, to: subject.description)
        }

        package func answer(_ payload: [UInt8], to reply: BrokerReply) throws(BrokerFailure) {
            try send(payload, to: reply.subject)
        }

        @discardableResult
        package func request(
            _ payload: [UInt8], to subject: BrokerSubject,
            _ answer: @escaping @Sendable (Result<[UInt8], BrokerFailure>) -> Void
        ) -> any BrokerRequest {
            let number = inner.withLock { state in
                state.lastNumber += 1
                state.requests[state.lastNumber] = answer
                return state.lastNumber
            }
            do throws(BrokerFailure) { try send(payload, to: subject.description, request: number) } catch {
                take(number)?(.failure(error))
            }
            return Request { [weak self] in _ = self?.take(number) }
        }

        private struct Request: BrokerRequest {
            let body: @Sendable () -> Void

            init(_ body: @escaping @Sendable () -> Void) { self.body = body }

            func cancel() { body() }
        }

        private func take(_ request: Int) -> Answer? { inner.withLock { $0.requests.removeValue(forKey: request) } }

        /// An answer came, or the server says that nobody listens.
        private func answered(_ subject: String, _ message: BrokerMessage, _ hasNoResponders: Bool) {
            guard let number = Int(subject.dropFirst(inbox.count + 1)) else { return }
            take(number)?(hasNoResponders ? .failure(.noResponders) : .success(message.payload))
        }

        private func send(_ payload: [UInt8], to subject: String, request: Int? = nil) throws(BrokerFailure) {
            switch states.now {
            case .connected: break
            case .closed: throw .closed
            case .connecting, .disconnected: throw .disconnected
            }
            let bytesMax = payloadBytesMax
            guard payload.count <= bytesMax else { throw .tooLong(bytes: payload.count, bytesMax: bytesMax) }
            let fits = inner.withLock { state in
                guard state.outboxBytes == 0 || state.outboxBytes + payload.count <= Self.outboxBytesMax else {
                    return false
                }
                state.outboxBytes += payload.count
                return true
            }
            guard fits else { throw .overloaded }
            way.queue.async { [self] in
                let status = write(payload, to: subject, request: request)
                inner.withLock { $0.outboxBytes -= payload.count }
                guard status != NATS_OK else { return }
                if let request { take(request)?(.failure(.disconnected)) }
            }
        }

        private func write(_ payload: [UInt8], to subject: String, request: Int?) -> natsStatus {
            guard let connection = way.connection, connection.isConnected, let handle = connection.handle else {
                return NATS_CONNECTION_DISCONNECTED
            }
            return payload.withUnsafeBytes { bytes in
                guard let request else {
                    return natsConnection_Publish(handle, subject, bytes.baseAddress, Int32(bytes.count))
                }
                return natsConnection_PublishRequest(
                    handle, subject, "\(inbox).\(request)", bytes.baseAddress, Int32(bytes.count))
            }
        }
    }

    // MARK: - Subscriptions

    extension NATSBroker {
        package func subscribe(
            to subject: BrokerSubject, queue: BrokerQueue.Limits, on place: @escaping BrokerPlace,
            _ handler: @escaping @Sendable (BrokerDelivery) -> Void
        ) throws(BrokerFailure) -> any BrokerSubscription {
            let mailbox = BrokerMailbox(limits: queue, on: place, handler)
            let subscribed = Subscribed(
                subject.description, mailbox, NATSListener { _, message, _ in mailbox.put(message) })
            let number = inner.withLock { state in
                state.lastNumber += 1
                state.subscriptions[state.lastNumber] = subscribed
                return state.lastNumber
            }
            guard states.now != .closed else {
                end(number)
                throw .closed
            }
            way.queue.async { [self] in listen(subscribed) }
            return Subscription(mailbox) { [weak self] in self?.end(number) }
        }

        private final class Subscription: BrokerSubscription {
            private let mailbox: BrokerMailbox
            private let body: @Sendable () -> Void

            init(_ mailbox: BrokerMailbox, _ body: @escaping @Sendable () -> Void) {
                self.mailbox = mailbox
                self.body = body
            }

            var counts: BrokerCounts { mailbox.counts }

            func cancel() { body() }
        }

        private func end(_ number: Int) {
            guard let subscribed = inner.withLock({ $0.subscriptions.removeValue(forKey: number) }) else { return }
            subscribed.mailbox?.close()
            NATSCallbacks.remove(subscribed.number)
            way.queue.async { Self.forget(subscribed) }
        }

        /// Has the library listen. On the queue.
        private func listen(_ subscribed: Subscribed) {
            guard let handle = way.connection?.handle, subscribed.handle == nil else { return }
            let status = natsConnection_Subscribe(
                &subscribed.handle, handle, subscribed.subject, NATSListener.callback,
                NATSCallbacks.closure(subscribed.number))
            // With the next connection it is tried again.
            if status != NATS_OK { onProblem("cannot subscribe: \(status.text)") }
        }

        /// Has the library listen no longer. On the queue.
        private static func forget(_ subscribed: Subscribed) {
            natsSubscription_Destroy(subscribed.handle)
            subscribed.handle = nil
        }
    }

    // MARK: - The connection

    extension NATSBroker {
        package func close() {
            guard states.become(.closed) else { return }
            let (subscriptions, requests) = inner.withLock { state in
                defer { (state.subscriptions, state.requests) = ([:], [:]) }
                return (Array(state.subscriptions.values), state.requests)
            }
            for subscribed in subscriptions {
                subscribed.mailbox?.close()
                NATSCallbacks.remove(subscribed.number)
            }
            for request in requests.sorted(by: { $0.key < $1.key }) { request.value(.failure(.closed)) }
            way.queue.async { [way, closed] in
                defer { closed.signal() }
                // What was sent last is with the server before the connection goes: an answer, or that there will be none.
                if let handle = way.connection?.handle, way.connection?.isConnected == true {
                    natsConnection_FlushTimeout(handle, Self.flushMilliseconds)
                }
                for subscribed in subscriptions { Self.forget(subscribed) }
                way.connection?.close()
                way.connection = nil
            }
        }

        /// Closes it, and waits until what was sent last is with the server; for a second at most.
        package func closeAndWait() {
            close()
            guard closed.wait(timeout: .now() + .seconds(1)) == .success else { return }
            // Who waits next need not.
            closed.signal()
        }

        /// Connects, or begins to try, with everything that is subscribed to. On the queue.
        private func open() throws(BrokerFailure) {
            let connection = try NATSConnection(options) { [weak self] event in self?.note(event) }
            guard states.now != .closed else { return connection.close() }
            way.connection = connection
            let subscriptions = inner.withLock { $0.subscriptions.sorted { $0.key < $1.key }.map(\.value) }
            for subscribed in subscriptions { listen(subscribed) }
        }

        private func note(_ event: NATSConnection.Event) {
            switch event {
            case .connected: noteConnected()
            case .disconnected: noteLost()
            case .ended(let reason):
                noteLost()
                guard states.now != .closed else { return }
                onProblem("the server has ended the connection: \(reason)")
                connectAgain()
            case .problem(let text): onProblem(text)
            case .dropped(let handle): noteDrop(of: handle)
            }
        }

        private func noteConnected() {
            // Behind what is on its way to the library, so that subscriptions made until now are in force.
            way.queue.async { [self] in
                if let handle = way.connection?.handle {
                    let bytes = Int(clamping: natsConnection_GetMaxPayload(handle))
                    if bytes > 0 { inner.withLock { $0.maxPayload = min(BrokerFrame.bytesMax, bytes) } }
                }
                let missed = inner.withLock { state in
                    defer { state.hasBeenConnected = true }
                    return state.hasBeenConnected
                        ? state.subscriptions.sorted { $0.key < $1.key }.compactMap(\.value.mailbox) : []
                }
                for mailbox in missed { mailbox.putGap(lost: nil) }
                states.become(.connected)
            }
        }

        private func noteLost() {
            guard states.now == .connected, states.become(.disconnected) else { return }
            let requests = inner.withLock { state in
                defer { state.requests = [:] }
                return state.requests
            }
            for request in requests.sorted(by: { $0.key < $1.key }) { request.value(.failure(.disconnected)) }
        }

        /// The library has given the connection up, as it does where the server refuses the user.
        private func connectAgain() {
            let wait = options.timings.refusedMilliseconds
            way.queue.asyncAfter(deadline: .now() + .milliseconds(wait)) { [weak self] in
                guard let self, states.now != .closed else { return }
                for subscribed in inner.withLock({ Array($0.subscriptions.values) }) { Self.forget(subscribed) }
                way.connection?.close()
                way.connection = nil
                do throws(BrokerFailure) { try open() } catch {
                    onProblem("cannot connect: \(error)")
                    connectAgain()
                }
            }
        }

        private func noteDrop(of handle: Int) {
            way.queue.async { [self] in
                let subscribed = inner.withLock {
                    $0.subscriptions.values.first { Int(bitPattern: $0.handle) == handle }
                }
                subscribed?.mailbox?.putGap(lost: nil)
            }
        }
    }
#endif
