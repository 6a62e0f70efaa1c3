package import NIOCore
import OvationHTTP
import OvationModel
import OvationSupport

/// Everything of the gateway that lives on one event loop: its connections and the rooms that they are in.
///
/// Sound as `Sendable` because every member but `eventLoop` and `index` is touched on that event loop only, which the
/// preconditions check.
package final class LoopShard: @unchecked Sendable {
    package let eventLoop: any EventLoop
    let index: Int
    /// The edge that its connections belong to.
    let edge: EdgeID
    private let clock: ServerClock
    /// By the order in which they came, so that what is done to all of them is done in the same order for the same seed.
    private var connections: [Int: Connection] = [:]
    /// Closed connections whose commands are still under way: their answers are counted, but not written.
    private var leaving: [Int: Connection] = [:]
    private var lastNumber = 0
    private var rooms: [LiveID: LoopRoom] = [:]
    /// Whether frames for single connections are gathered.
    private(set) var isGathering = false
    /// The sockets that have gathered some.
    private var gathered: [WebSocketHandler] = []
    private var surplus: SurplusTurns<Connection>
    private var isSurplusTicking = false

    init(eventLoop: any EventLoop, index: Int, edge: EdgeID, clock: ServerClock, limits: Limits) {
        surplus = SurplusTurns(limits: limits)
        self.eventLoop = eventLoop
        self.index = index
        self.edge = edge
        self.clock = clock
    }

    /// Runs work on the loop: now where the caller is on it, else as its next task. Order is kept for callers of one loop.
    func run(_ work: @escaping @Sendable () -> Void) {
        if eventLoop.inEventLoop { work() } else { eventLoop.execute(work) }
    }

    /// Runs work; what it writes to a connection leaves with one write when it is done.
    ///
    /// Used for the answers of a batch: a gift's sender gets the answer, the new balance and the gift event. A system call
    /// for each would cost more than all the other work.
    func gatherWrites(_ work: () -> Void) {
        eventLoop.preconditionInEventLoop()
        isGathering = true
        work()
        isGathering = false
        for socket in gathered { socket.writeGathered() }
        gathered.removeAll(keepingCapacity: true)
    }

    /// Registers a socket to write its gathered frames when the work is done.
    func gather(_ socket: WebSocketHandler) { gathered.append(socket) }

    /// Whether a connection that sends more than its pace may run a command without having waited.
    ///
    /// - Parameter owed: what the connection owes for earlier turns; as much of it as can be is paid.
    func takeSurplusTurn(owed: inout Int) -> Bool {
        defer { tickSurplus() }
        return surplus.takeNow(owed: &owed)
    }

    /// Queues a connection that exceeds its pace for its next turn.
    func awaitTurn(_ connection: Connection, owing owed: Int) {
        surplus.wait(connection, owing: owed)
        tickSurplus()
    }

    private func tickSurplus() {
        guard !isSurplusTicking, surplus.isTicking else { return }
        isSurplusTicking = true
        eventLoop.scheduleTask(in: .milliseconds(SurplusTurns<Connection>.tickMilliseconds)) {
            self.isSurplusTicking = false
            self.surplus.tick()
            while let connection = self.surplus.next(hasGone: { $0.isClosed }) { connection.takeTurn() }
            self.tickSurplus()
        }
    }

    /// Begins to look after pings and silence, once a second.
    func start() {
        eventLoop.execute {
            _ = self.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
                let now = self.clock.monotonic()
                for connection in Array(self.connections.values) { connection.checkHeartbeat(at: now) }
            }
        }
    }

    /// How many connections there are.
    var connectionCount: Int { connections.count }

    func add(_ connection: Connection) {
        eventLoop.preconditionInEventLoop()
        lastNumber += 1
        connection.number = lastNumber
        connections[lastNumber] = connection
    }

    /// The connection with a number, on the event loop; nil where it is gone.
    func connection(_ number: Int) -> Connection? {
        eventLoop.preconditionInEventLoop()
        return connections[number] ?? leaving[number]
    }

    /// Takes out a connection that was closed.
    ///
    /// - Parameter isAwaited: whether commands of it are under way, so that it can be found until they are answered.
    func remove(_ connection: Connection, isAwaited: Bool) {
        eventLoop.preconditionInEventLoop()
        connections[connection.number] = nil
        leaving[connection.number] = isAwaited ? connection : nil
    }

    /// Cuts every connection.
    func cutConnections() {
        eventLoop.preconditionInEventLoop()
        for connection in Array(connections.values) { connection.cut() }
    }

    /// Has so many connections come back to another server, those that came first.
    func sendBack(_ count: Int) {
        eventLoop.preconditionInEventLoop()
        let open = connections.values.filter { !$0.isClosing }.sorted { $0.number < $1.number }
        for connection in open.prefix(count) { connection.close(.shutdown) }
    }

    /// Runs the commands of all connections that wait and may be run.
    func proceed() {
        eventLoop.preconditionInEventLoop()
        for connection in Array(connections.values) { connection.proceed() }
    }

    /// Writes frames to every open session on this loop.
    func broadcast(_ frames: ByteBuffer) {
        eventLoop.preconditionInEventLoop()
        for connection in Array(connections.values) where connection.isSessionOpen { connection.writeFrames(frames) }
    }

    /// The connections of a room on this loop.
    func room(_ liveID: LiveID) -> LoopRoom {
        eventLoop.preconditionInEventLoop()
        if let room = rooms[liveID] { return room }
        let room = LoopRoom(liveID: liveID)
        rooms[liveID] = room
        return room
    }

    /// Removes a room that has no viewers on this loop.
    func forgetRoom(_ liveID: LiveID) {
        eventLoop.preconditionInEventLoop()
        if rooms[liveID]?.isEmpty == true { rooms[liveID] = nil }
    }
}
