import NIOCore
import NIOEmbedded
import OvationBroker
import OvationModel
import OvationObservability
import OvationTestKit
import Synchronization
import Testing

@testable import OvationNode

/// What nodes tell each other about a user.
@Suite struct UserLinkTests {
    private let loop = EmbeddedEventLoop()
    private let server = MemoryBrokerServer()
    private let registry = PrometheusRegistry()
    private let ann = Samples.user("ann").userID
    /// Who has a session at the second node.
    private let here = Mutex<Set<UserID>>.Box([])
    private let heard = Mutex<[UserNotice]>.Box([])
    private let one: UserLink
    private let two: UserLink

    init() {
        let (loop, server, here) = (loop, server, here)
        let metrics = ServerMetrics(factory: registry, limits: Limits())
        func link(_ slot: UInt16) -> NodeLink {
            NodeLink(
                server.connect(), node: NodeRun(slot: slot, incarnation: 1), cluster: LinkWorld.cluster,
                secret: LinkWorld.secret, metrics: metrics)
        }
        one = UserLink(link(1), on: [loop]) { _ in true }
        two = UserLink(link(2), on: [loop]) { user in here.value.withLock { $0.contains(user) } }
    }

    private func follow() {
        two.follow(ann) { [heard] notice in heard.value.withLock { $0.append(notice) } }
        loop.run()
    }

    private var notices: [UserNotice] { heard.value.withLock { $0 } }

    private static let samples: [UserNotice] = [
        .frame(Array("{}".utf8)), .frame([]), .profile(Samples.user("ann")),
        .opened(Samples.id("s1"), replacing: nil), .opened(Samples.id("s2"), replacing: Samples.id("s1")),
        .closed(Samples.id("s2")),
    ]

    @Test func `everything that is told of a user comes as it was told, in its order`() {
        here.value.withLock { _ = $0.insert(ann) }
        follow()
        for notice in Self.samples { one.tell(ann, notice) }
        loop.run()
        #expect(notices == Self.samples)
    }

    @Test func `a node hears of the users who are there, and of nobody else`() {
        follow()
        one.tell(ann, .frame([1]))
        loop.run()
        #expect(notices.isEmpty && two.usersCount == 0)
        here.value.withLock { _ = $0.insert(ann) }
        follow()
        one.tell(ann, .frame([2]))
        one.tell(Samples.user("ben").userID, .frame([3]))
        loop.run()
        #expect(notices == [.frame([2])] && two.usersCount == 1)
        here.value.withLock { $0 = [] }
        follow()
        one.tell(ann, .frame([4]))
        loop.run()
        #expect(notices == [.frame([2])] && two.usersCount == 0)
    }

    @Test func `a question whether a user is there is answered where they are, and shown to nobody`() throws {
        #expect(try UserNotice(UserNotice.present.bytes) == .present)
        here.value.withLock { _ = $0.insert(ann) }
        follow()
        one.tell(ann, .present)
        loop.run()
        #expect(notices.isEmpty)
    }

    @Test func `a node does not hear what it tells itself`() {
        here.value.withLock { _ = $0.insert(ann) }
        follow()
        two.tell(ann, .frame([1]))
        loop.run()
        #expect(notices.isEmpty)
    }

    @Test func `a balance that got lost is made good by the next one`() {
        let broker = LossyBroker(server.connect())
        let link = NodeLink(
            broker, node: NodeRun(slot: 3, incarnation: 1), cluster: LinkWorld.cluster, secret: LinkWorld.secret,
            metrics: ServerMetrics(factory: registry, limits: Limits()))
        let teller = UserLink(link, on: [loop]) { _ in true }
        here.value.withLock { _ = $0.insert(ann) }
        follow()
        broker.lose { _ in true }
        teller.tell(ann, .frame([1]))
        broker.lose(nil)
        teller.tell(ann, .frame([2]))
        loop.run()
        #expect(notices == [.frame([2])])
    }

    @Test func `nodes hear how many viewers the lives of the others have, and remember those that are on`() throws {
        let (loop, server) = (loop, server)
        let metrics = ServerMetrics(factory: registry, limits: Limits())
        func node(_ slot: UInt16, livesMax: Int) throws -> LivesLink {
            let link = NodeLink(
                server.connect(), node: NodeRun(slot: slot, incarnation: 1), cluster: LinkWorld.cluster,
                secret: LinkWorld.secret, metrics: metrics)
            let lives = LivesLink(link, livesMax: livesMax)
            try lives.start(on: loop)
            return lives
        }
        let (teller, hearer) = (try node(3, livesMax: 9), try node(4, livesMax: 3_000))
        let lives = (0..<2_500).map { LiveID(unchecked: "live \($0)") }
        // More than one message has.
        teller.tell(Dictionary(uniqueKeysWithValues: lives.enumerated().map { ($1, $0) }))
        loop.run()
        #expect(hearer.counts(of: lives)[lives[2_499]] == 2_499)
        #expect(hearer.counts(of: [lives[7]]) == [lives[7]: 7])
        #expect(hearer.counts(of: lives) == [lives[7]: 7], "those that are not on are forgotten")
        #expect(teller.counts(of: lives).isEmpty, "a node does not hear itself")
        let few = try node(5, livesMax: 2)
        teller.tell([lives[0]: 1, lives[1]: 2, lives[2]: 3])
        loop.run()
        #expect(few.counts(of: lives).count == 2)
    }

    @Test func `bytes that are no notice are refused, and none traps`() throws {
        for notice in Self.samples {
            let bytes = notice.bytes
            #expect(try UserNotice(bytes) == notice)
            for count in 0..<bytes.count { _ = try? UserNotice(Array(bytes[..<count])) }
            for place in bytes.indices {
                var changed = bytes
                changed[place] ^= 0xff
                _ = try? UserNotice(changed)
            }
        }
        for bytes: [UInt8] in [[], [0], [9, 0, 0], [2, 0x7b], [3, 0, 1, 65], [4, 0, 0], [4, 0xff, 0xff, 65]] {
            #expect(throws: MalformedLinkBody.self) { try UserNotice(bytes) }
        }
        let closed = UserNotice.closed(Samples.id("s")).bytes
        #expect(throws: MalformedLinkBody.self) { try UserNotice(closed + [0]) }
    }
}
