import NIOCore
import NIOEmbedded
import OvationBackend
import OvationBroker
import OvationModel
import OvationObservability
import OvationRules
import OvationTestKit
import OvationWire
import Synchronization

@testable import OvationNode

/// Two nodes over a broker in memory: the first is the home of a live, the second has an edge of it.
final class LinkWorld {
    static let cluster = ClusterName(unchecked: "tests")
    static let secret = "the secret of a cluster, long enough"
    static let homeRun = NodeRun(slot: 1, incarnation: 5)
    static let edgeRun = NodeRun(slot: 2, incarnation: 9)

    let loop = EmbeddedEventLoop()
    let server = MemoryBrokerServer()
    let homeBroker: LossyBroker
    let edgeBroker: LossyBroker
    let registry = PrometheusRegistry()
    let room = FakeRoom()
    let home: HomeLink
    let far: FarEdges
    let linked: LinkedRoom
    private let edgeLink: NodeLink
    /// The edges that were made, one for each run of the live's numbers.
    let edges = FakeEdges()
    /// Whether the home does not know if it still is one.
    let doubt = Mutex<Bool>.Box(false)
    /// The sessions that the second node takes for being in the live; nil for all.
    let here = Mutex<Set<SessionID>?>.Box(nil)
    /// Clients that were sent back, though there was no edge to do so.
    let sentBack = Mutex<[ConnectionAddress]>.Box([])
    /// How many times the second node was told to look for the live anew.
    let gone = Mutex<Int>.Box(0)

    init() throws {
        let (room, edges, loop, metrics) = (
            room, edges, loop, ServerMetrics(factory: registry, limits: Limits())
        )
        homeBroker = LossyBroker(server.connect())
        edgeBroker = LossyBroker(server.connect())
        func link(_ broker: LossyBroker, _ run: NodeRun) -> NodeLink {
            NodeLink(broker, node: run, cluster: Self.cluster, secret: Self.secret, metrics: metrics)
        }
        let place = RoomLoop(eventLoop: loop, index: 0)
        home = HomeLink(link(homeBroker, Self.homeRun), bytesMax: 1 << 20) { $0 == room.liveID ? room : nil }
        far = FarEdges(room.liveID, epoch: "e1", home: home, loop: place, bytesMax: 1 << 20, silenceSeconds: 90)
        home.add(far)
        edgeLink = link(edgeBroker, Self.edgeRun)
        linked = Self.linkedRoom(room.liveID, edgeLink, place, edges, here, sentBack, gone)
        try home.start(on: loop, isInDoubt: { [doubt] in doubt.value.withLock { $0 } })
        try linked.start()
        // The home knows a node that has asked something.
        linked.notify(.sessionEnded(CrossingSamples.session, .leave))
        loop.run()
    }

    private static func linkedRoom(
        _ liveID: LiveID, _ link: NodeLink, _ place: RoomLoop, _ edges: FakeEdges,
        _ here: Mutex<Set<SessionID>?>.Box, _ sentBack: Mutex<[ConnectionAddress]>.Box, _ gone: Mutex<Int>.Box
    ) -> LinkedRoom {
        LinkedRoom(
            liveID, at: homeRun, over: link, on: place, bytesMax: 1 << 20, loops: 4,
            hooks: LinkedRoom.Hooks(
                onGone: { _ in gone.value.withLock { $0 += 1 } },
                sendBack: { connection in sentBack.value.withLock { $0.append(connection) } },
                isHere: { session in here.value.withLock { $0?.contains(session) ?? true } })
        ) { epoch in edges.make(epoch) }
    }

    /// Has the second node hear a live, as if for the first time.
    func link(to liveID: LiveID) throws -> LinkedRoom {
        let made = Self.linkedRoom(
            liveID, edgeLink, RoomLoop(eventLoop: loop, index: 0), edges, here, sentBack, gone)
        try made.start()
        return made
    }

    /// The way from the live to the edge of the second node.
    func port() -> any EdgePort {
        guard let port = far.port(for: EdgeID(number: Self.edgeRun.slot)) else {
            preconditionFailure("the edge has asked")
        }
        return port
    }

    func refused(_ reason: ServerMetrics.CrossingFault) -> Bool {
        !registry.render().contains("ovation_crossings_refused_total{reason=\"\(reason.rawValue)\"} 0\n")
    }

    /// A batch of one event.
    static func batch(_ number: Int64, bytes: Int = 8) -> EdgeMessage {
        let event = Broadcast.Event(
            name: .barrageSent, frame: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: bytes),
            lane: .barrage, seq: number)
        return .batch(EdgeMessage.EventBatch(number: number, members: 1, events: [event]))
    }

    static func connection(_ number: Int) -> ConnectionAddress {
        ConnectionAddress(edge: EdgeID(number: edgeRun.slot), loop: 3, number: number)
    }

    static func admit(_ number: Int, after: Int64) -> EdgeMessage {
        .admit(
            EdgeMessage.Admitted(
                members: [
                    EdgeMessage.Admitted.Member(
                        entrant: Admission<EntryAnswer>.Entrant(
                            session: CrossingSamples.session, connection: connection(number),
                            answer: .enter(id: 1, created: false)),
                        membership: CrossingSamples.membership, isPresent: false)
                ], snapshot: nil, after: after))
    }
}

/// What a message says, in a few words.
func words(_ message: EdgeMessage) -> String {
    switch message {
    case .batch(let batch): "batch \(batch.number)"
    case .admit(let admitted): "admit \(admitted.members.map { $0.entrant.connection.number })"
    case .detach(let connection): "detach \(connection.number)"
    case .sendBack(let connection): "back \(connection.number)"
    case .exit(let session): "exit \(session)"
    default: "\(EdgeMessage.Name(message).rawValue)"
    }
}

/// A live that keeps what it is asked, and answers what a test says.
final class FakeRoom: RoomPort {
    private struct State {
        var requests: [RoomRequest] = []
        var notices: [RoomNotice] = []
        var answer: Result<RoomReply, Rejection>? = .success(.done)
    }

    let liveID: LiveID = Samples.id("live")
    private let state = Mutex(State())

    var requests: [RoomRequest] { state.withLock { $0.requests } }
    var notices: [RoomNotice] { state.withLock { $0.notices } }
    var sessionsPresent: Set<SessionID> { [] }

    /// Answers so from here on; nil for not at all.
    func answers(_ answer: Result<RoomReply, Rejection>?) { state.withLock { $0.answer = answer } }

    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
        let result = state.withLock { state in
            state.requests.append(request)
            return state.answer
        }
        if let result { answer(result) }
    }

    func giveUp() {}

    func notify(_ notice: RoomNotice) { state.withLock { $0.notices.append(notice) } }
}

/// Edges that keep what they are told.
final class FakeEdges {
    final class Edge: EdgePort {
        let epoch: String
        private(set) var messages: [EdgeMessage] = []

        init(_ epoch: String) { self.epoch = epoch }

        func handle(_ message: EdgeMessage) { messages.append(message) }
    }

    private(set) var made: [Edge] = []

    func make(_ epoch: String) -> any EdgePort {
        let edge = Edge(epoch)
        made.append(edge)
        return edge
    }

    /// What all edges were told, in a few words each.
    var words: [String] { made.flatMap { $0.messages.map(OvationServerTests.words) } }
}

/// A broker that loses what a test says.
final class LossyBroker: Broker {
    private let broker: MemoryBroker
    private let losing = Mutex<(@Sendable (BrokerSubject) -> Bool)?>(nil)
    private let awaited = Mutex<Int>.Box(0)

    /// How many requests that were lost still wait for an answer.
    var awaitedCount: Int { awaited.value.withLock { $0 } }

    init(_ broker: MemoryBroker) { self.broker = broker }

    /// Loses what is published from here on to subjects that a test names; nil loses nothing.
    func lose(_ lost: (@Sendable (BrokerSubject) -> Bool)?) { losing.withLock { $0 = lost } }

    private func isLost(_ subject: BrokerSubject) -> Bool { losing.withLock { $0?(subject) ?? false } }

    /// The broker itself, for a server to cut.
    var inner: MemoryBroker { broker }
    var payloadBytesMax: Int { broker.payloadBytesMax }
    var state: BrokerState { broker.state }

    func publish(_ payload: [UInt8], to subject: BrokerSubject) throws(BrokerFailure) {
        if !isLost(subject) { try broker.publish(payload, to: subject) }
    }

    func subscribe(
        to subject: BrokerSubject, queue: BrokerQueue.Limits, on place: @escaping BrokerPlace,
        _ handler: @escaping @Sendable (BrokerDelivery) -> Void
    ) throws(BrokerFailure) -> any BrokerSubscription {
        try broker.subscribe(to: subject, queue: queue, on: place, handler)
    }

    func request(
        _ payload: [UInt8], to subject: BrokerSubject,
        _ answer: @escaping @Sendable (Result<[UInt8], BrokerFailure>) -> Void
    ) -> any BrokerRequest {
        guard isLost(subject) else { return broker.request(payload, to: subject, answer) }
        awaited.value.withLock { $0 += 1 }
        return Lost(awaited)
    }

    private final class Lost: BrokerRequest {
        private let awaited: Mutex<Int>.Box
        private let isOver = Mutex(false)

        init(_ awaited: Mutex<Int>.Box) { self.awaited = awaited }

        func cancel() {
            let isFirst = isOver.withLock { isOver in
                defer { isOver = true }
                return !isOver
            }
            if isFirst { awaited.value.withLock { $0 -= 1 } }
        }
    }

    func answer(_ payload: [UInt8], to reply: BrokerReply) throws(BrokerFailure) {
        try broker.answer(payload, to: reply)
    }

    func watchState(_ watch: @escaping @Sendable (BrokerState) -> Void) { broker.watchState(watch) }
    func close() { broker.close() }
}
