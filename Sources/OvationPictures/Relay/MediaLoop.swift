import NIOCore
import OvationMedia
import OvationModel
import OvationSupport

/// The players and the publishers' sockets of one event loop.
///
/// A fragment for hundreds of players is tens of megabytes in one moment. It is written in turns of `media.turnBytesMax`, with a pause
/// after each in which the event loop does what else there is, so that gifts and control never wait for it.
///
/// Sound as `Sendable` because everything but `eventLoop` and `index` is touched on that event loop only, which the preconditions check.
final class MediaLoop: @unchecked Sendable {
    let eventLoop: any EventLoop
    let index: Int
    private let clock: ServerClock
    private let limits: MediaLimits
    private var pictures: [LiveSessionID: LoopPicture] = [:]
    /// The sound of those pictures that somebody only hears.
    private var sounds: [LiveSessionID: LoopSound] = [:]
    private var players: [Int: MediaPlayer] = [:]
    private var playersOf: [LiveSessionID: Set<Int>] = [:]
    private var turns: PacedTurns<Int>
    private var isTurnDue = false
    /// Whether players are served, and who could take more meanwhile. A write may tell at once that its bytes are gone.
    private var isServing = false
    private var writableMeanwhile: [Int] = []
    private var lastNumber = 0
    private var connections: [ObjectIdentifier: any MediaConnection] = [:]
    private var isChecking = false

    /// The pause between two turns. What came meanwhile is done in it: the event loop takes no turn that is not due.
    private static let pause = TimeAmount.microseconds(200)

    init(eventLoop: any EventLoop, index: Int, clock: ServerClock, limits: MediaLimits) {
        self.eventLoop = eventLoop
        self.index = index
        self.clock = clock
        self.limits = limits
        turns = PacedTurns(limits: limits)
    }

    // MARK: - Players

    /// Takes in a player. It is sent something when the picture is shown here.
    ///
    /// - Returns: Its number here.
    func add(_ player: MediaPlayer) -> Int {
        eventLoop.preconditionInEventLoop()
        lastNumber += 1
        players[lastNumber] = player
        playersOf[player.session, default: []].insert(lastNumber)
        return lastNumber
    }

    /// Removes a player.
    func remove(_ number: Int) {
        eventLoop.preconditionInEventLoop()
        if !isServing { turns.remove(number) }
        guard let session = players.removeValue(forKey: number)?.session else { return }
        playersOf[session]?.remove(number)
        guard playersOf[session]?.isEmpty == true else { return }
        playersOf[session] = nil
        pictures[session] = nil
        sounds[session] = nil
    }

    /// A player's socket takes bytes again.
    func becameWritable(_ number: Int) {
        eventLoop.preconditionInEventLoop()
        guard players[number] != nil else { return }
        guard !isServing else { return writableMeanwhile.append(number) }
        turns.add(number)
        beginTurns()
    }

    /// Shows the players here how the picture of a live is now. From any event loop.
    func show(_ picture: LoopPicture, of session: LiveSessionID) {
        if eventLoop.inEventLoop { shown(picture, session) } else { eventLoop.execute { self.shown(picture, session) } }
    }

    private func shown(_ picture: LoopPicture, _ session: LiveSessionID) {
        guard let numbers = playersOf[session] else { return }
        pictures[session] = picture
        for number in numbers where players[number]?.isWritable == true { turns.add(number) }
        beginTurns()
    }

    private func sound(for player: MediaPlayer) -> LoopSound? {
        guard player.isSoundOnly else { return nil }
        if let sound = sounds[player.session] { return sound }
        let sound = LoopSound(limits: limits)
        sounds[player.session] = sound
        return sound
    }

    private func beginTurns() {
        guard !isTurnDue, !turns.isEmpty else { return }
        isTurnDue = true
        eventLoop.execute { self.takeTurn() }
    }

    private func takeTurn() {
        isTurnDue = false
        isServing = true
        turns.turn { number, bytesMax in
            guard let player = players[number], let picture = pictures[player.session] else { return (0, false) }
            return player.serve(picture, sound: sound(for: player), bytesMax: bytesMax)
        }
        isServing = false
        for number in writableMeanwhile where players[number] != nil { turns.add(number) }
        writableMeanwhile.removeAll(keepingCapacity: true)
        guard !isTurnDue, !turns.isEmpty else { return }
        isTurnDue = true
        eventLoop.scheduleTask(in: Self.pause) { self.takeTurn() }
    }

    // MARK: - Time

    /// Looks after a connection once a second.
    func watch(_ connection: any MediaConnection) {
        eventLoop.preconditionInEventLoop()
        connections[ObjectIdentifier(connection)] = connection
        checkLater()
    }

    /// Looks after it no more.
    func unwatch(_ connection: any MediaConnection) {
        eventLoop.preconditionInEventLoop()
        connections[ObjectIdentifier(connection)] = nil
    }

    private func checkLater() {
        guard !isChecking, !connections.isEmpty else { return }
        isChecking = true
        eventLoop.scheduleTask(in: .seconds(1)) {
            self.isChecking = false
            let now = self.clock.monotonic()
            for connection in Array(self.connections.values) { connection.check(at: now) }
            self.checkLater()
        }
    }
}
