import OvationBroker

/// The unreliability of a broker and of the network around it.
struct BrokerFaults {
    /// How many of a thousand messages are lost on each of their two ways.
    var lost = 4
    /// How many of a thousand messages take very long on a way. Those behind them on the same subject wait.
    var late = 20
}

/// A broker whose messages are steps of the world: a message takes its time to the broker, and from there to each who listens.
///
/// Messages of one publisher on one subject arrive in their order. Between subjects there is none: one may overtake another by seconds.
/// Messages get lost, and nodes can be cut off in one direction.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class SimulatedBroker: @unchecked Sendable {
    /// Somebody who listens.
    struct Listener {
        let number: Int
        let connection: BrokerConnection
        let mailbox: BrokerMailbox
    }

    /// A way whose messages stay in their order.
    private struct Way: Hashable {
        let from: Int
        let to: Int
        let subject: String
    }

    private let world: World
    private let timers: World.TimerSource
    private var chance: Chance
    private var faults: BrokerFaults?
    private(set) var isRunning = true
    private var connections: [BrokerConnection] = []
    /// In the order of their subscriptions.
    private var listeners: [String: [Listener]] = [:]
    /// When the last message on each way arrives.
    private var freeAt: [Way: UInt64] = [:]
    private var lastNumber = 0

    /// How many ways are remembered. What is on its way arrives within seconds, and older ways have nothing on them.
    private static let waysMax = 4_096
    /// The broker's end of a way.
    private static let broker = 0

    init(_ world: World, faults: BrokerFaults?) {
        self.world = world
        self.faults = faults
        timers = world.makeTimerSource()
        chance = Chance(seed: world.seed, "broker")
    }

    /// Connects a process.
    func connect() -> BrokerConnection {
        let connection = BrokerConnection(self, number: takeNumber())
        connections.append(connection)
        connection.noteServer(isRunning)
        return connection
    }

    /// Stops the broker: everybody loses their connection, and what is on its way.
    func stop() { setRunning(false) }

    /// Starts the broker anew.
    func start() { setRunning(true) }

    /// Stops all faults.
    func heal() {
        faults = nil
        for connection in connections { (connection.isSending, connection.isHearing) = (true, true) }
        start()
    }

    private func setRunning(_ isRunning: Bool) {
        self.isRunning = isRunning
        for connection in connections { connection.noteServer(isRunning) }
    }

    func takeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: For its connections

    func listen(_ subject: String, _ mailbox: BrokerMailbox, for connection: BrokerConnection) -> Int {
        let number = takeNumber()
        listeners[subject, default: []].append(Listener(number: number, connection: connection, mailbox: mailbox))
        return number
    }

    func ignore(_ subject: String, number: Int) {
        listeners[subject]?.removeAll { $0.number == number }
        if listeners[subject]?.isEmpty == true { listeners[subject] = nil }
    }

    /// Forgets a process that is gone.
    func forget(_ connection: BrokerConnection) {
        connections.removeAll { $0 === connection }
        for (subject, list) in listeners {
            let others = list.filter { $0.connection !== connection }
            listeners[subject] = others.isEmpty ? nil : others
        }
    }

    /// Has a message arrive at everybody who listens to a subject by then. A request that nobody hears is answered so.
    ///
    /// - Parameter request: the number of a request of the sender; nil for a message that expects no answer.
    func send(_ message: BrokerMessage, on subject: String, from sender: BrokerConnection, request: Int? = nil) {
        guard sender.isSending else { return }
        travel(Way(from: sender.number, to: Self.broker, subject: subject)) { [self] in
            guard isRunning else { return }
            let heard = listeners[subject] ?? []
            if heard.isEmpty, let request {
                return resolve(request, .failure(.noResponders), of: sender, on: subject, from: Self.broker)
            }
            for listener in heard {
                travel(Way(from: sender.number, to: listener.number, subject: subject)) { [self] in
                    guard isRunning, listener.connection.isHearing else { return }
                    listener.mailbox.put(message)
                }
            }
        }
    }

    /// Has an answer arrive at its asker.
    func answer(_ payload: [UInt8], to reply: BrokerReply, from sender: BrokerConnection) {
        guard sender.isSending, let (asker, request) = askers(reply) else { return }
        travel(Way(from: sender.number, to: Self.broker, subject: reply.subject)) { [self] in
            resolve(request, .success(payload), of: asker, on: reply.subject, from: sender.number)
        }
    }

    private func resolve(
        _ request: Int, _ result: Result<[UInt8], BrokerFailure>, of asker: BrokerConnection, on subject: String,
        from sender: Int
    ) {
        travel(Way(from: sender, to: asker.number, subject: subject)) { [self] in
            if isRunning, asker.isHearing { asker.resolve(request, result) }
        }
    }

    /// The name under which a request waits for its answer.
    static func reply(_ connection: Int, _ request: Int) -> BrokerReply {
        BrokerReply(subject: "_INBOX.\(connection).\(request)")
    }

    private func askers(_ reply: BrokerReply) -> (BrokerConnection, Int)? {
        let words = reply.subject.split(separator: ".")
        guard words.count == 3, let number = Int(words[1]), let request = Int(words[2]),
            let asker = connections.first(where: { $0.number == number })
        else { return nil }
        return (asker, request)
    }

    private func travel(_ way: Way, _ arrive: @escaping () -> Void) {
        if chance.perMille(faults?.lost ?? 0) { return }
        let isLate = chance.perMille(faults?.late ?? 0)
        let delay = isLate ? UInt64.milliseconds(chance.number(50...3_000)) : UInt64(chance.number(50_000...3_000_000))
        let due = max(freeAt[way] ?? 0, world.now + delay)
        if freeAt.count >= Self.waysMax { freeAt = freeAt.filter { $0.value > world.now } }
        freeAt[way] = due
        world.at(due, timers, arrive)
    }
}
