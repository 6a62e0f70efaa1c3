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
        /// Answers where the home does not.
        let once: AnswerOnce
        var request: (any BrokerRequest)?

        init(_ connection: ConnectionAddress, _ once: AnswerOnce) {
            self.connection = connection
            self.once = once
        }
    }

    /// What this node does about the live.
    struct Hooks: Sendable {
        /// The live does not run at its home any more, or nobody here is in it. It is looked for anew then.
        var onGone: @Sendable (LinkedRoom) -> Void = { _ in }
        /// A client has to come back, and no edge is there that could say so.
        var sendBack: @Sendable (ConnectionAddress) -> Void = { _ in }
        /// Whether a session is in the live, as far as this node knows.
        var isHere: @Sendable (SessionID) -> Bool = { _ in true }
    }

    let liveID: LiveID
    let home: NodeRun
    let link: NodeLink
    let loop: RoomLoop
    private let bytesMax: Int
    private let loops: Int
    private let makeEdge: (_ epoch: String) -> any EdgePort
    let hooks: Hooks
    private var edge: (any EdgePort)?
    var stream: EdgeStream
    private var window = ReplayWindow()
    private var subscriptions: [any BrokerSubscription] = []
    private var entrants: [ConnectionAddress: [Entrant]] = [:]
    private var turns = ConnectionTurns()
    /// Requests without an answer, in their order.
    private var asked: [Int: AnswerOnce] = [:]
    private var lastAsked = 0
    let notices: HomeNotices
    /// The sessions here that have asked to be in the live, and were not let go.
    var sessions: Set<SessionID> = []
    /// Sessions that the home takes for being here and are not, until it is known whether they are on their way in.
    var absentSessions: Set<SessionID> = []
    /// Whether the home has said where its numbers are.
    var hasBegun = false
    /// How many times it was asked where they are.
    var beginsAsked = 0
    /// How many renewals in a row found nobody here who has to do with the live.
    var idleRenewals = 0
    var renewal: (any BrokerRequest)?
    /// Whether this node reaches it no more. What still comes of it is for nobody.
    var isStopped = false
    /// Whether the home has said that the live is over.
    private var isOver = false
    private var isCheckDue = false
    private var isAsking = false

    /// How long what is missing may be on its way by itself.
    private static let missingMilliseconds: Int64 = 200
    /// How long the answer of a home may take. It may come later: a time-out is not the end of a home.
    private static let answerMilliseconds: Int64 = 10_000
    /// How long the last answers of a home may take once the live is over: they come another way than its end.
    private static let lastAnswersMilliseconds: Int64 = 2_000
    /// How often a node tells a home that it is there. See ``FarEdges/renewalsMax(silenceSeconds:)``.
    static let renewalMilliseconds: Int64 = 10_000
    /// How soon it is told again where the home has not answered the first time.
    static let beginMilliseconds: Int64 = 500
    /// How many times it is told so.
    static let beginsMax = 5
    /// After how many renewals without anybody here a live is heard no more.
    static let idleRenewalsMax = 2

    /// - Parameters:
    ///   - loops: how many event loops this node has.
    ///   - makeEdge: makes the edge for a run of the live's numbers.
    init(
        _ liveID: LiveID, at home: NodeRun, over link: NodeLink, on loop: RoomLoop, bytesMax: Int, loops: Int,
        bug: HostedBug? = nil, hooks: Hooks = Hooks(),
        makeEdge: @escaping (_ epoch: String) -> any EdgePort
    ) {
        self.hooks = hooks
        self.liveID = liveID
        self.home = home
        self.link = link
        self.loop = loop
        self.loops = loops
        self.bytesMax = link.crossingBytesMax(bytesMax)
        self.makeEdge = makeEdge
        stream = EdgeStream(slot: link.node.slot, bug: bug)
        notices = HomeNotices(to: home, over: link, on: loop)
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
        loop.run { [made] in
            self.subscriptions = made
            self.renew()
        }
    }

    /// The home is gone, or another node has the live: viewers come back, and find the new home then.
    func stop() {
        loop.run { [self] in
            for subscription in subscriptions { subscription.cancel() }
            subscriptions = []
            isStopped = true
            renewal?.cancel()
            notices.stop()
            sendEverybodyBack()
            // Who asks the home anew hears what came of it. Where the live is over, the answer to who ended it may be on its way.
            let waiting = asked.sorted { $0.key < $1.key }.map(\.value)
            guard isOver else { return waiting.forEach { $0.answer(.failure(.crossingRefused)) } }
            loop.run(after: Self.lastAnswersMilliseconds) {
                for once in waiting { once.answer(.failure(.crossingRefused)) }
            }
        }
    }

    /// Sends everybody back, because the home cannot be heard.
    func sendEverybodyBack() {
        loop.run { [self] in
            // An admission that waited for a batch is handed on without it, and lets in who is sent back with the rest.
            repeat { hand(stream.giveUp(batch: stream.batch, message: stream.message)) } while !stream.viewers.isEmpty
            let waiting = entrants.values.flatMap(\.self)
                .sorted { ($0.connection.loop, $0.connection.number) < ($1.connection.loop, $1.connection.number) }
            entrants = [:]
            for entrant in waiting { turnBack(entrant) }
            for connection in turns.connections { takeTurns(connection) }
        }
    }

    /// This node does not run it, and reaches it no more.
    func giveUp() { hooks.onGone(self) }

    /// Whether nobody here has anything to do with the live.
    var isIdle: Bool {
        sessions.isEmpty && stream.viewers.isEmpty && entrants.isEmpty && asked.isEmpty && notices.isEmpty
    }

    /// What only the home knows.
    var sessionsPresent: Set<SessionID> { [] }
}

// MARK: - To the home

extension LinkedRoom {
    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
        loop.run { [self] in
            guard !isStopped else { return loop.eventLoop.execute { answer(.failure(.homeAway)) } }
            guard let connection = request.origin?.connection else { return ask(request, answer) }
            var isDeparture = false
            if case .leave = request.body { isDeparture = true }
            let work = { [self] in
                guard isDeparture else { return isStopped ? answer(.failure(.homeAway)) : ask(request, answer) }
                ask(request) { [self] result in
                    answer(result)
                    turns.departed(connection)
                    takeTurns(connection)
                }
            }
            if turns.begins(isDeparture, over: connection, isEntering: entrants[connection] != nil, work) { work() }
        }
    }

    private func takeTurns(_ connection: ConnectionAddress) {
        while let work = turns.next(over: connection, isEntering: entrants[connection] != nil) { work() }
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
        if isEntry, let session = request.origin?.session { sessions.insert(session) }
        let entrant = isEntry ? request.origin.map { wait(for: $0.connection, once) } : nil
        let asked = link.ask(.ask(liveID, crossing), at: home) {
            [weak self, loop] result in
            loop.eventLoop.execute { [weak self] in self?.answered(result, entrant, once) }
        }
        if let entrant { entrant.request = asked } else { wait(for: once, asked) }
    }

    func notify(_ notice: RoomNotice) {
        loop.run { [self] in
            guard !isStopped, let crossing = crossing(of: notice) else { return }
            if case .sessionEnded(let session, _) = notice { sessions.remove(session) }
            notices.send(.tell(liveID, crossing), mustArrive: notice.mustArrive)
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
            hooks.onGone(self)
        case .failure(.overloaded), .failure(.closed), .failure(.refused): once.answer(.failure(.homeAway))
        case .success, .failure: once.answer(.failure(.crossingRefused))
        }
    }

    private func wait(for once: AnswerOnce, _ request: (any BrokerRequest)?) {
        guard !once.isAnswered else { return }
        lastAsked += 1
        let number = lastAsked
        asked[number] = once
        let timeout = loop.run(after: Self.answerMilliseconds) { once.answer(.failure(.crossingRefused)) }
        let call = link.calls.begin(liveID, at: home) { [loop] in
            loop.eventLoop.execute { once.answer(.failure(.crossingRefused)) }
        }
        once.onAnswer { [self] in
            asked[number] = nil
            link.calls.finish(call)
            timeout.cancel()
            request?.cancel()
        }
    }

    /// An entrant whose answer got lost comes back.
    private func wait(for connection: ConnectionAddress, _ once: AnswerOnce) -> Entrant {
        let entrant = Entrant(connection, once)
        entrants[connection, default: []].append(entrant)
        loop.run(after: Self.answerMilliseconds) { [self] in
            guard entrants[connection]?.contains(where: { $0 === entrant }) == true else { return }
            turnBack(entrant)
            forget(entrant)
        }
        return entrant
    }

    /// Has a client come back whose request to enter is answered by nobody. It is over here: an answer that comes late finds nobody.
    private func turnBack(_ entrant: Entrant) {
        entrant.request?.cancel()
        if let edge { edge.handle(.sendBack(entrant.connection)) } else { hooks.sendBack(entrant.connection) }
        entrant.once.answer(.failure(.crossingRefused))
    }

    /// An entrant has its answer, or gets none.
    private func forget(_ entrant: Entrant) {
        entrants[entrant.connection]?.removeAll { $0 === entrant }
        guard entrants[entrant.connection]?.isEmpty == true else { return }
        entrants[entrant.connection] = nil
        takeTurns(entrant.connection)
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
        begin(item.epoch)
        hand(stream.take(item, content(of: item)))
    }

    /// A run of the live's numbers begins, unless it is the one that is heard.
    func begin(_ epoch: String) {
        guard stream.epoch != epoch else { return }
        hand(stream.begin(epoch))
        edge = makeEdge(epoch)
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

    func hand(_ messages: [EdgeMessage]) {
        for message in messages {
            if message.isAwaited { for connection in message.connections { finish(connection) } }
            if case .exit(let session) = message { sessions.remove(session) }
            edge?.handle(message)
            if case .forget = message {
                isOver = true
                hooks.onGone(self)
            }
        }
    }

    private func finish(_ connection: ConnectionAddress) {
        guard let entrant = entrants[connection]?.first else { return }
        entrant.request?.cancel()
        forget(entrant)
    }

    /// Asks for what is missing, unless it comes by itself.
    func checkSoon() {
        guard hasBegun, stream.isMissing, !isCheckDue, !isAsking else { return }
        isCheckDue = true
        loop.run(after: Self.missingMilliseconds) { [self] in
            isCheckDue = false
            if stream.isMissing { ask() }
        }
    }

    private func ask() {
        guard hasBegun, !isAsking, !isStopped else { return }
        isAsking = true
        // Without viewers here nobody misses batches.
        let batch = stream.viewers.isEmpty ? .max : stream.batch
        let question = HomeQuestion.missing(liveID, batch: batch, message: stream.message)
        let once = AnswerOnce { _ in }
        let request = link.ask(question, at: home) { [weak self, loop] result in
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
        case .success(.notHere?), .failure(.noResponders): hooks.onGone(self)
        default: sendEverybodyBack()
        }
    }
}
