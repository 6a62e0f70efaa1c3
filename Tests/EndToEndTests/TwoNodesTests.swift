import OvationBroker
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Synchronization
import Testing

@testable import OvationNode

/// Two servers of one process over a broker in memory: viewers of one are in a live that the other one runs.
@Suite(.timeLimit(.minutes(5)))
struct TwoNodesTests {
    private static let home = NodeRun(slot: 1, incarnation: 1)
    private static let edge = NodeRun(slot: 2, incarnation: 1)

    /// Whether something has happened.
    private final class Flag: Sendable {
        private let state = Mutex(false)

        var isSet: Bool { state.withLock { $0 } }

        func set() { state.withLock { $0 = true } }
    }

    /// Runs two servers over one storage. The first is the home of every live.
    ///
    /// - Parameter over: set once no live is on any more, as far as the second server can find out.
    private func run(
        limits: Limits = Limits(), over: Flag = Flag(),
        _ body:
            @escaping @Sendable (_ home: TestServer, _ edge: TestServer, _ broker: MemoryBrokerServer) async throws
            -> Void
    ) async throws {
        let broker = MemoryBrokerServer()
        let storage = try TestServer.emptyStorage()
        let (first, second) = (
            try place(Self.home, at: broker, over), try place(Self.edge, at: broker, over)
        )
        try await TestServer.run(limits: limits, storage: storage, cluster: first) { home in
            try await TestServer.run(limits: limits, storage: storage, cluster: second) { edge in
                try await body(home, edge, broker)
            }
        }
    }

    private func place(
        _ node: NodeRun, at server: MemoryBrokerServer, _ over: Flag
    ) throws -> ClusterPlace {
        try ClusterPlace.inMemory(node, at: server) { node == Self.home || over.isSet ? nil : Self.home }
    }

    @Test func `viewers of two servers see each other's messages and gifts, and the home's balance is right`()
        async throws
    {
        try await run { home, edge, _ in
            let host = try await Robot.host(home)
            let viewer = try await Robot.viewer(as: "viewer", edge)
            let other = try await Robot.viewer(as: "other", home)
            // An event may come before the answer, which `ask` would pass over.
            let afar = try await viewer.send(.say("from afar"))
            for robot in [host, viewer, other] { #expect(try await robot.hear(.barrage).text == "from afar") }
            try await viewer.reply(to: afar)
            let here = try await host.send(.say("from here"))
            for robot in [host, viewer, other] { #expect(try await robot.hear(.barrage).text == "from here") }
            try await host.reply(to: here)
            let gift = try await viewer.send(.give("order-1", "crown"))
            for robot in [host, viewer, other] { #expect(try await robot.hear(.gift).orderID.rawValue == "order-1") }
            let charged = try await viewer.reply(to: gift)
            #expect(charged.balance == Coins(9_900))
            let again = try await viewer.ask(.give("order-1", "crown"))
            #expect(again.balance == charged.balance)
        }
    }

    @Test func `who is banned over one server gets in at neither, until the ban is lifted`() async throws {
        try await run { home, edge, _ in
            let host = try await Robot.host(home)
            let loud = try await Robot.viewer(as: "loud", edge)
            try await host.ask(.ban("loud"))
            _ = try await loud.hear(.banned)
            #expect(try await loud.refusal(of: .say("hello")).code == .notMember)
            let again = try await Robot.logIn("loud", home)
            for robot in [loud, again] { #expect(try await robot.refusal(of: .join).code == .memberBanned) }
            try await host.ask(.ban("loud", false))
            for robot in [loud, again] { try await robot.ask(.join) }
        }
    }

    @Test func `who is kicked over one server is out at the other at once, and muted ones are silent there`()
        async throws
    {
        try await run { home, edge, _ in
            let host = try await Robot.host(home)
            let loud = try await Robot.viewer(as: "loud", edge)
            let quiet = try await Robot.viewer(as: "quiet", edge)
            try await host.ask(.mute("quiet"))
            #expect(try await quiet.hear(.muted).muted)
            #expect(try await quiet.refusal(of: .say("hello")).code == .memberMuted)
            try await host.ask(.kick("loud"))
            _ = try await loud.hear(.kicked)
            #expect(try await loud.refusal(of: .say("hello")).code == .notMember)
            try await host.ask(.say("still here"))
            #expect(try await quiet.hear(.barrage).text == "still here")
        }
    }

    @Test func `a guest at another server applies, sits, signals and is taken off the seat as at the home`()
        async throws
    {
        try await run { home, edge, _ in
            let host = try await Robot.host(home)
            let bob = try await Robot.viewer(as: "bob", edge)
            let eve = try await Robot.viewer(as: "eve", home)
            try await bob.ask(.takeSeat(2, extraInfo: "from afar"))
            #expect(try await host.hear(.seatRequested).extraInfo == "from afar")
            #expect(try await host.ask(.answer(applicant: "bob")).index == 2)
            #expect(try await bob.hear(.seatRequestEnded).outcome == .accepted)
            #expect(try await eve.hear(.seatChanged).reason == .taken)

            // What is for one of them crosses, in both directions, and reaches nobody else.
            try await bob.ask(.signal("host", "an offer"))
            #expect(try await host.hear(.seatSignalled).data == "an offer")
            try await host.ask(.signal("bob", "an answer"))
            #expect(try await bob.hear(.seatSignalled).data == "an answer")
            #expect(try await eve.refusal(of: .signal("bob", "x")).code == .notSeated)

            try await host.ask(.unseat("bob"))
            #expect(try await bob.refusal(of: .signal("host", "x")).code == .notSeated)
            #expect(try await edge.storage.lastRoom(Samples.id("r1"))?.seats == [])
        }
    }

    @Test func `a live that nobody runs is not found at either server`() async throws {
        try await run { home, edge, _ in
            for server in [home, edge] {
                let robot = try await Robot.logIn("viewer", server)
                #expect(
                    try await robot.refusal(of: .join, in: "nowhere").code.isTemporary == (server.port == edge.port))
            }
        }
    }

    @Test func `what is told to a user is told at every server, and the newest name is shown`() async throws {
        try await run { home, edge, _ in
            let host = try await Robot.host(home)
            let viewer = try await Robot.viewer(as: "viewer", edge)
            let phone = try await Robot.logIn("viewer", home)
            try await phone.ask(.profile(nickname: "Vera"))
            let coins = try #require(Coins(5))
            let filled = try await phone.ask(.topUp(coins, order: "top-1"))
            // Both come over the user's subject, in their order.
            #expect(try await viewer.hear(.wallet).balance == filled.balance)
            try await viewer.ask(.say("hello"))
            #expect(try await host.hear(.barrage).sender.userName == "Vera")
        }
    }

    @Test func `a login at one server ends the oldest session at another where the user has too many`() async throws {
        var limits = Limits()
        limits.sessionsPerUserMax = 1
        try await run(limits: limits) { home, edge, _ in
            let first = try await Robot.logIn("ann", home)
            let second = try await Robot.logIn("ann", edge)
            #expect(await first.raw.closeCode() == 3502)
            try await second.ask(.ping)
            let third = try await Robot.logIn("ann", home)
            #expect(await second.raw.closeCode() == 3502)
            try await third.ask(.ping)
        }
    }

    @Test func `a session that comes back to another server goes on there, and misses nothing`() async throws {
        try await run { home, edge, _ in
            let host = try await Robot.host(home)
            let viewer = try await Robot.connect(home)
            let opened = try await viewer.ask(.open("viewer"))
            let joined = try await viewer.ask(.join)
            let said = try await host.send(.say("missed"))
            _ = try await host.hear(.barrage)
            try await host.reply(to: said)
            let back = try await Robot.connect(edge)
            let again = try await back.send(.open("viewer", resuming: joined.resume(opened.session)))
            // Its old connection is of no use any more.
            #expect(await viewer.raw.closeCode() == 3505)
            #expect(try await back.hear(.barrage).text == "missed")
            #expect(try await back.reply(to: again).rooms.first?.joined == true)
        }
    }

    @Test func `a session whose live ended while nobody could say so may enter another one in its place`() async throws
    {
        var limits = Limits()
        limits.roomsPerSessionMax = 1
        let over = Flag()
        try await run(limits: limits, over: over) { home, edge, broker in
            let host = try await Robot.host(home)
            let viewer = try await Robot.connect(edge)
            let opened = try await viewer.ask(.open("viewer"))
            let joined = try await viewer.ask(.join)
            broker.stop()
            try await host.ask(.end)
            over.set()
            broker.start()
            // Nobody runs the live: its viewers come back, and hear that it is over.
            #expect(await viewer.raw.closeCode() == CloseCode.openFailed.rawValue)
            let back = try await Robot.connect(edge)
            let again = try await back.ask(.open("viewer", resuming: joined.resume(opened.session)))
            #expect(again.resumed && again.rooms.first?.joined == false)
            _ = try await Robot.host(of: "r2", as: "other", edge)
            try await back.ask(.join, in: "r2")
        }
    }

    @Test func `a live of another server is not asked for a link: it is not there`() async throws {
        try await run { home, edge, _ in
            let host = try await Robot.host(home)
            // The second server hears the live.
            let viewer = try await Robot.viewer(as: "viewer", edge)
            let other = try await Robot.host(of: "r2", as: "other", edge)
            #expect(try await other.ask(.requestLink("r1"), in: "r2").code == .noSuchLive)
            try await host.ask(.say("and nobody was asked"))
            #expect(try await viewer.hear(.barrage).text == "and nobody was asked")
        }
    }

    @Test func `an owner whose live cannot be asked is told so, and not that it is another's`() async throws {
        try await run { home, edge, broker in
            _ = try await Robot.host(home)
            let device = try await Robot.viewer(as: "host", edge)
            broker.stop()
            #expect(try await device.refusal(of: .publishPicture).code.isTemporary)
        }
    }

    @Test func `a command for a live of another server is done there without entering it, over REST as well`()
        async throws
    {
        try await run { home, edge, _ in
            let host = try await Robot.host(home)
            let passer = try await Robot.logIn("passer", edge)
            #expect(try await passer.ask(.info).info.liveOwner.userID.rawValue == "host")
            #expect(try await passer.refusal(of: .say("hello")).code == .notMember)
            let administrator = RESTCaller(edge)
            #expect(try await administrator.room("r1")?["RoomId"] as? String == "r1")
            #expect(try await administrator.code("destroy_room", ["RoomId": "r1"]) == 0)
            _ = try await host.hear(.ended)
        }
    }

    @Test func `a user with a session at another server is not erased, and nobody is where that cannot be found out`()
        async throws
    {
        try await run { home, edge, broker in
            let ann = try await Robot.logIn("ann", home)
            let administrator = RESTCaller(edge)
            func erase(_ user: String) async throws -> Int {
                try await administrator.code(
                    "ovation_user_srv/erase_user", ["User_Account": user, "GivesUpCoins": true] as [String: Any])
            }
            #expect(try await erase("ann") == ErrorCode.userPresent.rawValue)
            #expect(try await erase("ben") == 0)
            broker.stop()
            #expect(try await erase("ben") == ErrorCode.presenceUnknown.rawValue)
            broker.start()
            #expect(try await erase("ben") == 0)
            try await ann.ask(.ping)
        }
    }

    @Test func `viewers of a server that loses the broker are told so, and find everything when they come back`()
        async throws
    {
        try await run { home, edge, broker in
            let host = try await Robot.host(home)
            let viewer = try await Robot.viewer(as: "viewer", edge)
            broker.stop()
            try await host.ask(.say("nobody hears it elsewhere"))
            let refusal = try await viewer.refusal(of: .say("hello"))
            #expect(refusal.code.isTemporary)
            broker.start()
            try await host.ask(.say("back"))
            #expect(try await viewer.hear(.barrage).text == "nobody hears it elsewhere")
            #expect(try await viewer.hear(.barrage).text == "back")
        }
    }
}
