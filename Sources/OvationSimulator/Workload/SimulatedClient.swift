import Foundation
import NIOCore
import OvationModel
import OvationWire

/// A client that follows the protocol: it stores and repeats orders, resumes its lives after a lost connection, and shows each gift once.
final class SimulatedClient {
    private enum Phase { case away, opening, open }

    private enum Request {
        case open
        case create(String)
        case join(String)
        case leave(String)
        case order(OrderRecord)
        /// A different order under the id of a charged one.
        case forgery(OrderRecord)
        case publish(PublishRecord)
        /// A page of a topic. The first page comes with the subscription.
        case listen(TopicStay)
        /// A message into a live that the user was taken out of.
        case intrude(String)
        case other
    }

    let user: String
    private let number: Int
    private let world: World
    private let timers: World.TimerSource
    private let observations: Observations
    private var chance: Chance
    /// Makes a connection. Returns nil if the server does not answer.
    private let connect: () -> Link?
    private var link: Link?
    private var phase = Phase.away
    private(set) var session: String?
    private var removals = RemovalWatch()
    private var removalChance: Chance
    private var nextID: Int64 = 0
    private var requests: [Int64: (request: Request, at: UInt64)] = [:]
    /// The lives that the client is in.
    private(set) var stays: [String: Stay] = [:]
    /// The lives it was in when the connection broke, while it waits for the answer to its resume.
    private var resuming: [Stay] = []
    /// Stays that have ended on the server, while missed events still arrive.
    private var closing: [String: Stay] = [:]
    private(set) var orders: [OrderRecord] = []
    /// The topic subscriptions of this connection, by live.
    private var listening: [String: TopicStay] = [:]
    /// The number of the last message received in each start of a live.
    private var heard: [String: Int64] = [:]
    private var nextOrder = 0
    /// The number of connections opened so far.
    private var attempts: Int64 = 0
    private var reconnectTimer: World.Timer?
    private var isHealing = false
    /// True if it must ask once more about a refused order.
    private var mustAskAgain = false

    /// How long the client waits for an answer before it considers the connection lost.
    private static let patience = UInt64.milliseconds(20_000)

    init(_ user: String, number: Int, _ world: World, _ observations: Observations, connect: @escaping () -> Link?) {
        self.user = user
        self.number = number
        self.world = world
        self.observations = observations
        self.connect = connect
        timers = world.makeTimerSource()
        chance = Chance(seed: world.seed, "client", number)
        removalChance = Chance(seed: world.seed, "client that was taken out", number)
        reconnect(within: 2_000)
        watch()
    }

    var isOpen: Bool { phase == .open }
    var lives: [String] { stays.keys.sorted() }
    /// True if all requests are answered.
    var isQuiet: Bool {
        phase == .open && requests.isEmpty && orders.isEmpty && resuming.isEmpty && !mustAskAgain
    }

    // MARK: The connection

    private func reconnect(within milliseconds: Int) {
        reconnectTimer?.cancel()
        reconnectTimer = world.after(nanoseconds: .milliseconds(chance.number(20...milliseconds)), timers) { [self] in
            guard phase == .away else { return }
            guard let link = connect() else { return reconnect(within: 2_000) }
            self.link = link
            link.onArrival = { [weak self, weak link] buffer in
                guard let self, self.link === link else { return }
                arrived(buffer)
            }
            link.onLost = { [weak self, weak link] in
                guard let self, self.link === link else { return }
                disconnected()
            }
            open()
        }
    }

    /// Loses the connection. The client notices at once.
    ///
    /// - Parameter isBackSoon: True if the client reconnects faster than other clients get an answer.
    func lose(isBackSoon: Bool = false) {
        guard let link else { return }
        link.cut()
        disconnected(isBackSoon: isBackSoon)
    }

    private func disconnected(isBackSoon: Bool = false) {
        link = nil
        phase = .away
        removals.disconnected()
        for live in listening.keys.sorted() { endListening(live) }
        for case .order(let order) in requests.values.map({ $0.request }) { order.unsure += 1 }
        requests = [:]
        // A client that knows of the end does not ask again for events in transit.
        for stay in closing.values { stay.ending = .left }
        closing = [:]
        // Everything that was pending is requested again.
        for stay in resuming { stays[stay.live] = stay }
        resuming = []
        reconnect(within: isBackSoon ? 200 : isHealing || !chance.perMille(80) ? 3_000 : 200_000)
    }

    /// Ends the app, which is started again at once if `isBackSoon`. Only its stored orders survive.
    func crash(isBackSoon: Bool = false) {
        kickedOffline()
        if let link {
            link.cut()
            disconnected(isBackSoon: isBackSoon)
        }
    }

    /// Logs out and later comes back with a new session.
    func logOut() {
        guard let link, phase == .open else { return }
        link.send(.close(1000))
        for stay in stays.values { stay.ending = .left }
        stays = [:]
        session = nil
        link.cut()
        disconnected()
    }

    func stall() { link?.stall(nanoseconds: .milliseconds(chance.number(100...20_000))) }

    /// From now on the client only finishes what it started.
    func heal() {
        isHealing = true
        link?.heal()
        if phase == .away { reconnect(within: 3_000) }
        guard !refusedOrders.isEmpty else { return }
        mustAskAgain = true
        askAgain()
    }

    /// Repeats refused orders much later, like an app that has lost the answers, when nothing about them is in progress.
    private func askAgain() {
        world.after(nanoseconds: .milliseconds(60_000), timers) { [self] in
            guard isOpen else { return askAgain() }
            for order in refusedOrders { send(order) }
            mustAskAgain = false
        }
    }

    /// Checks regularly for missing answers.
    private func watch() {
        world.after(nanoseconds: .milliseconds(5_000), timers) { [self] in
            if requests.values.contains(where: { world.now - $0.at > Self.patience }) { lose() }
            if isOpen { retryOrders() }
            watch()
        }
    }

    private func send(_ command: Command, _ request: Request, in live: String? = nil) {
        guard let link else { return }
        let frame = CommandFrame(id: nextID, room: live.map(LiveID.init(unchecked:)), command: command)
        guard let bytes = try? frame.encoded() else { preconditionFailure("a command is JSON") }
        requests[nextID] = (request, world.now)
        nextID += 1
        switch request {
        case .open: link.send(.text([UInt8](bytes)), isSafe: true)
        case .create, .join, .leave: link.send(.text([UInt8](bytes)))
        case .order(let order):
            // The client sees only the first of the two answers. If that one is a refusal for lack of coins, the other may still be
            // charged.
            if link.send(.text([UInt8](bytes)), mayRepeat: true) {
                order.unsure += 1
                order.isDoubled = true
            }
        case .publish, .listen, .intrude: link.send(.text([UInt8](bytes)))
        case .other where command.op.hasPrefix("pubsub."): link.send(.text([UInt8](bytes)))
        case .forgery, .other: link.send(.text([UInt8](bytes)), mayRepeat: true)
        }
    }

    private func open() {
        phase = .opening
        attempts += 1
        var login = SessionOpen(sdkAppID: SimulatedServer.sdkAppID, userID: UserID(unchecked: user), userSig: "dev")
        resuming = []
        if let session {
            resuming = stays.values.sorted { $0.live < $1.live }
            stays = [:]
            login.resume = SessionOpen.Resume(
                session: SessionID(unchecked: session),
                rooms: resuming.map {
                    SessionOpen.Position(
                        room: LiveID(unchecked: $0.live), epoch: $0.epoch, seq: $0.seq, durable: $0.durable,
                        sessionID: LiveSessionID(unchecked: $0.session))
                },
                attempt: attempts)
        }
        send(.sessionOpen(login), .open)
    }

    // MARK: Actions

    func create(_ live: String) { send(.roomCreate(RoomCreate(liveID: LiveID(unchecked: live))), .create(live)) }
    /// Sends a creation that the server must refuse, because the name is too long.
    func createInVain(_ live: String) {
        var settings = RoomSettings()
        settings.liveName = String(repeating: "x", count: 101)
        send(.roomCreate(RoomCreate(liveID: LiveID(unchecked: live), settings: settings)), .other)
    }
    func join(_ live: String) { send(.roomJoin, .join(live), in: live) }
    func leave(_ live: String) { send(.roomLeave, .leave(live), in: live) }
    func ask(_ command: Command, in live: String? = nil) {
        if case .barrageSend(let message) = command { observations.says(message.text ?? "", at: world.now) }
        send(command, .other, in: live)
    }

    func order(_ gift: Gift, count: Int, to: [String], in live: String) {
        nextOrder += 1
        let order = OrderRecord(
            sender: user, orderID: "o\(nextOrder)", live: live, gift: gift.giftID.rawValue, price: gift.coins.amount,
            count: count, to: to)
        observations.orders.append(order)
        orders.append(order)
        send(order)
    }

    /// Repeats an answered order, like an app that has lost the answer.
    func repeatOrder() {
        let answered = observations.orders.filter { $0.sender == user && $0.answer != nil }
        if !answered.isEmpty { send(chance.pick(answered)) }
    }

    private var refusedOrders: [OrderRecord] {
        observations.orders.filter { $0.sender == user && $0.billingRefusal != nil }
    }

    /// Repeats an order that the app's billing refused. Returns false if there is none.
    func repeatRefusedOrder() -> Bool {
        let refused = refusedOrders
        if !refused.isEmpty { send(chance.pick(refused)) }
        return !refused.isEmpty
    }

    /// Sends different content under the id of a charged order.
    func forge() {
        let answered = observations.orders.filter { $0.sender == user && $0.answer != nil }
        guard !answered.isEmpty else { return }
        let order = chance.pick(answered)
        let forged = GiftSend(
            orderID: OrderID(unchecked: order.orderID), giftID: GiftID(unchecked: order.gift), count: order.count + 1,
            to: order.to.isEmpty ? nil : order.to.map(UserID.init(unchecked:)))
        send(.giftSend(forged), .forgery(order), in: order.live)
    }

    private func send(_ order: OrderRecord) {
        order.sendings += 1
        send(
            .giftSend(
                GiftSend(
                    orderID: OrderID(unchecked: order.orderID), giftID: GiftID(unchecked: order.gift),
                    count: order.count, to: order.to.isEmpty ? nil : order.to.map(UserID.init(unchecked:)))),
            .order(order), in: order.live)
    }

    private func retryOrders() {
        let underWay = Set(
            requests.values.compactMap { if case .order(let order) = $0.request { order.orderID } else { nil } })
        for order in orders where !underWay.contains(order.orderID) { send(order) }
    }

    // MARK: Topics

    /// Publishes a message for storage, or sends taps.
    func publish(in live: String) {
        guard let stay = stays[live] else { return }
        guard chance.perMille(500) else {
            let count = chance.number(1...5)
            observations.taps[live, default: 0] += count
            let tap = PubSubPublish(topic: TopicStay.reactions, message: "tap", count: count)
            return send(.pubsubPublish(tap), .other, in: live)
        }
        let record = PublishRecord(
            user: user, live: live, session: stay.session, text: "\(user) \(observations.published.count)")
        observations.published.append(record)
        send(
            .pubsubPublish(PubSubPublish(topic: TopicStay.topic, message: record.text, persist: true)),
            .publish(record), in: live)
    }

    /// Subscribes to the topics of a live.
    func listen(in live: String) {
        guard let stay = stays[live], listening[live] == nil else { return }
        let topicStay = TopicStay(
            user: user, live: live, session: stay.session, after: heard[stay.session] ?? 0)
        observations.topicStays.append(topicStay)
        listening[live] = topicStay
        send(.pubsubSubscribe(PubSubSubscribe(topic: TopicStay.reactions)), .other, in: live)
        send(
            .pubsubSubscribe(PubSubSubscribe(topic: TopicStay.topic, after: topicStay.after)), .listen(topicStay),
            in: live)
    }

    private func endListening(_ live: String) {
        guard let stay = listening.removeValue(forKey: live) else { return }
        stay.isOver = true
        heard[stay.session] = stay.last
    }

    private func listened(_ stay: TopicStay, _ frame: ReceivedFrame) {
        guard !stay.isOver else { return }
        guard let page = frame.ok else { return endListening(stay.live) }
        guard let next = stay.read(page) else { return }
        send(
            .pubsubMessages(PubSubMessages(topic: TopicStay.topic, after: next)), .listen(stay), in: stay.live)
    }

    // MARK: Input

    private func arrived(_ buffer: ByteBuffer?) {
        world.trace.add(
            .frame, at: world.now, number, Array(buffer?.readableBytesView ?? ByteBufferView()), traceLine(buffer))
        guard let buffer else { return disconnected() }
        for frame in FrameReader.frames(of: buffer) {
            switch frame {
            case .text(let bytes): read(bytes)
            case .ping: link?.send(.pong)
            case .close(let code):
                if code >= 3_500 { kickedOffline() }
            case .other: break
            }
        }
    }

    /// Ends the session and all stays. After every other close the session is resumed.
    private func kickedOffline() {
        for stay in stays.values { stay.ending = .left }
        for stay in resuming { stay.ending = .left }
        stays = [:]
        resuming = []
        session = nil
    }

    private func traceLine(_ buffer: ByteBuffer?) -> String {
        guard let buffer else { return "\(user) was disconnected" }
        return "\(user) ← \(String(buffer: buffer).prefix(300))"
    }

    private func read(_ bytes: [UInt8]) {
        guard let frame = observations.frame(bytes) else {
            observations.problems.append("\(user) got what is no frame: \(String(decoding: bytes, as: UTF8.self))")
            return
        }
        if let name = frame.event {
            if name == "gift.received" { observations.shown(frame, to: user) }
            if name == "barrage.sent", let live = frame.room { observations.hears(frame, in: live, user: user) }
            if let live = frame.room { hear(name, frame, live) }
        } else if let id = frame.id, let (request, sentAt) = requests.removeValue(forKey: id) {
            answer(request, sentAt, frame)
        }
    }

    private func answer(_ request: Request, _ sentAt: UInt64, _ frame: ReceivedFrame) {
        switch request {
        case .open: opened(frame)
        case .create(let live), .join(let live):
            if let ok = frame.ok {
                removals.entered(live)
                entered(live, ok)
            }
        case .intrude(let live):
            if frame.ok != nil, removals.isOut(of: live), !isEntering(live) {
                observations.problems.append("\(user) spoke in \(live) after having been taken out")
            }
        case .leave(let live):
            if let code = frame.codeAgainstLeaving { observations.problems.append("\(user) may not leave: \(code)") }
            // Where nobody knows whether the live has let go, the client asks again.
            let isUnknown = frame.errorCode == ErrorCode.outcomeUnknown.rawValue
            if frame.ok != nil || isUnknown, let stay = stays.removeValue(forKey: live) {
                stay.ending = .left
                endListening(live)
            }
            if isUnknown { leave(live) }
        case .order(let order): settled(order, sentAt, frame)
        case .publish(let record):
            // If the live was restarted meanwhile, the number may belong to the new start.
            guard stays[record.live]?.session == record.session else { return }
            record.number = frame.ok.flatMap { ReceivedFrame.number($0["number"]) }
        case .listen(let stay): listened(stay, frame)
        case .forgery(let order):
            if frame.ok != nil { observations.problems.append("the order \(order.key) was answered to other content") }
        case .other: break
        }
    }

    private func opened(_ frame: ReceivedFrame) {
        guard let ok = frame.ok, let session = ok["session"] as? String else { return }
        phase = .open
        self.session = session
        let rooms = (ok["rooms"] as? [[String: Any]]) ?? []
        for stay in resuming {
            removals.resumes(stay.live)
            guard let entry = rooms.first(where: { $0["room"] as? String == stay.live }) else {
                observations.problems.append("\(user) asked to resume \(stay.live) and was not answered")
                continue
            }
            resumed(stay, entry)
        }
        resuming = []
        retryOrders()
    }

    private func resumed(_ stay: Stay, _ entry: [String: Any]) {
        stay.gaps = []
        stay.reentered = nil
        if let membership = entry["membership"] as? [String: Any], entry["joined"] as? Bool == true {
            guard membership["sessionID"] as? String == stay.session else {
                observations.problems.append("\(user) came back to \(stay.session) and was put into another start")
                return
            }
            if entry["recovered"] as? Bool != true {
                stay.epoch = membership["epoch"] as? String ?? ""
                stay.seq = ReceivedFrame.number(membership["seq"]) ?? 0
                stay.reentered = ReceivedFrame.number(membership["durable"])
            }
            stays[stay.live] = stay
            return
        }
        let code = ((entry["error"] as? [String: Any])?["code"]).flatMap(ReceivedFrame.number)
        stay.ending = code.map { Int($0) } == ErrorCode.roomNotFound.rawValue ? .cameTooLate : .left
        // A user who was removed and entered again, and who learned of neither, gets the events between the second entry and the second
        // removal or the end.
        stay.reentered = stay.durable
        closing[stay.live] = stay
    }

    private func entered(_ live: String, _ membership: [String: Any]) {
        guard let session = membership["sessionID"] as? String, let epoch = membership["epoch"] as? String,
            let seq = ReceivedFrame.number(membership["seq"]), let durable = ReceivedFrame.number(membership["durable"])
        else {
            observations.problems.append("\(user) entered \(live) and was not told where it stands")
            return
        }
        if let stay = stays[live] {
            guard stay.session != session else {
                // The client joined twice, so its position stays.
                if stay.durable != durable {
                    observations.problems.append(
                        "\(user) entered \(live) again at \(durable), having seen up to \(stay.durable)")
                }
                return
            }
            stay.ending = .left
            endListening(live)
        }
        closing[live] = nil
        let stay = Stay(user, live: live, session: session, epoch: epoch, seq: seq, durable: durable, at: world.now)
        observations.stays.append(stay)
        stays[live] = stay
    }

    private func settled(_ order: OrderRecord, _ sentAt: UInt64, _ frame: ReceivedFrame) {
        if let ok = frame.ok {
            let content = frame.content
            if let first = order.answer, first != content {
                observations.problems.append("the order \(order.key) was answered in two ways")
            }
            order.answer = order.answer ?? content
            order.charged = ok
        } else if let code = frame.errorCode {
            if order.answer != nil, !ErrorCode(rawValue: code).leavesOrderOpen {
                observations.problems.append("the order \(order.key) was charged and then refused with \(code)")
            }
            if ErrorCode(rawValue: code).isTemporary {
                order.unsure += 1
                return
            }
            (order.refusal, order.refusedAt) = (code, world.now)
            order.refusedSendingAt = sentAt
            refusedByBilling(order, code)
        }
        order.isPending = false
        orders.removeAll { $0 === order }
    }

    /// The billing's first refusal of an order is final, unless a crash loses it before it is stored.
    private func refusedByBilling(_ order: OrderRecord, _ code: Int) {
        if let first = order.billingRefusal, first.crashes == observations.crashes(), first.code != code,
            code == ErrorCode.giftRefusedByBilling.rawValue
        {
            observations.problems.append("the order \(order.key) was refused with \(first.code), and then with \(code)")
        }
        if (102_100...102_200).contains(code) { order.billingRefusal = (code, observations.crashes()) }
    }

    private func hear(_ name: String, _ frame: ReceivedFrame, _ live: String) {
        if name == "pubsub.published" { listening[live]?.hear(frame.data) }
        if frame.seq != nil, removals.isOut(of: live) {
            observations.problems.append("\(user) was shown \(name) in \(live) after having been taken out")
        }
        guard let stay = stays[live] ?? closing[live] else { return }
        if let seq = frame.seq { hear(seq: seq, epoch: frame.epoch ?? "", stay) }
        if let problem = stay.messages.hear(name, frame) {
            observations.problems.append("\(user) in \(live) \(problem)")
        }
        if name == "room.skipped", let from = ReceivedFrame.number(frame.data["from"]),
            let to = ReceivedFrame.number(frame.data["to"])
        {
            stay.gaps.removeAll { from <= $0.lowerBound && $0.upperBound <= to }
            stay.seq = max(stay.seq, to)
        }
        if name == "room.snapshot", let reentered = stay.reentered {
            stay.reentered = nil
            pass(to: reentered, stay)
        }
        guard let durable = frame.durable, durable > stay.durable else { return }
        if stay.reentered != nil, frame.seq == nil { pass(to: durable - 1, stay) }
        if name == "gift.received" { show(frame, stay) }
        // All events up to `durable` arrived, with this frame or before.
        for number in stay.durable + 1...durable {
            if let order = stay.ahead.removeValue(forKey: number) {
                stay.events.append((number, "gift.received", order))
            } else if number == durable, name != "gift.received" {
                stay.events.append((number, name, nil))
            } else {
                observations.problems.append(
                    "\(user) in \(live) was not told the stored event \(number), and then \(name) up to \(durable)")
                break
            }
        }
        stay.durable = durable
        switch name {
        case "room.ended":
            stay.ending = .toldTheEnd
            stays[live] = nil
            endListening(live)
        case "audience.kicked", "audience.banned":
            guard frame.user == user, frame.data["banned"] as? Bool != false else { return }
            stay.ending = .left
            stays[live] = nil
            endListening(live)
            takenOut(of: live)
        default: break
        }
    }

    /// The user was taken out of a live. The app may not have noticed, and goes on talking.
    private func takenOut(of live: String) {
        removals.takenOut(of: live, isEntering: isEntering(live))
        guard observations.hasIntruders, removals.isOut(of: live), removalChance.perMille(500) else { return }
        send(
            .barrageSend(BarrageSend(text: "after \(user) was taken out")), .intrude(live), in: live)
    }

    /// Whether a request to enter a live has no answer yet.
    private func isEntering(_ live: String) -> Bool {
        requests.values.contains { entry in
            switch entry.request {
            case .create(live), .join(live): true
            default: false
            }
        }
    }

    /// Skips events that the client will never get. The auditor decides whether that is right: the user may have been removed and have
    /// entered again by a command in transit, without learning of either.
    private func pass(to durable: Int64, _ stay: Stay) {
        guard durable > stay.durable else { return }
        stay.passed.append((stay.durable, durable))
        stay.durable = durable
    }

    /// Shows the new gifts of an event.
    private func show(_ frame: ReceivedFrame, _ stay: Stay) {
        let gifts = frame.gifts
        for gift in gifts where gift.durable > stay.durable {
            if let known = stay.ahead.updateValue(gift.order, forKey: gift.durable), known != gift.order {
                observations.problems.append("\(user) saw \(gift.order) as \(gift.durable), which was \(known)")
            }
        }
        guard let last = gifts.last, let combo = frame.data["combo"] as? [String: Any] else { return }
        let total = ["id", "count", "coins"].map { "\(ReceivedFrame.number(combo[$0]) ?? -1)" }.joined(separator: " ")
        let place = "\(stay.session) \(last.order)"
        if let known = observations.combos.updateValue(total, forKey: place), known != total {
            observations.problems.append("two screens show other numbers for the combo of \(place): \(known), \(total)")
        }
    }

    private func hear(seq: Int64, epoch: String, _ stay: Stay) {
        guard epoch == stay.epoch else {
            observations.problems.append("\(user) in \(stay.live) heard of the epoch \(epoch) in \(stay.epoch)")
            return
        }
        if seq <= stay.seq {
            observations.problems.append("\(user) in \(stay.live) heard \(seq) after \(stay.seq)")
        } else if seq > stay.seq + 1 {
            stay.gaps.append(stay.seq + 1...seq - 1)
        }
        stay.seq = max(seq, stay.seq)
    }
}
