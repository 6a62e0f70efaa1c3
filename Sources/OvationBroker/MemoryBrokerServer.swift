import Synchronization

/// A broker in the memory of one process, for tests and simulated worlds: nodes connect to it as they would to a server.
///
/// Deterministic: it has neither clock nor thread. A message is in the queues of its subscribers when `publish` returns.
package final class MemoryBrokerServer: Sendable {
    /// A connected broker, as the server knows it.
    struct Client {
        let account: String
        let broker: MemoryBroker
        /// False while its connection is cut.
        var isReached = true
    }

    /// Somebody who listens.
    struct Listener {
        let number: Int
        let client: Int
        let mailbox: BrokerMailbox
    }

    /// Where a subject is heard. Accounts hear nothing of each other.
    struct Place: Hashable {
        let account: String
        let subject: String
    }

    struct State {
        var isRunning = true
        var lastNumber = 0
        var clients: [Int: Client] = [:]
        /// In the order of their subscriptions.
        var listeners: [Place: [Listener]] = [:]

        mutating func takeNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }

        /// Whether messages of a client and to it pass.
        func isReached(_ client: Int) -> Bool { isRunning && clients[client]?.isReached == true }
    }

    let state = Mutex(State())

    package init() {}

    /// Connects a broker.
    ///
    /// - Parameter account: brokers of different accounts hear nothing of each other.
    package func connect(account: String = "") -> MemoryBroker {
        let broker = state.withLock { state in
            let broker = MemoryBroker(self, number: state.takeNumber())
            state.clients[broker.number] = Client(account: account, broker: broker)
            return broker
        }
        broker.noteConnection(state.withLock { $0.isReached(broker.number) })
        return broker
    }

    /// Stops the server: everybody loses their connection.
    package func stop() { changeConnections { $0.isRunning = false } }

    /// Starts the server anew: everybody comes back, with their subscriptions.
    package func start() { changeConnections { $0.isRunning = true } }

    /// Cuts the connection of one broker, or mends it.
    package func setReached(_ broker: MemoryBroker, _ isReached: Bool) {
        changeConnections { $0.clients[broker.number]?.isReached = isReached }
    }

    private func changeConnections(_ change: (inout State) -> Void) {
        let clients = state.withLock { state in
            change(&state)
            return state.clients.sorted { $0.key < $1.key }.map { ($0.value.broker, state.isReached($0.key)) }
        }
        for (broker, isReached) in clients { broker.noteConnection(isReached) }
    }

    // MARK: For its clients

    /// Hands a message to everybody who listens; false where nobody does.
    @discardableResult
    func deliver(_ message: BrokerMessage, on subject: String, from client: Int) -> Bool {
        let (wakes, isHeard) = state.withLock { state -> ([@Sendable () -> Void], Bool) in
            guard let account = state.clients[client]?.account else { return ([], false) }
            let listeners = (state.listeners[Place(account: account, subject: subject)] ?? [])
                .filter { state.isReached($0.client) }
            // Into the queues under the lock, so that all of them have the same order.
            return (listeners.compactMap { $0.mailbox.add { $0.put(message) } }, !listeners.isEmpty)
        }
        for wake in wakes { wake() }
        return isHeard
    }

    /// Adds a listener; its number.
    func listen(_ subject: String, _ mailbox: BrokerMailbox, for client: Int) -> Int {
        state.withLock { state in
            let number = state.takeNumber()
            guard let account = state.clients[client]?.account else { return number }
            state.listeners[Place(account: account, subject: subject), default: []]
                .append(Listener(number: number, client: client, mailbox: mailbox))
            return number
        }
    }

    /// Removes a listener.
    func ignore(_ subject: String, number: Int, for client: Int) {
        state.withLock { state in
            guard let account = state.clients[client]?.account else { return }
            let place = Place(account: account, subject: subject)
            state.listeners[place]?.removeAll { $0.number == number }
            if state.listeners[place]?.isEmpty == true { state.listeners[place] = nil }
        }
    }

    /// Forgets a broker that was closed.
    func forget(_ client: Int) {
        state.withLock { state in
            state.clients[client] = nil
            for (place, listeners) in state.listeners {
                let others = listeners.filter { $0.client != client }
                state.listeners[place] = others.isEmpty ? nil : others
            }
        }
    }

    /// The broker of the same account that waits for an answer under a name.
    func asker(_ name: MemoryBroker.ReplyName, for client: Int) -> MemoryBroker? {
        state.withLock { state in
            guard state.isReached(client), state.isReached(name.client),
                let asker = state.clients[name.client], asker.account == state.clients[client]?.account
            else { return nil }
            return asker.broker
        }
    }
}
