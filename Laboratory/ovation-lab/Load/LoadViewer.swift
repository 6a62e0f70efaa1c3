import DequeModule
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import OvationModel
import OvationWire

/// One viewer: its session, and what it has seen over one connection after the other.
///
/// Confined to the event loop of its shard.
final class LoadViewer {
    /// How far it is.
    enum Phase: Equatable {
        case idle, connecting, handshaking, connected, opening, loggedIn, joining, entering, present, over
    }

    /// How far it is to go by itself.
    enum Goal: Int, Comparable {
        case connected, loggedIn, present

        static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The numbers of commands, by which an answer is known.
    enum ID {
        static let open: Int64 = 1
        static let join: Int64 = 2
        static let giftList: Int64 = 3
        static let end: Int64 = 4
        static let chat: Int64 = 10
        static let like: Int64 = 11
        static let tap: Int64 = 12
        static let listen: Int64 = 13
        static let publish: Int64 = 14
        static let sit: Int64 = 15
        static let seat: Int64 = 16
        /// Orders have numbers from here on.
        static let gift: Int64 = 1_000
    }

    let number: Int
    let room: LoadRoom
    let user: UserID
    let isOwner: Bool
    unowned let shard: LoadShard
    var phase = Phase.idle
    var check = SequenceCheck()
    /// When it came in, or came back. What is older reached it late because of that.
    private var presentSince: UInt64 = 0
    var goal = Goal.present
    /// The connection that it has; nil between two.
    private var connection: LoadConnection?
    var session: SessionID?
    var epoch = ""
    var liveSession: LiveSessionID?
    var isResuming = false
    /// What the tool does itself is no event that the server answers for.
    var isExpectedToEnd = false
    var unansweredOrders: [Int64: OrderID] = [:]
    private var template: MessageTemplate?
    /// Where an owner publishes the picture; nil until the server said so.
    var publishAddress: String?
    /// The taps of the commands that are not answered yet.
    var tapsUnanswered: Deque<Int> = []
    /// When the changes of the seat were sent that are not answered yet.
    var seatChangesUnanswered: Deque<UInt64> = []
    /// How often it changed something of its seat.
    private var seatTurn = 0

    init(number: Int, room: LoadRoom, user: UserID, isOwner: Bool, shard: LoadShard) {
        self.number = number
        self.room = room
        self.user = user
        self.isOwner = isOwner
        self.shard = shard
    }

    var hasSession: Bool { session != nil }

    // MARK: - Connecting

    /// Begins a connection, and goes on until the goal is reached; with a session it resumes.
    func connect(until goal: Goal, receiveBufferBytes: Int?) {
        let connection = beginConnection(until: goal)
        var bootstrap = ClientBootstrap(group: shard.eventLoop)
            .connectTimeout(.seconds(60))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer {
                [target = shard.target, bound = NIOLoopBound(connection, eventLoop: shard.eventLoop)] channel in
                channel.eventLoop.makeCompletedFuture { try Self.configure(channel, for: bound.value, to: target) }
            }
        if let receiveBufferBytes {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: receiveBufferBytes)
        }
        if let source = shard.target.source(of: number) {
            bootstrap = bootstrap.channelOption(.socketOption(.so_reuseaddr), value: 1).bind(to: source)
        }
        bootstrap.connect(to: shard.target.address).assumeIsolated().whenFailure { error in
            guard self.connection === connection else { return }
            self.connection = nil
            self.phase = .over
            self.shard.connectFailed(self, "\(error)")
        }
    }

    /// The connection that it has from now on, to be added to a channel.
    func beginConnection(until goal: Goal) -> LoadConnection {
        self.goal = goal
        phase = .connecting
        isExpectedToEnd = false
        let connection = LoadConnection(viewer: self)
        self.connection = connection
        return connection
    }

    private static func configure(_ channel: any Channel, for connection: LoadConnection, to target: LoadTarget) throws
    {
        try addTLS(to: channel, target)
        try channel.pipeline.syncOperations.addHandler(connection)
    }

    /// Encrypts a channel, where the server wants it.
    static func addTLS(to channel: any Channel, _ target: LoadTarget) throws {
        guard let tls = target.tls else { return }
        let name = target.host.split(separator: ":").first.map(String.init)
        let isAddress = name.flatMap { try? SocketAddress(ipAddress: $0, port: 0) } != nil
        try channel.pipeline.syncOperations.addHandler(
            NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : name))
    }

    func handshakeBegan() { phase = .handshaking }

    func handshakeSucceeded() {
        phase = .connected
        shard.handshakeSucceeded(self)
        if goal > .connected { logIn() }
    }

    /// Goes further than it was told to at first.
    func proceed(to goal: Goal) {
        self.goal = goal
        switch phase {
        case .connected where goal > .connected: logIn()
        case .loggedIn where goal > .loggedIn: enter()
        default: break
        }
    }

    private func logIn() {
        phase = .opening
        var resume: SessionOpen.Resume?
        isResuming = false
        if let session {
            let position = SessionOpen.Position(
                room: room.liveID, epoch: epoch, seq: check.seq, durable: check.durable, sessionID: liveSession)
            resume = SessionOpen.Resume(session: session, rooms: epoch.isEmpty ? [] : [position])
            isResuming = !epoch.isEmpty
        }
        send(
            id: ID.open,
            .sessionOpen(
                SessionOpen(
                    sdkAppID: shard.target.sdkAppID, userID: user, userSig: shard.target.userSig(user), resume: resume))
        )
    }

    func enter() {
        phase = .joining
        if isOwner {
            send(id: ID.join, .roomCreate(RoomCreate(liveID: room.liveID, settings: shard.roomSettings)))
        } else {
            send(id: ID.join, room: room.liveID, .roomJoin)
        }
    }

    // MARK: - Sending

    private func send(id: Int64, room: LiveID? = nil, _ command: Command) {
        connection?.write(ClientFrame.command(id: id, room: room, command))
    }

    func sendChat(stamp: String, textBytes: Int) {
        let template = template ?? MessageTemplate(id: ID.chat, room: room.liveID)
        self.template = template
        connection?.write(template.frame(text: stamp, bytes: textBytes))
    }

    func sendLike() { send(id: ID.like, room: room.liveID, .likeSend(LikeSend())) }

    func sendGift(stamp: String, gift: GiftID) {
        guard let order = OrderID(stamp) else { return }
        let id = ID.gift + shard.nextOrderNumber()
        unansweredOrders[id] = order
        send(id: id, room: room.liveID, .giftSend(GiftSend(orderID: order, giftID: gift)))
    }

    /// The topic that everybody taps on.
    private static let reactions = TopicName(unchecked: "REACTION")

    /// Listens to what everybody taps.
    func listen() { send(id: ID.listen, room: room.liveID, .pubsubSubscribe(PubSubSubscribe(topic: Self.reactions))) }

    /// Taps so many times, in one command.
    func tap(_ count: Int) {
        // The server answers in the order in which it was asked.
        tapsUnanswered.append(count)
        let message = PubSubPublish(topic: Self.reactions, message: "🔥", count: count > 1 ? count : nil)
        send(id: ID.tap, room: room.liveID, .pubsubPublish(message))
    }

    /// After how many turns a viewer leaves the seat and takes one again.
    private static let seatTurns = 8

    /// Takes a seat, to be there for ``changeSeat(at:)``.
    func takeSeat() { send(id: ID.sit, room: room.liveID, .seatTake(SeatTake())) }

    /// Opens or closes the microphone, or leaves the seat and later takes one again. Each viewer begins at another turn.
    func changeSeat(at now: UInt64) {
        seatTurn += 1
        seatChangesUnanswered.append(now)
        switch (seatTurn + number) % Self.seatTurns {
        case 0: send(id: ID.seat, room: room.liveID, .seatLeave)
        case 1 where seatTurn > 1: send(id: ID.seat, room: room.liveID, .seatTake(SeatTake()))
        case let turn:
            send(id: ID.seat, room: room.liveID, .seatDevices(SeatDevices(microphone: turn.isMultiple(of: 2))))
        }
    }

    /// Sends the orders again of whose fate it does not know, as every client must.
    private func repeatOrders() {
        guard let gift = room.traffic.gift else { return }
        for (id, order) in unansweredOrders {
            send(id: id, room: room.liveID, .giftSend(GiftSend(orderID: order, giftID: gift)))
        }
    }

    func askForGifts() { send(id: ID.giftList, .giftList(GiftList())) }

    /// Asks where to publish the picture of the live.
    func askToPublish() {
        publishAddress = nil
        send(id: ID.publish, room: room.liveID, .mediaPublish)
    }

    func endRoom() { send(id: ID.end, room: room.liveID, .roomEnd) }

    // MARK: - Ending

    /// Cuts the connection, as a phone in a tunnel does: no close frame, and the session goes on.
    func drop() {
        isExpectedToEnd = true
        connection?.cut()
    }

    /// Says goodbye.
    func leave() {
        isExpectedToEnd = true
        session = nil
        connection?.close()
    }

    /// Stops reading, or goes on.
    func setReading(_ isReading: Bool) { connection?.setReading(isReading) }

    /// The connection is over, and all that came over it was taken in.
    func connectionEnded(_ ended: LoadConnection, code: UInt16) {
        guard connection === ended else { return }
        connection = nil
        let reached = phase
        phase = .over
        shard.ended(self, from: reached, code: code, wasExpected: isExpectedToEnd)
    }

    func note(_ problem: String) { shard.note("\(user): \(problem)") }

    func fail(_ problem: String) {
        note(problem)
        connection?.cut()
    }

    // MARK: - Receiving

    /// Takes in the frames of one read.
    func take(_ batch: FrameBatch, _ bytes: ByteBuffer, at now: UInt64) {
        if let run = batch.run, check.expects(epoch: run.epoch, first: run.first) {
            check.advance(to: run.last)
            for event in batch.events {
                if let durable = event.durable { _ = check.saw(durable: durable, orders: event.orders.map(\.durable)) }
                count(event, at: now)
            }
            return
        }
        for entry in batch.entries {
            switch entry {
            case .event(let event): take(event, at: now)
            case .reply(let head, let payload):
                if let slice = bytes.getSlice(at: bytes.readerIndex + payload.lowerBound, length: payload.count) {
                    take(head, slice, at: now)
                }
            case .control(let opcode, let payload):
                if let slice = bytes.getSlice(at: bytes.readerIndex + payload.lowerBound, length: payload.count) {
                    connection?.take(control: opcode, slice)
                }
            case .unreadable: shard.statistics.unreadableFrames += 1
            case .violation(let place): connection?.violated(at: place, of: bytes)
            }
        }
    }

    private func take(_ event: FrameBatch.Event, at now: UInt64) {
        switch event.kind {
        case .skipped:
            if let range = event.skipped { check.wasTold(skipped: range) }
            return
        case .snapshot:
            if phase == .entering { nowPresent(at: now) }
            return
        case .barrage, .gift, .topic, .other: break
        }
        var isNew = true
        if let seq = event.seq { isNew = check.saw(epoch: event.epoch, seq: seq) }
        if let durable = event.durable {
            let isNewlyStored = check.saw(durable: durable, orders: event.orders.map(\.durable))
            if event.seq == nil { isNew = isNewlyStored }
        }
        if isNew { count(event, at: now) }
    }

    private func count(_ event: FrameBatch.Event, at now: UInt64) {
        guard !isOwner else { return }
        if event.kind == .topic {
            shard.statistics.tapEvents += 1
            shard.statistics.toldTaps += event.taps
            return
        }
        guard event.orders.isEmpty else {
            for order in event.orders { count(event.kind, sentAt: order.sentAt, at: now) }
            return
        }
        count(event.kind, sentAt: event.sentAt, at: now)
    }

    private func count(_ kind: FrameHead.Event, sentAt: UInt64?, at now: UInt64) {
        guard let sentAt else {
            shard.statistics.otherEvents += 1
            return
        }
        guard phase == .present, sentAt >= presentSince else {
            shard.statistics.replayed += 1
            return
        }
        shard.statistics.deliveries += 1
        let age = now &- sentAt
        if kind == .gift {
            shard.statistics.gifts.record(nanoseconds: age)
        } else {
            shard.statistics.chat.record(nanoseconds: age)
        }
    }

    func nowPresent(at now: UInt64) {
        phase = .present
        presentSince = now
        shard.entered(self, at: now)
        repeatOrders()
    }
}
