import Foundation
import NIOCore
import OvationModel
import OvationWire

/// The viewers of one event loop of the tool.
///
/// Sound as `Sendable` because everything but `eventLoop` and `target` is touched on the event loop only; others hop there
/// with ``submit(_:)``.
final class LoadShard: @unchecked Sendable {
    let eventLoop: any EventLoop
    let target: LoadTarget
    var roomSettings: RoomSettings { target.roomSettings }
    var statistics = LoadStatistics()
    var reader: FrameBatchReader
    private var rooms: [Int: LoadRoom] = [:]
    private(set) var viewers: [Int: LoadViewer] = [:]
    private var owners: [Int: LoadViewer] = [:]
    private var orderNumber: Int64
    private var dueTask: Scheduled<Void>?

    /// Viewers that wait for their turn to connect.
    private var queue: ArraySlice<LoadViewer> = []
    private var inFlight = 0
    private var inFlightMax = 256
    private var goal = LoadViewer.Goal.present
    private var connectPacer: Pacer?
    private var isPumpScheduled = false
    private var isPumping = false
    private var receiveBufferBytes: Int?
    private var reconnects = false
    /// Whether connections that are made from now on offer permessage-deflate.
    private(set) var offersCompression = false
    private(set) var census = LoadCensus()

    private var giftPanel: GiftPanel?
    /// Those who write as fast as their sockets take it, and what they did.
    var hostile: [HostileUser] = []
    var hostileTally = HostileTally()

    init(eventLoop: any EventLoop, number: Int, target: LoadTarget) {
        self.eventLoop = eventLoop
        self.target = target
        reader = FrameBatchReader(mark: target.mark)
        // Apart from those of the other loops, because an order id is made of it.
        orderNumber = Int64(number) << 40
    }

    /// Does something on the event loop.
    func submit<Value: Sendable>(_ work: @escaping @Sendable (LoadShard) -> Value) async throws -> Value {
        try await eventLoop.submit { work(self) }.get()
    }

    func nextOrderNumber() -> Int64 {
        orderNumber += 1
        return orderNumber
    }

    private func room(_ number: Int) -> LoadRoom {
        if let room = rooms[number] { return room }
        let room = LoadRoom(number: number, liveID: target.room(number))
        rooms[number] = room
        return room
    }

    // MARK: - Connecting

    /// Lets viewers connect, so many at a time and, where there is a rate, so many a second.
    func connect(
        _ numbers: [Int], until goal: LoadViewer.Goal, perSecond: Double?, inFlightMax: Int,
        receiveBufferBytes: Int? = nil
    ) {
        self.goal = goal
        self.inFlightMax = inFlightMax
        self.receiveBufferBytes = receiveBufferBytes
        connectPacer = perSecond.map { Pacer(perSecond: $0, start: NIODeadline.now().uptimeNanoseconds) }
        queue += numbers.map { number in
            let viewer =
                viewers[number]
                ?? LoadViewer(
                    number: number, room: room(number % target.rooms), user: target.viewer(number), isOwner: false,
                    shard: self)
            viewers[number] = viewer
            return viewer
        }
        pump()
    }

    /// Lets the owner of a live create it.
    func createRoom(_ number: Int) {
        let owner = LoadViewer(
            number: number, room: room(number), user: target.owner(number), isOwner: true, shard: self)
        owners[number] = owner
        owner.connect(until: .present, receiveBufferBytes: nil)
    }

    /// Lets the owner of a live ask where to publish its picture.
    func askToPublish(_ number: Int) { owners[number]?.askToPublish() }

    /// Where the picture of a live is published; nil until its owner was told.
    func publishAddress(of number: Int) -> String? { owners[number]?.publishAddress }

    private func pump() {
        // A connection may fail at once and ask for the next from within: the loop goes on, the stack does not grow.
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        let now = NIODeadline.now().uptimeNanoseconds
        while inFlight < inFlightMax, let next = queue.first {
            if connectPacer != nil, connectPacer?.take(at: now) == nil { return wakePump() }
            queue.removeFirst()
            inFlight += 1
            census.connecting += 1
            statistics.connectsBegun += 1
            next.connect(until: goal, receiveBufferBytes: receiveBufferBytes)
        }
        if queue.isEmpty { queue = [] }
    }

    /// Goes on when the next viewer is due. There is one timer, however many ask for it.
    private func wakePump() {
        guard !isPumpScheduled, let due = connectPacer?.nextDue else { return }
        isPumpScheduled = true
        eventLoop.scheduleTask(deadline: .uptimeNanoseconds(due)) {
            self.isPumpScheduled = false
            self.pump()
        }
    }

    /// A place among those under way is free again.
    private func arrived() {
        inFlight -= 1
        pump()
    }

    func connectFailed(_ viewer: LoadViewer, _ problem: String) {
        note(problem)
        guard !viewer.isOwner else { return }
        statistics.connectsFailed += 1
        census.connecting -= 1
        census.over += 1
        arrived()
        if reconnects, viewer.hasSession { comeBack(viewer) }
    }

    func handshakeSucceeded(_ viewer: LoadViewer) {
        guard !viewer.isOwner else { return }
        statistics.handshakes += 1
        census.connecting -= 1
        census.connected += 1
        if goal == .connected { arrived() }
    }

    func loggedIn(_ viewer: LoadViewer) {
        guard !viewer.isOwner else { return }
        statistics.logins += 1
        census.connected -= 1
        census.loggedIn += 1
        if goal == .loggedIn { arrived() }
    }

    func entered(_ viewer: LoadViewer, at now: UInt64) {
        if viewer.isOwner {
            viewer.askForGifts()
            return
        }
        census.loggedIn -= 1
        census.present += 1
        statistics.lastEntry = now
        viewer.room.add(viewer)
        if goal == .present { arrived() }
    }

    func ended(_ viewer: LoadViewer, from phase: LoadViewer.Phase, code: UInt16, wasExpected: Bool) {
        viewer.room.remove(viewer)
        if !wasExpected { statistics.closes[code, default: 0] += 1 }
        guard !viewer.isOwner else { return }
        let reached: LoadViewer.Goal?
        switch phase {
        case .idle, .over: return
        case .connecting, .handshaking:
            census.connecting -= 1
            statistics.connectsFailed += 1
            reached = nil
        case .connected, .opening:
            census.connected -= 1
            reached = .connected
        case .loggedIn, .joining, .entering:
            census.loggedIn -= 1
            reached = .loggedIn
        case .present:
            census.present -= 1
            reached = .present
        }
        census.over += 1
        // It counted as under way until it was where it was to go.
        if reached.map({ $0 < goal }) ?? true { arrived() }
        guard reconnects, !wasExpected, viewer.hasSession, CloseCode(rawValue: code).shouldReconnect else { return }
        comeBack(viewer)
    }

    /// Lets a viewer that was in try again in a moment, as every client does, until the end of the run.
    private func comeBack(_ viewer: LoadViewer) {
        let number = viewer.number
        eventLoop.scheduleTask(in: .milliseconds(100)) {
            guard self.reconnects else { return }
            self.reconnect([number])
        }
    }

    /// Lets viewers whose connection is over come back.
    func reconnect(_ numbers: [Int], inFlightMax: Int = 256) {
        let returning = numbers.compactMap { viewers[$0] }.filter { $0.phase == .over }
        census.over -= returning.count
        goal = .present
        connectPacer = nil
        receiveBufferBytes = nil
        self.inFlightMax = inFlightMax
        queue += returning
        pump()
    }

    /// Offers permessage-deflate from now on, or not.
    func setOffersCompression(_ offers: Bool) { offersCompression = offers }

    /// Whether viewers come back by themselves when they are cut off, or when a way back is closed to them.
    func setReconnects(_ reconnects: Bool) { self.reconnects = reconnects }

    /// Lets all viewers go further.
    func proceed(to goal: LoadViewer.Goal) {
        self.goal = goal
        let waiting = viewers.values.filter { $0.phase == .connected || $0.phase == .loggedIn }
        inFlight += waiting.count
        for viewer in waiting { viewer.proceed(to: goal) }
    }

    /// Lets everybody who is in listen to what all tap.
    func listen() { for viewer in viewers.values where viewer.phase == .present { viewer.listen() } }

    /// Lets everybody who is in take a seat.
    func sit() { for viewer in viewers.values where viewer.phase == .present { viewer.takeSeat() } }

    /// Changes of seats that were sent and not answered yet.
    var unansweredSeatChanges: Int { viewers.values.reduce(0) { $0 + $1.seatChangesUnanswered.count } }

    /// Cuts connections.
    func drop(_ numbers: [Int]) { for number in numbers { viewers[number]?.drop() } }

    /// Stops or resumes reading. Who does not read sends nothing either.
    func setReading(_ isReading: Bool, _ numbers: [Int]) {
        for viewer in numbers.compactMap({ viewers[$0] }) {
            viewer.setReading(isReading)
            if !isReading {
                viewer.room.remove(viewer)
            } else if viewer.phase == .present {
                viewer.room.add(viewer)
            }
        }
    }

    // MARK: - Sending

    /// Begins to send into the lives whose traffic comes from this loop.
    func begin(_ traffic: LoadTraffic, rooms numbers: [Int]) {
        let now = NIODeadline.now().uptimeNanoseconds
        // The other loops' viewers need to know the gift, to repeat an order.
        for room in rooms.values { room.begin(LoadTraffic(gift: traffic.gift), at: now) }
        for number in numbers { room(number).begin(traffic, at: now) }
        sendDue()
    }

    func stopSending() {
        for room in rooms.values { room.stop() }
        dueTask?.cancel()
        dueTask = nil
    }

    private static let restNanosecondsPerRoom: UInt64 = 2_000

    private func sendDue() {
        let now = NIODeadline.now().uptimeNanoseconds
        for room in rooms.values { room.sendDue(at: now, shard: self) }
        guard let due = rooms.values.compactMap(\.nextDue).min() else { return }
        // To look at a thousand lives takes a while. What is due meanwhile goes out together.
        let next = max(due, now + UInt64(rooms.count) * Self.restNanosecondsPerRoom)
        dueTask = eventLoop.scheduleTask(deadline: .uptimeNanoseconds(next)) { self.sendDue() }
    }

    // MARK: - Answers

    func answeredChat(dropped: String?) {
        if let dropped {
            statistics.droppedChat[dropped, default: 0] += 1
        } else {
            statistics.acceptedChat += 1
        }
    }

    func answeredGift(in room: LoadRoom, durable: Int64?) {
        statistics.chargedGifts += 1
        if let durable { room.durable = max(room.durable, durable) }
    }

    func refused(_ rejection: Rejection, of user: UserID) {
        statistics.errors[rejection.code.rawValue, default: 0] += 1
        note("\(user): \(rejection)")
    }

    func giftsListed(_ panel: GiftPanel) { giftPanel = panel }

    func roomEnded(_ room: LoadRoom) { room.isEnded = true }

    func note(_ problem: String) { statistics.firstProblem = statistics.firstProblem ?? problem }

    // MARK: - Looking

    /// What was counted since the last time, or so far.
    func take(reset: Bool) -> LoadStatistics {
        defer { if reset { statistics = LoadStatistics() } }
        return statistics
    }

    /// The cheapest gift that is on the shelf; nil until an owner was told what is on it.
    var cheapestGift: GiftID?? {
        giftPanel.map { panel in
            panel.categories.flatMap(\.giftList).min { $0.coins.amount < $1.coins.amount }?.giftID
        }
    }

    /// How far the lives had come, by the last event that anybody here saw or was told of.
    var places: [Int: (seq: Int64, durable: Int64)] {
        var places: [Int: (seq: Int64, durable: Int64)] = [:]
        for viewer in Array(viewers.values) + Array(owners.values) {
            let place = places[viewer.room.number] ?? (0, viewer.room.durable)
            places[viewer.room.number] = (max(place.seq, viewer.check.seq), max(place.durable, viewer.check.durable))
        }
        return places
    }

    /// What was missing, compared with how far the lives had come.
    func losses(places: [Int: (seq: Int64, durable: Int64)]) -> LoadLosses {
        var losses = LoadLosses()
        for viewer in viewers.values {
            losses.unansweredGifts += viewer.unansweredOrders.count
            guard viewer.hasSession, let place = places[viewer.room.number] else { continue }
            losses.add(viewer.finish(seq: place.seq, durable: place.durable))
        }
        return losses
    }

    /// Orders that were sent and not answered yet.
    var unansweredGifts: Int { viewers.values.reduce(0) { $0 + $1.unansweredOrders.count } }

    // MARK: - Ending

    /// Ends the lives.
    func endRooms() { for owner in owners.values where owner.phase == .present { owner.endRoom() } }

    /// Whether all lives are over.
    var areRoomsEnded: Bool { owners.values.allSatisfy { $0.room.isEnded || $0.phase != .present } }

    /// Whether any live is owned from here.
    var hasOwners: Bool { !owners.isEmpty }

    /// Whether every owner here has a live.
    var areRoomsCreated: Bool { owners.values.allSatisfy { $0.phase == .present } }

    /// Says goodbye for everybody.
    func leave() {
        stopSending()
        queue = []
        reconnects = false
        for viewer in viewers.values { viewer.leave() }
        for owner in owners.values { owner.leave() }
    }
}
