import NIOCore
import OvationBroker
import OvationModel
import OvationObservability
import OvationRules
import OvationSupport

/// A live that runs at another node, and its edge here.
///
/// Sound as `Sendable` because it is confined to its event loop; `submit` and `notify` may be called from anywhere.
final class LinkedRoom: RoomPort, @unchecked Sendable {
    /// A request to enter, which is answered over its connection. Confined to the event loop of the live.
    private final class Entrant: @unchecked Sendable {
        let connection: ConnectionAddress
        var request: (any BrokerRequest)?

        init(_ connection: ConnectionAddress) { self.connection = connection }
    }

    let liveID: LiveID
    let home: NodeRun
    private let link: NodeLink
    private let loop: RoomLoop
    private let bytesMax: Int
    private let loops: Int
    private let makeEdge: (_ epoch: String) -> any EdgePort
    private let onGone: @Sendable (LinkedRoom) -> Void
    private var edge: (any EdgePort)?
    private var stream: EdgeStream
    private var window = ReplayWindow()
    private var subscriptions: [any BrokerSubscription] = []
    private var entrants: [ConnectionAddress: [Entrant]] = [:]
    /// Requests to leave that came before the answer to a request to enter over the same connection.
    private var leaving: [ConnectionAddress: [() -> Void]] = [:]
    /// Notices that the home has not said to have heard, in their order.
    private var notices: [(number: Int, body: [UInt8])] = []
    private var lastNotice = 0
    private var isResendDue = false
    private var isCheckDue = false
    private var isAsking = false
    /// Whether this node reaches it no more. What still comes of it is for nobody.
    private var isStopped = false

    /// How long what is missing may be on its way by itself.
    private static let missingMilliseconds: Int64 = 200
    /// How long the answer of a home may take. It may come later: a time-out is not the end of a home.
    private static let answerMilliseconds: Int64 = 10_000
    private static let resendMilliseconds: Int64 = 500
    private static let noticesMax = 1024

    /// - Parameters:
    ///   - loops: how many event loops this node has.
    ///   - onGone: called when the live does not run at its home any more. It is looked for anew then.
    ///   - makeEdge: makes the edge for a run of the live's numbers.
    init(
        _ liveID: LiveID, at home: NodeRun, over link: NodeLink, on loop: RoomLoop, bytesMax: Int, loops: Int,
        bug: HostedBug? = nil, onGone: @escaping @Sendable (LinkedRoom) -> Void = { _ in },
        makeEdge: @escaping (_ epoch: String) -> any EdgePort
    ) {
        self.onGone = onGone
        self.liveID = liveID
        self.home = home
        self.link = link
        self.loop = loop
        self.loops = loops
        self.bytesMax = link.crossingBytesMax(bytesMax)
        self.makeEdge = makeEdge
        stream = EdgeStream(slot: link.node.slot, bug: bug)
    }

    /// Listens to the live. To be called before anybody asks to enter.
    func start() throws(BrokerFailure) {
        let subjects: [BrokerSubject] = [
            .live(liveID, in: link.cluster), .edge(link.node, of: liveID, in: link.cluster),
        ]
        var made: [any BrokerSubscription] = []
        for subject in subjects {
            made.append(
                try link.listen(to: subject, on: { [loop] in loop.eventLoop.execute($0) }) { [weak self] frame in
                    if let frame { self?.take(frame) } else { self?.ask() }
                })
        }
        loop.run { [made] in self.subscriptions = made }
    }

    /// The home is gone, or another node has the live: viewers come back, and find the new home then.
    func stop() {
        loop.run { [self] in
            for subscription in subscriptions { subscription.cancel() }
            subscriptions = []
            notices = []
            isStopped = true
            sendEverybodyBack()
        }
    }

    /// Sends everybody back, because the home cannot be heard.
    func sendEverybodyBack() {
        loop.run { [self] in
            // An admission that waited for a batch is handed on without it, and lets in who is sent back with the rest.
            repeat { hand(stream.giveUp(batch: stream.batch, message: stream.message)) } while !stream.viewers.isEmpty
            for (connection, waiting) in entrants {
                for entrant in waiting { entrant.request?.cancel() }
                edge?.handle(.sendBack(connection))
            }
            entrants = [:]
            for connection in Array(leaving.keys) { leaveNow(connection) }
        }
    }

    /// This node does not run it, and reaches it no more.
    func giveUp() { onGone(self) }

    /// What only the home knows.
    var sessionsPresent: Set<SessionID> { [] }
}

// MARK: - To the home

extension LinkedRoom {
    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
        loop.run { [self] in
            guard !isStopped else { return loop.eventLoop.execute { answer(.failure(.homeAway)) } }
            guard case .leave = request.body, let connection = request.origin?.connection, entrants[connection] != nil
            else { return ask(request, answer) }
            // Its answer must not overtake that of the entry, which comes another way: the client would take itself for a member.
            leaving[connection, default: []].append { self.ask(request, answer) }
        }
    }

    private func ask(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
        var (request, isEntry) = (request, false)
        switch request.body {
        case .resume(let position, let count):
            request.body = .resume(position, bytesMax: min(count, bytesMax / 2))
            isEntry = true
        case .enter: isEntry = true
        default: break
        }
        guard let crossing = crossing(of: request) else {
            return loop.eventLoop.execute { answer(.failure(.crossingRefused)) }
        }
        let once = AnswerOnce(answer)
        let entrant = isEntry ? request.origin.map { wait(for: $0.connection) } : nil
        let asked = link.ask(HomeQuestion.ask(liveID, crossing).bytes, at: .home(home, in: link.cluster)) {
            [weak self, loop] result in
            loop.eventLoop.execute { [weak self] in self?.answered(result, entrant, once) }
        }
        if let entrant { entrant.request = asked } else { wait(for: once, asked) }
    }

    func notify(_ notice: RoomNotice) {
        loop.run { [self] in
            guard let crossing = crossing(of: notice) else { return }
            lastNotice += 1
            if notices.count >= Self.noticesMax { notices.removeFirst() }
            let body = HomeQuestion.tell(liveID, crossing).bytes
            if notice.mustArrive { notices.append((lastNotice, body)) }
            tell(body, number: lastNotice)
        }
    }

    private func tell(_ body: [UInt8], number: Int) {
        link.ask(body, at: .home(home, in: link.cluster)) { [weak self, loop] result in
            loop.eventLoop.execute { [weak self] in self?.heard(number, result) }
        }
        resendSoon()
    }

    private func heard(_ number: Int, _ result: Result<[UInt8], BrokerFailure>) {
        switch result {
        case .success, .failure(.noResponders): notices.removeAll { $0.number == number }
        case .failure: return
        }
    }

    /// Sends notices again that nobody has said to have heard.
    private func resendSoon() {
        guard !isResendDue, !notices.isEmpty else { return }
        isResendDue = true
        loop.run(after: Self.resendMilliseconds) { [self] in
            isResendDue = false
            for notice in notices { tell(notice.body, number: notice.number) }
        }
    }

    private func crossing(of value: some CrossingValue) -> [UInt8]? {
        do throws(CrossingRefused) { return try value.crossing(bytesMax: bytesMax) } catch {
            link.metrics.crossingRefused(error.reason)
            return nil
        }
    }

    private func answered(_ result: Result<[UInt8], BrokerFailure>, _ entrant: Entrant?, _ once: AnswerOnce) {
        if let entrant { forget(entrant) }
        switch result.map({ try? HomeAnswer($0) }) {
        case .success(.answered(let crossing)?):
            do throws(CrossingRefused) {
                once.answer(try Result<RoomReply, Rejection>(crossing: crossing, bytesMax: bytesMax))
            } catch {
                link.metrics.crossingRefused(error.reason)
                once.answer(.failure(.crossingRefused))
            }
        case .success(.notHere?), .failure(.noResponders):
            once.answer(.failure(.homeAway))
            onGone(self)
        case .failure(.overloaded), .failure(.closed), .failure(.refused): once.answer(.failure(.homeAway))
        case .success, .failure: once.answer(.failure(.crossingRefused))
        }
    }

    private func wait(for once: AnswerOnce, _ request: (any BrokerRequest)?) {
        guard !once.isAnswered else { return }
        loop.run(after: Self.answerMilliseconds) {
            guard !once.isAnswered else { return }
            request?.cancel()
            once.answer(.failure(.crossingRefused))
        }
    }

    /// An entrant whose answer got lost comes back.
    private func wait(for connection: ConnectionAddress) -> Entrant {
        let entrant = Entrant(connection)
        entrants[connection, default: []].append(entrant)
        loop.run(after: Self.answerMilliseconds) { [self] in
            guard entrants[connection]?.contains(where: { $0 === entrant }) == true else { return }
            entrant.request?.cancel()
            edge?.handle(.sendBack(connection))
            forget(entrant)
        }
        return entrant
    }

    /// An entrant has its answer, or gets none.
    private func forget(_ entrant: Entrant) {
        entrants[entrant.connection]?.removeAll { $0 === entrant }
        guard entrants[entrant.connection]?.isEmpty == true else { return }
        entrants[entrant.connection] = nil
        leaveNow(entrant.connection)
    }

    /// Nobody enters over a connection any more: who wanted to leave leaves.
    private func leaveNow(_ connection: ConnectionAddress) {
        for leave in leaving.removeValue(forKey: connection) ?? [] { leave() }
    }
}

// MARK: - From the home

extension LinkedRoom {
    private func take(_ received: LinkFrame) {
        guard !isStopped else { return }
        // What another process sends is of an earlier home, or of one that this node will hear of.
        guard received.frame.sender == home else { return }
        guard window.take(received.frame.number) else { return link.metrics.crossingRefused(.repeated) }
        guard let item = try? LinkItem(received.frame.body) else { return link.metrics.crossingRefused(.malformed) }
        take(item)
        checkSoon()
    }

    private func take(_ item: LinkItem) {
        if let epoch = stream.epoch, epoch != item.epoch {
            // Of an earlier run, and overtaken by a later one on another subject.
            guard EdgeStream.isLater(item.epoch, than: epoch) else { return }
        }
        if stream.epoch != item.epoch {
            hand(stream.begin(item.epoch))
            edge = makeEdge(item.epoch)
        }
        hand(stream.take(item, content(of: item)))
    }

    private func content(of item: LinkItem) -> EdgeMessage? {
        if case .mark = item.content { return nil }
        do throws(CrossingRefused) {
            let message = try EdgeMessage(crossing: item.crossing, bytesMax: bytesMax)
            guard message.connections.allSatisfy({ (0..<loops).contains($0.loop) }) else {
                throw CrossingRefused(kind: .edgeMessage, reason: .badValue, detail: "an event loop")
            }
            return message
        } catch {
            link.metrics.crossingRefused(error.reason)
            return nil
        }
    }

    private func hand(_ messages: [EdgeMessage]) {
        for message in messages {
            if message.isAwaited { for connection in message.connections { finish(connection) } }
            edge?.handle(message)
            if case .forget = message { onGone(self) }
        }
    }

    private func finish(_ connection: ConnectionAddress) {
        guard let entrant = entrants[connection]?.first else { return }
        entrant.request?.cancel()
        forget(entrant)
    }

    /// Asks for what is missing, unless it comes by itself.
    private func checkSoon() {
        guard stream.isMissing, !isCheckDue, !isAsking else { return }
        isCheckDue = true
        loop.run(after: Self.missingMilliseconds) { [self] in
            isCheckDue = false
            if stream.isMissing { ask() }
        }
    }

    private func ask() {
        guard !isAsking else { return }
        isAsking = true
        // Without viewers here nobody misses batches.
        let batch = stream.viewers.isEmpty ? .max : stream.batch
        let question = HomeQuestion.missing(liveID, batch: batch, message: stream.message)
        let once = AnswerOnce { _ in }
        let request = link.ask(question.bytes, at: .home(home, in: link.cluster)) { [weak self, loop] result in
            loop.eventLoop.execute { [weak self] in
                guard !once.isAnswered else { return }
                once.answer(.success(.done))
                self?.found(result)
            }
        }
        loop.run(after: Self.answerMilliseconds) { [self] in
            guard !once.isAnswered else { return }
            once.answer(.success(.done))
            request?.cancel()
            found(.failure(.disconnected))
        }
    }

    private func found(_ result: Result<[UInt8], BrokerFailure>) {
        isAsking = false
        guard !isStopped else { return }
        switch result.map({ try? HomeAnswer($0) }) {
        case .success(.found(let items)?):
            let before = (stream.batch, stream.message)
            for item in items where item.epoch == stream.epoch || stream.epoch == nil { take(item) }
            guard stream.isMissing else { return }
            // Another part of it follows; what brings nothing will bring nothing again.
            if before == (stream.batch, stream.message) { sendEverybodyBack() } else { ask() }
        case .success(.gone(let batch, let message)?): hand(stream.giveUp(batch: batch, message: message))
        case .success(.notHere?), .failure(.noResponders): onGone(self)
        default: sendEverybodyBack()
        }
    }
}

/// Answers once. Confined to an event loop.
final class AnswerOnce: @unchecked Sendable {
    private let body: RoomCall.Answer
    private(set) var isAnswered = false
    private var afterwards: () -> Void = {}

    init(_ body: @escaping RoomCall.Answer) { self.body = body }

    func answer(_ result: Result<RoomReply, Rejection>) {
        guard !isAnswered else { return }
        isAnswered = true
        body(result)
        afterwards()
    }

    /// Has something done behind the answer.
    func onAnswer(_ work: @escaping () -> Void) { afterwards = work }
}

extension RoomNotice {
    /// Whether a home that has not heard it would be wrong for long.
    fileprivate var mustArrive: Bool {
        switch self {
        case .connectionLost, .sessionEnded, .subscribed, .pictureChanged, .coinsTakenBack: true
        case .edgeReported: false
        }
    }
}

extension Rejection {
    /// The home of a live cannot be asked. Nothing was done.
    static let homeAway = Rejection(.homeAway)
}
