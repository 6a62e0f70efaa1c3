import NIOEmbedded
import OvationBroker
import OvationModel
import OvationObservability
import OvationSupport
import Synchronization
import Testing

@testable import OvationNode

/// What a node tells all others.
struct NodeNoticeTests {
    private let loop = EmbeddedEventLoop()
    private let server = MemoryBrokerServer()
    private let metrics = ServerMetrics(factory: PrometheusRegistry(), limits: Limits())
    private let live = LiveID(unchecked: "a live > *")

    private func node(_ slot: UInt16, _ heard: @escaping @Sendable (NodeNotice?) -> Void) throws -> PeerWatch {
        let link = NodeLink(
            server.connect(), node: NodeRun(slot: slot, incarnation: 1), cluster: LinkWorld.cluster,
            secret: LinkWorld.secret, metrics: metrics)
        let watch = PeerWatch(link, clock: .system)
        try watch.start(on: loop, heard)
        return watch
    }

    @Test func `a notice comes at all other nodes as it was told, and a gap is told where something may be missing`()
        throws
    {
        let heard = Mutex<[NodeNotice?]>.Box([])
        let one = try node(1) { notice in heard.value.withLock { $0.append(notice) } }
        let two = try node(2) { _ in }
        let notices: [NodeNotice?] = [
            .here, .began(live), .erased(UserID(unchecked: "ann")), .ranked,
            .coinsTakenBack([UserID(unchecked: "ann"), UserID(unchecked: "ben")]), .left,
        ]
        for case let notice? in notices { two.tell(notice) }
        one.tell(.began(live))
        loop.run()
        #expect(heard.value.withLock { $0 } == notices)
        #expect(one.isHearing)
        server.stop()
        #expect(!one.isHearing)
        server.start()
        loop.run()
        let gaps = heard.value.withLock { heard in heard.filter { $0 == nil }.count }
        #expect(gaps >= 1)
    }

    @Test func `a notice of a later version says that its node is there, and bytes that are none are refused`() throws {
        #expect(try NodeNotice([200, 1, 2, 3]) == .here)
        for bytes: [UInt8] in [
            [1], [1, 0, 9, 65], [2, 0, 0], [3, 0], [4, 0, 9, 65], [4, 0, 0], [5, 0], NodeNotice.began(live).bytes + [0],
        ] {
            #expect(throws: MalformedLinkBody.self) { try NodeNotice(bytes) }
        }
    }

    @Test func `a refund to many users is told in several notices, and one that names too many is refused`() throws {
        let users = Set((0...NodeNotice.usersMax).map { UserID(unchecked: "user\($0)") })
        let notices = NodeNotice.takenBack(from: users)
        let read = try notices.map { try NodeNotice($0.bytes) }
        #expect(notices.count == 2 && read == notices)
        #expect(NodeNotice.takenBack(from: []).isEmpty)
        let tooMany = NodeNotice.coinsTakenBack(users).bytes
        #expect(throws: MalformedLinkBody.self) { try NodeNotice(tooMany) }
    }
}
