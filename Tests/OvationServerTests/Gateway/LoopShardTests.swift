import NIOCore
import NIOEmbedded
import NIOPosix
import OvationModel
import OvationTestKit
import Synchronization
import Testing

@testable import OvationHTTP
@testable import OvationNode
@testable import OvationSupport

/// The gateway's state on one event loop.
struct LoopShardTests {
    private static let live: LiveID = Samples.id("live")

    private static func framed(_ text: String) -> ByteBuffer { Framing.text(Array(text.utf8)) }
    private static func text(_ texts: String...) -> String { texts.map { String(buffer: framed($0)) }.joined() }

    @Test func `connections are numbered in the order of their arrival, and no number is used again`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let (one, two) = (try world.connect(), try world.connect())
        #expect(one.connection.number == 1 && two.connection.number == 2)
        two.channel.close(promise: nil)
        #expect(world.shard.connectionCount == 1)
        #expect(world.shard.connection(2) == nil)
        #expect(try world.connect().connection.number == 3)
        #expect(world.shard.connection(1) === one.connection)
    }

    @Test func `a closed connection is found until its commands are answered, and gets no more frames`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let socket = try world.connect()
        socket.connection.phase = .open
        var answers: [@Sendable (Result<[UInt8], Rejection>) -> Void] = []
        for id: Int64 in 1...2 {
            socket.connection.answer(id, json: { (json: [UInt8]) in json }) { answers.append($0) }
        }
        socket.channel.close(promise: nil)
        #expect(world.shard.connectionCount == 0)
        answers[0](.success(Array("{}".utf8)))
        #expect(world.shard.connection(1) === socket.connection)
        world.shard.broadcast(Self.framed("a"))
        #expect(try socket.written() == [])
        answers[1](.failure(Rejection(.storageUnavailable)))
        #expect(world.shard.connection(1) == nil)
    }

    @Test func `a broadcast reaches only connections that are logged in`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let sockets = try (0..<4).map { _ in try world.connect() }
        for (socket, phase) in zip(sockets, [Connection.Phase.open, .unopened, .opening, .open]) {
            socket.connection.phase = phase
        }
        world.shard.broadcast(Self.framed("a"))
        #expect(try sockets.map { try $0.written() } == [[Self.text("a")], [], [], [Self.text("a")]])
    }

    @Test func `gathered frames leave in one write for each socket, in order`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let (one, two) = (try world.connect(), try world.connect())
        for text in ["a", "b"] { one.connection.writeFrames(Self.framed(text)) }
        #expect(try one.written() == [Self.text("a"), Self.text("b")])
        world.shard.gatherWrites {
            for text in ["c", "d", "e"] {
                one.connection.writeFrames(Self.framed(text))
                two.connection.writeFrames(Self.framed(text))
            }
            #expect(world.shard.isGathering)
        }
        #expect(!world.shard.isGathering)
        #expect(try one.written() == [Self.text("c", "d", "e")])
        #expect(try two.written() == [Self.text("c", "d", "e")])
        world.shard.gatherWrites {}
        #expect(try one.written() == [], "nothing is written twice")
    }

    @Test func `a socket that closes while its writes are gathered gets its frames before the close`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let socket = try world.connect()
        world.shard.gatherWrites {
            socket.connection.writeFrames(Self.framed("a"))
            socket.connection.close(.slow)
            socket.connection.writeFrames(Self.framed("b"))
        }
        let all = try socket.written().joined()
        #expect(all.hasPrefix(Self.text("a")) && !all.contains("b"))
    }

    @Test func `a room lasts as long as somebody is in it, and is forgotten afterwards`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let socket = try world.connect()
        let room = world.shard.room(Self.live)
        room.add(socket.connection, to: 0)
        world.shard.forgetRoom(Self.live)
        #expect(world.shard.room(Self.live) === room)
        socket.channel.close(promise: nil)
        #expect(room.isEmpty)
        #expect(world.shard.room(Self.live) !== room)
        world.shard.forgetRoom(Samples.id("never"))
    }

    @Test func `cutting connections closes all of them without a close frame`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let sockets = try (0..<3).map { _ in try world.connect() }
        world.shard.cutConnections()
        #expect(world.shard.connectionCount == 0)
        for socket in sockets {
            #expect(!socket.channel.isActive)
            #expect(try socket.written() == [])
        }
    }

    @Test func `once a second each connection is pinged if due, and closed if it opened no session in time`() throws {
        var limits = Limits()
        limits.pingIntervalSeconds = 3
        limits.openTimeoutSeconds = 5
        let world = try HostedWorld(limits: limits)
        defer { world.end() }
        let (open, unopened) = (try world.connect(), try world.connect())
        open.connection.phase = .open
        open.connection.heartbeat.isOpen = true
        world.shard.start()
        world.loop.run()
        var pinged: [Int] = []
        for second in 1...6 {
            world.clock.advance(seconds: 1)
            world.loop.advanceTime(by: .seconds(1))
            if try open.written().contains(String(buffer: Framing.ping())) { pinged.append(second) }
        }
        #expect(pinged.first == 3)
        #expect(try unopened.written().contains(String(buffer: Framing.close(.openTimeout))))
        #expect(try open.written().isEmpty && open.channel.isActive)
    }

    @Test func `work from the loop itself runs at once, and work from elsewhere is queued`() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let shard = LoopShard(eventLoop: loop, index: 0, edge: EdgeID(number: 0), clock: .system, limits: Limits())
        let done = Mutex<[String]>([])
        @Sendable func note(_ word: String) { done.withLock { $0.append(word) } }
        try await loop.submit {
            note("first")
            loop.execute { note("last") }
            shard.run { note("at once") }
        }.get()
        shard.run { note("from outside") }
        try await loop.submit {}.get()
        #expect(done.withLock(\.self) == ["first", "at once", "last", "from outside"])
    }
}
