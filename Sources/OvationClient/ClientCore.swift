import Foundation
import Logging
import NIOCore
import OvationModel
import OvationWire

/// The core of an ``OvationClient``. It runs the connection's state machine, matches answers to commands, and delivers every event once. It
/// is used on the client's event loop only.
///
/// Every input (a call, a frame, a timer) goes through ``perform(_:)``, one after the other.
final class ClientCore {
    /// The longest frame that a server accepts, in bytes. A longer one would make it close the connection.
    static let frameBytesMax = 65_536

    struct Credentials {
        let sdkAppID: Int
        let userID: UserID
        var userSig: String
    }

    /// A call that waits until a live is entered, which needs both the reply and the snapshot.
    struct EnterWaiter {
        let commandID: Int64
        let liveID: LiveID
        let deadline: NIODeadline
        var membership: RoomJoined?
        var snapshot: RoomSnapshot?
        /// A snapshot that arrived before the reply.
        var early: (place: EventPosition, snapshot: RoomSnapshot)?
        let complete: (Result<EnteredRoom, Rejection>) -> Void
    }

    let eventLoop: any EventLoop
    let shared: ClientShared
    let endpoint: TransportEndpoint?
    let journal: any OrderJournal
    let clock: any ClientClock
    let requestTimeout: TimeAmount
    let logger: Logger
    let transport: any Transport

    var machine: ConnectionStateMachine
    var random: AnyRandom
    var credentials: Credentials?
    var rooms: [LiveID: EventFilter] = [:]
    var commands = CommandTable()
    var enters: [EnterWaiter] = []
    /// Joins that the client gave up on before their answer came. If the answer comes after all, the client leaves the live again.
    var abandonedEnters: [Int64: LiveID] = [:]
    /// Unfinished orders that wait for their turn to be sent again.
    var unsettled: [JournaledOrder] = []
    var settling = 0

    private var nextID: Int64 = 1
    var connection: (any TransportConnection)?
    /// The number of the current connection. The client ignores events of older ones.
    var generation = 0
    /// The id of the `session.open` that waits for its answer.
    var openID: Int64?
    var logInCompletion: ((Result<SessionOpened, Rejection>) -> Void)?
    /// A connection that is being closed, and the calls that wait for it.
    var closing: (generation: Int, waiters: [() -> Void])?
    var closingTimeout: NIODeadline?
    private var inbox: [(generation: Int, event: TransportEvent)] = []
    private var isPerforming = false
    var isShutDown = false
    var timer: (deadline: NIODeadline, timer: ClientTimer)?
    private let watch: (any ClientWatch)?
    private var isReportedWaiting = false

    init(
        configuration: ClientConfiguration, transport: any Transport, journal: any OrderJournal, clock: any ClientClock,
        random: any RandomNumberGenerator & Sendable, eventLoop: any EventLoop, shared: ClientShared,
        watch: (any ClientWatch)? = nil
    ) {
        self.watch = watch
        self.eventLoop = eventLoop
        self.shared = shared
        self.transport = transport
        self.journal = journal
        self.clock = clock
        self.random = AnyRandom(base: random)
        endpoint = TransportEndpoint(serverURL: configuration.serverURL)
        requestTimeout = TimeAmount(clampingSeconds: configuration.requestTimeoutSeconds)
        logger = configuration.logger
        machine = ConnectionStateMachine(
            configuration: .init(
                attemptTimeout: requestTimeout,
                backoff: ReconnectBackoff(
                    min: TimeAmount(clampingSeconds: configuration.reconnectDelaySecondsMin),
                    max: TimeAmount(clampingSeconds: configuration.reconnectDelaySecondsMax))))
    }

    // MARK: - Inputs

    /// Handles one input, then the transport events that arrived meanwhile, then sets the timer.
    func perform(_ body: () -> Void) {
        precondition(
            !isPerforming, "the event loop runs one task at a time, and what a transport delivers goes to the inbox")
        isPerforming = true
        body()
        var handled = 0
        while handled < inbox.count {
            let (generation, event) = inbox[handled]
            handled += 1
            receive(event, of: generation)
        }
        inbox.removeAll(keepingCapacity: handled < 64)
        isPerforming = false
        notifyWatch()
        arm()
    }

    /// Tells the watch, a server of a test, whether a call waits for an answer.
    private func notifyWatch() {
        guard let watch else { return }
        let isWaiting =
            commands.count > 0 || !enters.isEmpty || logInCompletion != nil || closing?.waiters.isEmpty == false
        guard isWaiting != isReportedWaiting else { return }
        isReportedWaiting = isWaiting
        watch.client(ObjectIdentifier(self), isWaiting: isWaiting)
    }

    // MARK: - Commands

    func makeID() -> Int64 {
        defer { nextID += 1 }
        return nextID
    }

    /// Sends a command now, or as soon as there is a connection.
    ///
    /// - Returns: The command's id; nil if it was refused, and then `complete` was called with the reason.
    @discardableResult
    func submit(
        _ command: Command, room: LiveID? = nil, onLoss: CommandTable.OnLoss,
        complete: @escaping CommandTable.Completion
    ) -> Int64? {
        func refuse(_ rejection: Rejection) -> Int64? {
            complete(.unanswered(rejection, wasSent: false))
            return nil
        }
        guard credentials != nil else { return refuse(Rejection(.notLoggedIn)) }
        let id = makeID()
        guard let frame = try? CommandFrame(id: id, room: room, command: command).encoded() else {
            return refuse(Rejection(.invalidParameter))
        }
        guard frame.count <= Self.frameBytesMax else {
            return refuse(Rejection(.invalidParameter, "The command is longer than \(Self.frameBytesMax) bytes."))
        }
        let deadline = clock.now + requestTimeout
        guard commands.add(id: id, frame: frame, onLoss: onLoss, deadline: deadline, complete: complete) else {
            return refuse(Rejection(.tooFrequent, "\(CommandTable.entriesMax) commands wait for their answer already."))
        }
        if machine.isOpen { sendWaiting() }
        return id
    }

    func sendWaiting() {
        guard machine.isOpen, let connection else { return }
        for frame in commands.takeWaiting() { connection.send(frame) }
    }

    func transmit(_ command: Command, id: Int64) {
        guard let frame = try? CommandFrame(id: id, command: command).encoded() else { return }
        connection?.send(frame)
    }

    func finish(_ finished: [CommandTable.Finished]) {
        for command in finished { command.complete(command.outcome) }
    }

    // MARK: - Frames from the server

    func deliver(_ event: TransportEvent, of generation: Int) {
        inbox.append((generation, event))
        if !isPerforming { perform {} }
    }

    private func receive(_ event: TransportEvent, of generation: Int) {
        if let waiting = closing, waiting.generation == generation, case .closed = event { closed(waiting.waiters) }
        guard generation == self.generation else { return }
        let now = clock.now
        switch event {
        case .opened: run(machine.transportOpened(at: now))
        case .alive: machine.heard(at: now)
        case .text(let bytes):
            machine.heard(at: now)
            receive(bytes)
        case .closed(let code, let failure):
            if let failure {
                logger.debug("connection failed", metadata: ["connection.failure": "\(failure)"])
            }
            connection = nil
            openID = nil
            self.generation += 1
            run(machine.transportClosed(code, failure: failure, at: now, using: &random))
        }
    }

    private func receive(_ bytes: Data) {
        let frame: ServerFrame
        do {
            frame = try ServerFrame.decode(bytes)
        } catch {
            countUnknown("a frame that is neither reply nor event")
            return
        }
        switch frame {
        case .reply(let id, let result): reply(id, result)
        case .failure(let rejection):
            // The server could not read one of our frames, and cannot say which. That command ends by its timeout.
            logger.debug("refused frame", metadata: ["error.code": "\(rejection.code)"])
            shared.mirror.withLock { $0.unknownFrameCount += 1 }
        case .event(.room(let liveID, let place, let event)): received(event, at: place, in: liveID)
        case .event(.walletChanged(let wallet)): shared.emit(.walletChanged(wallet))
        case .event(.catalogueChanged): shared.emit(.catalogueChanged)
        case .event(.unknown(let name)): countUnknown("event \(name.prefix(64))")
        }
    }

    private func reply(_ id: Int64, _ result: Result<Data, Rejection>) {
        if id == openID {
            opened(result)
            return
        }
        if case .failure(let rejection) = result, rejection.code == .serverShuttingDown, commands.outlivesShutdown(id) {
            return
        }
        if case .failure(let rejection) = result, rejection.code.leavesOrderOpen, askAgain(id) { return }
        guard let complete = commands.take(id) else {
            answered(abandonedEnter: id, result)
            return
        }
        switch result {
        case .success(let bytes): complete(.done(bytes))
        case .failure(let rejection): complete(.refused(rejection))
        }
    }

    private func countUnknown(_ what: @autoclosure () -> String) {
        shared.mirror.withLock { $0.unknownFrameCount += 1 }
        logger.debug("ignored frame", metadata: ["frame": "\(what())"])
    }

    // MARK: - Time

    /// Sets the timer for the next deadline. A timer that fires too early does nothing but set the next one.
    private func arm() {
        var due = machine.nextDeadline
        func consider(_ other: NIODeadline?) {
            guard let other else { return }
            due = due.map { min($0, other) } ?? other
        }
        consider(commands.nextDeadline)
        consider(closingTimeout)
        for waiter in enters { consider(waiter.deadline) }
        guard let deadline = due, !isShutDown else { return }
        if let timer {
            if timer.deadline <= deadline { return }
            timer.timer.cancel()
        }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        timer = (deadline, clock.schedule(at: deadline, on: eventLoop) { bound.value.timerFired() })
    }

    private func timerFired() {
        perform {
            timer = nil
            let now = clock.now
            run(machine.tick(at: now, using: &random))
            finish(commands.expire(at: now))
            commands.resume(at: now)
            sendWaiting()
            expireEnters(at: now)
            if let closing, let closingTimeout, closingTimeout <= now { closed(closing.waiters) }
        }
    }

    private func closed(_ waiters: [() -> Void]) {
        closing = nil
        closingTimeout = nil
        for complete in waiters { complete() }
    }
}

/// Wraps any random number generator, so that generic code accepts it.
struct AnyRandom: RandomNumberGenerator, Sendable {
    var base: any RandomNumberGenerator & Sendable

    mutating func next() -> UInt64 { base.next() }
}
