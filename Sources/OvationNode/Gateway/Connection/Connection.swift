import DequeModule
import NIOCore
package import OvationBackend
import OvationHTTP
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire
import Synchronization

/// One client on one socket: its session, its commands in their order, and what it is sent.
///
/// Sound as `Sendable` because everything but `shard`, `node` and `id` is touched on the shard's event loop only. Others hop
/// there first: `connection.shard.run { connection.… }`.
package final class Connection: WebSocketDelegate, @unchecked Sendable {
    enum Phase {
        /// Nothing was opened yet.
        case unopened
        /// A login is being looked at; commands wait.
        case opening
        /// Logged in.
        case open
        /// Over.
        case closed
    }

    let shard: LoopShard
    /// Its number among the connections of its event loop.
    var number = 0
    let node: Node
    /// Where the other end is, as callbacks tell it.
    let client: Callback.Client
    /// What its address counts as where rates are kept; nil where nobody knows it.
    let addressKey: AddressKey?
    /// Who is logged in, as everybody sees them.
    var userInfo: UserInfo?
    var session: SessionID?
    /// Which of the session's connections this is.
    var generation = SessionHub.firstGeneration
    var phase = Phase.unopened
    private(set) var socket: WebSocketHandler?
    var heartbeat: Heartbeat
    private var lanes: OutboundLanes
    private var places: [(room: ObjectIdentifier, liveID: LiveID, place: LoopRoom.Place)] = []
    private var loopRooms: [ObjectIdentifier: LoopRoom] = [:]
    /// The room whose compressed stream the client follows. Never two: they would get into each other's window.
    private var followed: ObjectIdentifier?
    private var skipped: [LiveID: (epoch: String, range: ClosedRange<Int64>)] = [:]
    private var malformedFrames = 0
    /// The code with which the server closed; nil where the client did or was lost.
    private var sentCode: CloseCode?

    /// Commands that came while an earlier one must be finished first.
    private var waiting: Deque<ByteBuffer> = []
    /// How many commands with an answer that takes time are under way.
    var underWay = 0
    /// How many commands are under way that every later one must wait for.
    private var blockers = 0
    private(set) var isReading = true
    private var isProceeding = false
    /// How fast its commands are run at once; see `Connection+Pace`.
    var pace: TokenBucket
    /// The same of frames that are no commands.
    var framePace: TokenBucket
    /// Whether its next command waits for a turn among those of connections that send too fast.
    var awaitsTurn = false
    /// Whether it has had its turn and not used it.
    var hasTurn = false
    /// What it owes for the commands that it ran in turns, in commands.
    var surplusOwed = 0
    /// Whether nothing is read for a while, because too many frames came that are no commands.
    var isResting = false

    private var isBlocked: Bool {
        blockers > 0 || awaitsTurn || isResting || underWay >= node.answerShare.allowance
    }

    /// The live at another node that a command is run for at the moment.
    var reached: (any RoomPort)?
    /// Frames that must not overtake the reply to `session.open`.
    var held: ByteBuffer?
    /// How much of it is of the lives that the session is in again, which go on meanwhile.
    private var heldLiveBytes = 0
    var resume: ResumeProgress?

    package init(node: Node, shard: LoopShard, client: Callback.Client = Callback.Client()) {
        self.node = node
        self.shard = shard
        self.client = client
        addressKey = AddressKey(client.address)
        pace = TokenBucket(
            perSecond: node.limits.connectionCommandsPerSecond, burst: node.limits.connectionCommandsBurst,
            at: node.services.clock.monotonic())
        framePace = pace
        heartbeat = Heartbeat(limits: node.limits, at: node.services.clock.monotonic())
        lanes = OutboundLanes(limits: node.limits)
    }

    var isSessionOpen: Bool { phase == .open }
    var isClosed: Bool { phase == .closed }
    /// Whether it was told to close, and is open as long as its client takes.
    var isClosing: Bool { sentCode != nil }

    var isAdministrator: Bool { userInfo.map { node.isAdministrator($0.userID) } ?? false }

    /// Closes with a code.
    func close(_ code: CloseCode) {
        guard let socket, socket.isOpen else { return }
        sentCode = code
        socket.close(code)
    }

    /// Ends without a word; the session may come back.
    func cut() { socket?.cut() }

    func checkHeartbeat(at now: Timestamp) {
        // The server itself paused reading, so silence is no sign of a lost client.
        if !isReading { heartbeat.heard(at: now) }
        if lanes.isTooSlow(at: now) { return close(.slow) }
        switch heartbeat.check(at: now) {
        case .none: break
        case .ping: socket?.write(Framing.ping())
        // A login that the storage is too slow for is not the client's fault: it comes back.
        case .closeUnopened: close(phase == .opening ? .openFailed : .openTimeout)
        case .closeExpired: close(.loginExpired)
        case .closeSilent:
            // The ninety seconds are over: to the backend it is the same as a connection that was lost for as long.
            endSession(as: .heartbeatInterrupt)
            close(.silent)
        }
    }
}

// MARK: - The socket

extension Connection {
    func webSocketOpened(_ socket: WebSocketHandler) {
        self.socket = socket
        shard.add(self)
        node.services.metrics.connected()
        let count = node.connectionCount.add(1, ordering: .relaxed).newValue
        if node.limits.connectionsMax > 0, count > node.limits.connectionsMax { close(.tryAgainLater) }
    }

    func webSocketHeard(_ socket: WebSocketHandler) {
        let now = node.services.clock.monotonic()
        heartbeat.heard(at: now)
        noteFrame(at: now)
    }

    func webSocket(_ socket: WebSocketHandler, binary: ByteBuffer) { close(.unsupportedData) }

    func webSocket(_ socket: WebSocketHandler, text: ByteBuffer) {
        // A command is charged when it runs.
        framePace.giveBack(1)
        if !waiting.isEmpty || isBlocked || node.isInDoubt || !mayRun() {
            waiting.append(text)
            setReading(false)
        } else {
            receive(text)
        }
    }

    func webSocket(_ socket: WebSocketHandler, isWritable: Bool) {
        guard isWritable else { return }
        lanes.becameWritable()
        for liveID in skipped.keys.sorted() { tellSkipped(in: liveID) }
    }

    /// Sends the range of a live's events that this connection missed since the last such notice.
    private func tellSkipped(in liveID: LiveID) {
        guard let (epoch, range) = skipped.removeValue(forKey: liveID) else { return }
        let event = RoomEvent.roomSkipped(RoomSkipped(from: range.lowerBound, to: range.upperBound))
        let position = EventPosition(epoch: epoch, seq: nil, durable: nil, at: node.services.clock.wall())
        writeFrames(
            Framing.text(
                FrameEncoder.event(room: liveID, position: position, name: event.name, data: event.encodedData)))
    }

    func webSocketClosed(_ socket: WebSocketHandler, code: CloseCode) {
        let wasOpen = phase == .open
        let wasOpened = self.socket != nil
        phase = .closed
        self.socket = nil
        waiting = []
        resume = nil
        held = nil
        guard wasOpened else { return }
        shard.remove(self, isAwaited: underWay > 0)
        node.services.metrics.disconnected()
        node.services.metrics.closed(sentCode ?? code)
        node.connectionCount.subtract(1, ordering: .relaxed)
        for room in loopRooms.values.sorted(by: { $0.liveID < $1.liveID }) {
            room.remove(self)
            shard.forgetRoom(room.liveID)
        }
        guard wasOpen, let session else { return }
        // 1000 and 1001 are a wish to leave; anything else may come back.
        if code == .normal || code == .goingAway {
            endSession()
        } else if let rooms = node.hub.detach(session, connection: address, at: node.services.clock.monotonic()) {
            for liveID in rooms { node.services.directory.room(liveID)?.notify(.connectionLost(session, address)) }
        }
    }

    private func endSession(as cause: MemberStateCause = .leave) {
        guard let session, let departure = node.hub.close(session, connection: address) else { return }
        node.ended(departure, as: cause)
    }

    func setReading(_ reading: Bool) {
        guard reading != isReading else { return }
        isReading = reading
        socket?.setReading(reading)
    }
}

// MARK: - Commands in their order

extension Connection {
    private func receive(_ text: ByteBuffer) {
        guard phase != .closed, socket?.isOpen == true else { return }
        switch text.withUnsafeReadableBytes(CommandFrame.decode) {
        case .success(let frame):
            charge(frame.command, bytes: text.readableBytes)
            admit(frame)
        case .failure(let failure):
            charge(Self.cost(ofBytes: text.readableBytes), paid: 1)
            node.services.metrics.rejected(failure.rejection.code)
            write(FrameEncoder.reply(id: failure.id, error: failure.rejection))
            guard failure.isMalformed else { return }
            node.services.metrics.malformedFrame()
            malformedFrames += 1
            if malformedFrames >= node.limits.malformedFramesMax { close(.tooManyMalformedFrames) }
        }
    }

    private func admit(_ frame: CommandFrame) {
        node.services.metrics.command(frame.command.op)
        switch (phase, frame.command) {
        case (.unopened, .sessionOpen(let login)): open(login, id: frame.id)
        case (.unopened, _): reply(id: frame.id, error: Rejection(.sessionRequired))
        case (.open, .sessionOpen): reply(id: frame.id, error: Rejection(.sessionAlreadyOpen))
        case (.open, _): run(frame)
        case (.opening, _), (.closed, _): break
        }
    }

    /// Runs the waiting commands.
    func proceed() {
        // A command that is answered at once unblocks from within: the loop goes on, the stack does not grow.
        guard !isProceeding else { return }
        isProceeding = true
        defer { isProceeding = false }
        while !waiting.isEmpty, !isBlocked, !node.isInDoubt, mayRun(), let next = waiting.popFirst() { receive(next) }
        if waiting.isEmpty, !isBlocked { setReading(true) }
    }

    /// Nothing else is run until `unblock`.
    func block() { blockers += 1 }

    func unblock() {
        blockers -= 1
        proceed()
    }
}

// MARK: - What it is sent

extension Connection {
    func write(_ frame: [UInt8]) { writeFrames(Framing.text(frame)) }

    /// Writes frames that are for this connection alone.
    func writeFrames(_ frames: ByteBuffer) {
        guard phase != .closed, let socket else { return }
        guard held == nil else { return hold(frames) }
        let mayWrite = lanes.offerReply(
            bytes: frames.readableBytes, isWritable: socket.isWritable, at: node.services.clock.monotonic())
        guard mayWrite else { return close(.slow) }
        if shard.isGathering, socket.gather(frames) { return shard.gather(socket) }
        socket.write(frames)
    }

    /// Holds frames until the reply to `session.open`, up to the limit for a slow connection.
    private func hold(_ frames: ByteBuffer) {
        heldLiveBytes += frames.readableBytes
        guard heldLiveBytes <= node.limits.connectionPendingBytesMax else { return close(.slow) }
        held?.writeImmutableBuffer(frames)
    }

    /// Writes a batch of a room, or the part of it that a slow connection gets.
    func deliver(_ batch: RoomBatch, of room: LoopRoom, at now: Timestamp, _ tally: inout DeliveryTally) {
        guard let socket, socket.isOpen else { return }
        if held != nil {
            tally.connections += 1
            return hold(batch.frames)
        }
        switch lanes.offer(essentialBytes: batch.essentialFrames.readableBytes, isWritable: socket.isWritable, at: now)
        {
        case .writeAll:
            tally.connections += 1
            write(batch, of: room, to: socket, &tally)
        case .writeEssential:
            tally.connections += 1
            tally.bytes += batch.essentialFrames.readableBytes
            skip(batch, of: room)
            socket.write(batch.essentialFrames)
            // Send this now: the connection may take nothing more, and a client that resumes continues after it.
            tellSkipped(in: room.liveID)
        case .skip:
            skip(batch, of: room)
        case .close:
            node.services.metrics.dropped(events: batch.count, reason: .slowConnection)
            close(.slow)
        }
    }

    /// Writes messages of a topic, or leaves them out where the connection reads too slowly.
    func deliver(_ delivery: TopicDelivery, at now: Timestamp, _ tally: inout DeliveryTally) {
        guard let socket, socket.isOpen else { return }
        guard held == nil else {
            tally.connections += 1
            return hold(delivery.frame)
        }
        let bytes = delivery.frame.readableBytes
        switch lanes.offer(
            essentialBytes: delivery.isEssential ? bytes : 0, isWritable: socket.isWritable, at: now)
        {
        case .writeAll, .writeEssential:
            tally.connections += 1
            tally.bytes += bytes
            socket.write(delivery.frame)
        case .skip: node.services.metrics.dropped(events: 1, reason: .slowConnection)
        case .close: close(.slow)
        }
    }

    /// Writes a whole batch, compressed when this client has followed the room's stream since its last reset.
    private func write(_ batch: RoomBatch, of room: LoopRoom, to socket: WebSocketHandler, _ tally: inout DeliveryTally)
    {
        let canFollow = socket.deflate?.followsSharedStream == true
        if canFollow, let compressed = followed == nil ? batch.joiningFrames : batch.compressedFrames {
            if followed == nil { followed = ObjectIdentifier(room) }
            if followed == ObjectIdentifier(room) {
                tally.following += 1
                tally.bytes += compressed.readableBytes
                tally.savedBytes += batch.frames.readableBytes - compressed.readableBytes
                return socket.write(compressed)
            }
        }
        if batch.isOutOfStream { stopFollowing(room) }
        if canFollow, followed == nil { tally.waiting += 1 }
        tally.bytes += batch.frames.readableBytes
        socket.write(batch.frames)
    }

    /// The client no longer has all of the room's compressed stream.
    private func stopFollowing(_ room: LoopRoom) {
        if followed == ObjectIdentifier(room) { followed = nil }
    }

    private func skip(_ batch: RoomBatch, of room: LoopRoom) {
        stopFollowing(room)
        guard let range = batch.droppable else { return }
        node.services.metrics.dropped(events: batch.count, reason: .slowConnection)
        let first = skipped[room.liveID]?.range.lowerBound ?? range.lowerBound
        skipped[room.liveID] = (batch.epoch, min(first, range.lowerBound)...range.upperBound)
    }

    func place(in room: LoopRoom) -> LoopRoom.Place? { places.first { $0.room == ObjectIdentifier(room) }?.place }

    func enter(_ room: LoopRoom, at place: LoopRoom.Place) {
        places.append((ObjectIdentifier(room), room.liveID, place))
        loopRooms[ObjectIdentifier(room)] = room
    }

    func exit(_ room: LoopRoom) {
        stopFollowing(room)
        places.removeAll { $0.room == ObjectIdentifier(room) }
        loopRooms[ObjectIdentifier(room)] = nil
        skipped[room.liveID] = nil
    }

    func move(in room: LoopRoom, to place: LoopRoom.Place) {
        guard let index = places.firstIndex(where: { $0.room == ObjectIdentifier(room) }) else { return }
        places[index].place = place
    }
}
