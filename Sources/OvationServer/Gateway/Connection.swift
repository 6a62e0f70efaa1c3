import DequeModule
import Foundation
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire
import Synchronization

/// One client on one socket: its session, its commands in their order, and what it is sent.
///
/// Sound as `Sendable` because everything but `shard`, `node` and `id` is touched on the shard's event loop only. Others hop
/// there first: `connection.shard.run { connection.… }`.
final class Connection: WebSocketDelegate, @unchecked Sendable {
    private enum Phase {
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
    /// Who is logged in, as everybody sees them.
    var userInfo: UserInfo?
    private(set) var session: SessionID?

    private var phase = Phase.unopened
    private var socket: WebSocketHandler?
    private var heartbeat: Heartbeat
    private var lanes: OutboundLanes
    private var places: [(room: ObjectIdentifier, liveID: LiveID, place: Int)] = []
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
    private var underWay = 0
    /// How many commands are under way that every later one must wait for.
    private var blockers = 0
    private var isReading = true
    private var isProceeding = false

    private var isBlocked: Bool { blockers > 0 || underWay >= node.limits.ordersInFlightMax }

    /// Frames that must not overtake the reply to `session.open`.
    private var held: ByteBuffer?
    private var resume: ResumeProgress?

    private struct ResumeProgress {
        let id: Int64
        var opened: SessionOpened
        var awaited: Set<LiveID>
        var frames = ByteBuffer()
    }

    init(node: Node, shard: LoopShard, client: Callback.Client = Callback.Client()) {
        self.node = node
        self.shard = shard
        self.client = client
        heartbeat = Heartbeat(limits: node.limits, at: node.clock.monotonic())
        lanes = OutboundLanes(limits: node.limits)
    }

    var isSessionOpen: Bool { phase == .open }

    var isAdministrator: Bool { userInfo.map { node.isAdministrator($0.userID) } ?? false }

    /// Closes with a code.
    func close(_ code: CloseCode) {
        guard let socket, socket.isOpen else { return }
        sentCode = code
        socket.close(code)
    }

    func checkHeartbeat(at now: Timestamp) {
        // While we do not read, its silence is ours.
        if !isReading { heartbeat.heard(at: now) }
        if lanes.isTooSlow(at: now) { return close(.slow) }
        switch heartbeat.check(at: now) {
        case .none: break
        case .ping: socket?.write(Framing.ping())
        case .closeUnopened: close(.openTimeout)
        case .closeExpired: close(.loginExpired)
        case .closeSilent:
            // The ninety seconds are over, so the user has left.
            endSession()
            close(.silent)
        }
    }
}

// MARK: - The socket

extension Connection {
    func webSocketOpened(_ socket: WebSocketHandler) {
        self.socket = socket
        shard.add(self)
        node.metrics.connected()
        let count = node.connectionCount.add(1, ordering: .relaxed).newValue
        if node.limits.connectionsMax > 0, count > node.limits.connectionsMax { close(.tryAgainLater) }
    }

    func webSocketHeard(_ socket: WebSocketHandler) { heartbeat.heard(at: node.clock.monotonic()) }

    func webSocket(_ socket: WebSocketHandler, binary: ByteBuffer) { close(.unsupportedData) }

    func webSocket(_ socket: WebSocketHandler, text: ByteBuffer) {
        if isBlocked || !waiting.isEmpty {
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

    /// Tells which events of a live were left out for this connection since it was told last.
    private func tellSkipped(in liveID: LiveID) {
        guard let (epoch, range) = skipped.removeValue(forKey: liveID) else { return }
        let event = RoomEvent.roomSkipped(RoomSkipped(from: range.lowerBound, to: range.upperBound))
        let position = EventPosition(epoch: epoch, seq: nil, durable: nil, at: node.clock.wall())
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
        shard.remove(self)
        node.metrics.disconnected()
        node.metrics.closed(sentCode ?? code)
        node.connectionCount.subtract(1, ordering: .relaxed)
        for room in loopRooms.values.sorted(by: { $0.liveID < $1.liveID }) {
            room.remove(self)
            shard.forgetRoom(room.liveID)
        }
        guard wasOpen, let session else { return }
        // 1000 and 1001 are a wish to leave; anything else may come back.
        if code == .normal || code == .goingAway {
            endSession()
        } else if let rooms = node.hub.detach(session, connection: self, at: node.clock.monotonic()) {
            for liveID in rooms { node.directory.room(liveID)?.connectionLost(session, self) }
        }
    }

    private func endSession() {
        guard let session, let departure = node.hub.close(session, connection: self) else { return }
        node.ended(departure)
    }

    private func setReading(_ reading: Bool) {
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
            admit(frame)
        case .failure(let failure):
            node.metrics.rejected(failure.rejection.code)
            write(FrameEncoder.reply(id: failure.id, error: failure.rejection))
            guard failure.isMalformed else { return }
            node.metrics.malformedFrame()
            malformedFrames += 1
            if malformedFrames >= node.limits.malformedFramesMax { close(.tooManyMalformedFrames) }
        }
    }

    private func admit(_ frame: CommandFrame) {
        node.metrics.command(frame.command.op)
        switch (phase, frame.command) {
        case (.unopened, .sessionOpen(let login)): open(login, id: frame.id)
        case (.unopened, _): reply(id: frame.id, error: Rejection(.sessionRequired))
        case (.open, .sessionOpen): reply(id: frame.id, error: Rejection(.sessionAlreadyOpen))
        case (.open, _): run(frame)
        case (.opening, _), (.closed, _): break
        }
    }

    /// Lets the commands that wait have their turn.
    private func proceed() {
        // A command that is answered at once unblocks from within: the loop goes on, the stack does not grow.
        guard !isProceeding else { return }
        isProceeding = true
        defer { isProceeding = false }
        while !isBlocked, let next = waiting.popFirst() { receive(next) }
        if waiting.isEmpty, !isBlocked { setReading(true) }
    }

    /// Nothing else is run until `unblock`.
    func block() { blockers += 1 }

    func unblock() {
        blockers -= 1
        proceed()
    }

    /// Counts a command whose answer takes time; with too many of them the client is read no further.
    func beginAnswer() { underWay += 1 }

    func finishAnswer() {
        underWay -= 1
        if !isReading { proceed() }
    }
}

// MARK: - What it is sent

extension Connection {
    /// Answers a command with content that is JSON already.
    func reply(id: Int64, ok json: [UInt8]) { write(FrameEncoder.reply(id: id, ok: json)) }

    /// Refuses a command.
    func reply(id: Int64, error: Rejection) {
        node.metrics.rejected(error.code)
        write(FrameEncoder.reply(id: id, error: error))
    }

    private func write(_ frame: [UInt8]) { writeFrames(Framing.text(frame)) }

    /// Writes frames that are for this connection alone.
    func writeFrames(_ frames: ByteBuffer) {
        guard phase != .closed, let socket else { return }
        if held != nil {
            held?.writeImmutableBuffer(frames)
            return
        }
        let mayWrite = lanes.offerReply(
            bytes: frames.readableBytes, isWritable: socket.isWritable, at: node.clock.monotonic())
        if mayWrite { socket.write(frames) } else { close(.slow) }
    }

    /// Writes a batch of a room, or the part of it that a slow connection gets.
    func deliver(_ batch: RoomBatch, of room: LoopRoom, at now: Timestamp, _ tally: inout DeliveryTally) {
        guard let socket, socket.isOpen else { return }
        if held != nil {
            held?.writeImmutableBuffer(batch.frames)
            tally.connections += 1
            return
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
            // First, because this may be the last that the connection takes: who comes back goes on behind what follows.
            tellSkipped(in: room.liveID)
            guard socket.isOpen else { return }
            socket.write(batch.essentialFrames)
        case .skip:
            skip(batch, of: room)
        case .close:
            node.metrics.dropped(events: batch.count, reason: .slowConnection)
            close(.slow)
        }
    }

    /// Writes a whole batch, compressed where this client has followed the room's stream from where it last began afresh.
    private func write(_ batch: RoomBatch, of room: LoopRoom, to socket: WebSocketHandler, _ tally: inout DeliveryTally)
    {
        let canFollow = socket.deflate?.followsSharedStream == true
        if canFollow, let compressed = batch.compressedFrames {
            if followed == nil, batch.beginsAfresh { followed = ObjectIdentifier(room) }
            if followed == ObjectIdentifier(room) {
                tally.following += 1
                tally.bytes += compressed.readableBytes
                tally.savedBytes += batch.frames.readableBytes - compressed.readableBytes
                return socket.write(compressed)
            }
        }
        if canFollow, followed == nil { tally.waiting += 1 }
        tally.bytes += batch.frames.readableBytes
        socket.write(batch.frames)
    }

    /// From here on the client has not seen all of a room's compressed stream.
    private func stopFollowing(_ room: LoopRoom) {
        if followed == ObjectIdentifier(room) { followed = nil }
    }

    private func skip(_ batch: RoomBatch, of room: LoopRoom) {
        stopFollowing(room)
        guard let range = batch.droppable else { return }
        node.metrics.dropped(events: batch.count, reason: .slowConnection)
        let first = skipped[room.liveID]?.range.lowerBound ?? range.lowerBound
        skipped[room.liveID] = (batch.epoch, min(first, range.lowerBound)...range.upperBound)
    }

    func place(in room: LoopRoom) -> Int? { places.first { $0.room == ObjectIdentifier(room) }?.place }

    func enter(_ room: LoopRoom, at place: Int) {
        places.append((ObjectIdentifier(room), room.liveID, place))
        loopRooms[ObjectIdentifier(room)] = room
    }

    func exit(_ room: LoopRoom) {
        stopFollowing(room)
        places.removeAll { $0.room == ObjectIdentifier(room) }
        loopRooms[ObjectIdentifier(room)] = nil
        skipped[room.liveID] = nil
    }

    func move(in room: LoopRoom, to place: Int) {
        guard let index = places.firstIndex(where: { $0.room == ObjectIdentifier(room) }) else { return }
        places[index].place = place
    }
}

// MARK: - Opening a session

extension Connection {
    private func open(_ login: SessionOpen, id: Int64) {
        let now = node.clock.wall()
        guard login.sdkAppID == node.configuration.sdkAppID else { return refuse(id, Rejection(.sdkAppIDInvalid)) }
        let expiresAt: Timestamp?
        switch node.verifier.verify(login.userSig, userID: login.userID, at: now) {
        case .failure(let rejection): return refuse(id, rejection)
        case .success(let verified): expiresAt = verified.expiresAt
        }
        phase = .opening
        block()
        node.profiles.read(login.userID, for: shard) { profile in
            switch profile {
            case .success(let profile):
                // Whoever has logged in once is known to the app's backend, which may name them in its calls.
                if profile == nil { self.node.journal.submit(.profile(login.userID, UserProfile()), on: nil, nil) }
                self.finishOpening(login, id: id, profile ?? UserProfile(), expiresAt)
            case .failure:
                self.reply(id: id, error: Rejection(.storageUnavailable))
                self.close(.openFailed)
            }
        }
    }

    private func refuse(_ id: Int64, _ rejection: Rejection) {
        reply(id: id, error: rejection)
        close(.unauthorized)
    }

    private func finishOpening(_ login: SessionOpen, id: Int64, _ profile: UserProfile, _ expiresAt: Timestamp?) {
        guard phase == .opening, socket?.isOpen == true else { return }
        let user = profile.info(of: login.userID)
        userInfo = user
        phase = .open
        heartbeat.isOpen = true
        if let expiresAt {
            let left = expiresAt.milliseconds(since: node.clock.wall())
            heartbeat.expiresAt = node.clock.monotonic().adding(milliseconds: left)
        }
        let resumed = resumeSession(login)
        var opened = SessionOpened(
            session: resumed.session, resumed: resumed.isSame, user: user, profile: profile, at: node.clock.wall(),
            silenceSeconds: node.limits.silenceSeconds, rooms: [])
        let positions = Array((login.resume?.rooms ?? []).prefix(node.limits.roomsPerSessionMax))
        guard !positions.isEmpty else {
            reply(id: id, ok: opened.json)
            return unblock()
        }
        // The places of the answer are kept, so that its rooms come in the order in which they were asked for.
        var rooms: [LiveID] = []
        for position in positions where !rooms.contains(position.room) { rooms.append(position.room) }
        opened.rooms = rooms.map { SessionOpened.Room(room: $0, joined: false, recovered: false) }
        resume = ResumeProgress(id: id, opened: opened, awaited: Set(rooms))
        held = ByteBuffer()
        for room in rooms {
            if let position = positions.first(where: { $0.room == room }) { self.resume(position, user) }
        }
    }

    private func resumeSession(_ login: SessionOpen) -> (session: SessionID, isSame: Bool) {
        if let wanted = login.resume?.session,
            let (previous, _) = node.hub.resume(wanted, user: login.userID, connection: self)
        {
            session = wanted
            if let previous { previous.shard.run { previous.close(.replaced) } }
            return (wanted, true)
        }
        guard let fresh = SessionID(node.ids.makeText()) else { preconditionFailure("an id source that makes no ids") }
        session = fresh
        let surplus = node.hub.open(fresh, user: login.userID, connection: self, at: node.clock.monotonic())
        for departure in surplus {
            node.ended(departure)
            if let old = departure.connection { old.shard.run { old.close(.kickedOffline) } }
        }
        return (fresh, false)
    }

    private func resume(_ position: SessionOpen.Position, _ user: UserInfo) {
        guard let session else { return }
        if let room = node.directory.room(position.room) {
            let origin = RoomRequest.Origin(session: session, connection: self)
            return room.submit(
                RoomRequest(
                    actor: RoomActor(user: user, isAdministrator: isAdministrator), origin: origin,
                    body: .resume(position),
                    reply: { _ in }))
        }
        resumeEnded(position)
    }

    /// Answers for a live that has ended: what was sent before it did is still shown.
    func resumeEnded(_ position: SessionOpen.Position) {
        node.background.submit { [node, shard] in
            let frames = await Result {
                var frames = ByteBuffer()
                // The start that the client was in, which need not be the last one any more.
                let last = try await node.storage.lastRoom(position.room)?.info.sessionID
                guard let start = position.sessionID ?? last else { return frames }
                let stored = try await node.storedFrames(
                    of: position.room, start, epoch: position.epoch, after: position.durable)
                for event in stored { Framing.appendText(event.frame, to: &frames) }
                return frames
            }
            shard.run {
                guard case .success(let frames) = frames else { return self.close(.openFailed) }
                self.resumed(
                    SessionOpened.Room(
                        room: position.room, joined: false, recovered: false, error: WireError(Rejection(.roomNotFound))
                    ),
                    frames: frames)
            }
        }
    }

    /// A room has said what became of it; with the last one the login is answered.
    func resumed(_ entry: SessionOpened.Room, frames: ByteBuffer) {
        guard var progress = resume, progress.awaited.remove(entry.room) != nil else {
            // The answer of a room that nobody waits for any more.
            return
        }
        if let index = progress.opened.rooms.firstIndex(where: { $0.room == entry.room }) {
            progress.opened.rooms[index] = entry
        }
        // Held with everything else, in order: what is replayed comes before what happens from now on.
        held?.writeImmutableBuffer(frames)
        guard progress.awaited.isEmpty else {
            resume = progress
            return
        }
        resume = nil
        let events = held ?? ByteBuffer()
        held = nil
        reply(id: progress.id, ok: WireJSON.bytes(progress.opened))
        if events.readableBytes > 0 { writeFrames(events) }
        unblock()
    }
}

extension Result where Failure == any Error {
    /// The result of work that takes time.
    init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
