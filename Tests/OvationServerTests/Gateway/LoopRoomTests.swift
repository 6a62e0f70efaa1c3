import NIOCore
import NIOEmbedded
import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationObservability
@testable import OvationSupport

/// The connections of a room on one event loop, with their places and the frames written to them.
struct LoopRoomTests {
    private static let live: LiveID = Samples.id("live")

    private static func batch(_ text: String) -> RoomBatch {
        var batch = RoomBatch(epoch: "e")
        batch.append(Array(text.utf8), lane: .barrage, seq: 1)
        return batch
    }

    /// A batch of this one text, framed.
    private static func framed(_ text: String) -> String { String(buffer: Framing.text(Array(text.utf8))) }

    @Test func `a room starts empty with one part, and is empty again when the last connection leaves`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let room = LoopRoom(liveID: Self.live)
        let one = try world.connect().connection
        #expect(room.isEmpty)
        room.add(one, to: 0)
        #expect(!room.isEmpty && one.place(in: room) == LoopRoom.Place(part: 0, index: 0))
        room.remove(one)
        #expect(room.isEmpty && one.place(in: room) == nil)
        room.remove(one)
        #expect(room.isEmpty, "leaving twice changes nothing")
    }

    @Test func `adding a connection again leaves it in its place`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let room = LoopRoom(liveID: Self.live)
        let socket = try world.connect()
        room.add(socket.connection, to: 1)
        room.add(socket.connection, to: 0)
        #expect(socket.connection.place(in: room) == LoopRoom.Place(part: 1, index: 0))
        _ = room.deliver(Self.batch("a"), to: 0, at: Samples.time)
        #expect(try socket.written() == [])
    }

    @Test func `a connection in two rooms has a place in each`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let (one, other) = (LoopRoom(liveID: Self.live), LoopRoom(liveID: Samples.id("other")))
        let sockets = try (0..<2).map { _ in try world.connect() }
        for socket in sockets { one.add(socket.connection, to: 0) }
        other.add(sockets[1].connection, to: 3)
        one.remove(sockets[0].connection)
        #expect(sockets[1].connection.place(in: one) == LoopRoom.Place(part: 0, index: 0))
        #expect(sockets[1].connection.place(in: other) == LoopRoom.Place(part: 3, index: 0))
        one.remove(sockets[1].connection)
        #expect(one.isEmpty && !other.isEmpty)
    }

    /// The model of a room: the connections of each part in order.
    private struct Model {
        var parts: [[Int]] = [[]]

        mutating func add(_ number: Int, to part: Int) {
            guard !parts.contains(where: { $0.contains(number) }) else { return }
            while parts.count <= part { parts.append([]) }
            parts[part].append(number)
        }

        mutating func remove(_ number: Int) {
            for part in parts.indices {
                guard let index = parts[part].firstIndex(of: number) else { continue }
                let last = parts[part].removeLast()
                if last != number { parts[part][index] = last }
            }
        }

        mutating func divide(into count: Int) {
            let all = parts.flatMap(\.self)
            parts = Array(repeating: [], count: count)
            for (place, number) in all.enumerated() { parts[place * count / all.count].append(number) }
        }
    }

    @Test func `each connection of a part gets its frames once, however connections come, go and are divided`() throws {
        var random = SeededGenerator.printed()
        for round in 0..<8 {
            let world = try HostedWorld()
            defer { world.end() }
            let room = LoopRoom(liveID: Self.live)
            var model = Model()
            let sockets = try (0..<12).map { _ in try world.connect() }
            for step in 0..<100 {
                let comment: Comment = "seed \(random.seed), round \(round), step \(step)"
                let number = random.number(0...11)
                switch random.number(0...9) {
                case 0...4:
                    let part = random.number(0...3)
                    room.add(sockets[number].connection, to: part)
                    model.add(number, to: part)
                case 5...7:
                    room.remove(sockets[number].connection)
                    model.remove(number)
                default:
                    let count = random.number(1...5)
                    room.divide(into: count)
                    model.divide(into: count)
                }
                #expect(room.isEmpty == model.parts.allSatisfy(\.isEmpty), comment)
                var places: [LoopRoom.Place?] = Array(repeating: nil, count: sockets.count)
                for (part, numbers) in model.parts.enumerated() {
                    for (index, number) in numbers.enumerated() {
                        places[number] = LoopRoom.Place(part: part, index: index)
                    }
                }
                #expect(sockets.map { $0.connection.place(in: room) } == places, comment)
                let part = random.number(0...5)
                let tally = room.deliver(Self.batch("\(step)"), to: part, at: Samples.time)
                let told = part < model.parts.count ? Set(model.parts[part]) : []
                #expect(tally.connections == told.count, comment)
                #expect(tally.bytes == told.count * Framing.text(Array("\(step)".utf8)).readableBytes, comment)
                let written = try sockets.map { try $0.written() }
                #expect(
                    written == sockets.indices.map { told.contains($0) ? [Self.framed("\(step)")] : [] }, comment)
            }
        }
    }

    /// Parts differ by at most one connection, so that no turn takes much longer than the others.
    @Test(arguments: [1, 2, 3, 7], [0, 1, 5, 7, 12])
    func `a room is divided into parts of equal size`(count: Int, connections: Int) throws {
        let world = try HostedWorld()
        defer { world.end() }
        let room = LoopRoom(liveID: Self.live)
        for _ in 0..<connections { room.add(try world.connect().connection, to: 0) }
        room.divide(into: count)
        let sizes = (0..<count).map { room.deliver(Self.batch("a"), to: $0, at: Samples.time).connections }
        #expect(sizes.reduce(0, +) == connections)
        #expect(try #require(sizes.max()) - #require(sizes.min()) <= 1, "\(sizes)")
        #expect(
            room.deliver(Self.batch("a"), to: count, at: Samples.time).connections == 0, "there are no further parts")
    }

    /// Closes its channel at the first write, as the kernel does if the peer is gone.
    private final class Broken: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            promise?.fail(ChannelError.ioOnClosedChannel)
            context.close(promise: nil)
        }
    }

    @Test func `a connection that is lost during a write leaves, and the one that takes its place gets the frames`()
        throws
    {
        let world = try HostedWorld()
        defer { world.end() }
        // The shard knows the room, so a connection that closes leaves it.
        let room = world.shard.room(Self.live)
        let sockets = try [false, true, true, false, false].map { isBroken in
            try isBroken ? world.connect(through: Broken()) : world.connect()
        }
        for socket in sockets { room.add(socket.connection, to: 0) }
        _ = room.deliver(Self.batch("a"), to: 0, at: Samples.time)
        for (number, socket) in sockets.enumerated() {
            let isGone = number == 1 || number == 2
            #expect((socket.connection.place(in: room) == nil) == isGone, "\(number)")
            #expect(try socket.written() == (isGone ? [] : [Self.framed("a")]), "\(number)")
        }
        #expect(world.shard.connectionCount == 3)
    }

    @Test func `the cost of writing is the sum of all parts, and a new division forgets it`() throws {
        let room = LoopRoom(liveID: Self.live)
        room.divide(into: 2)
        room.note(bytes: 100_000, nanoseconds: 200_000, part: 0)
        room.note(bytes: 100_000, nanoseconds: 300_000, part: 1)
        room.note(bytes: 100_000, nanoseconds: 900_000, part: 2)
        #expect(room.cost.nanoseconds == 500_000, "there is no third part")
        #expect(room.cost.picosecondsPerByte == 5_000)
        room.divide(into: 3)
        #expect(room.cost == DeliveryCost())
    }

    @Test func `a connection that leaves stops listening to topics, and one outside the room cannot listen`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let room = LoopRoom(liveID: Self.live)
        let one = try world.connect().connection
        let topic = TopicName(unchecked: "T")
        #expect(room.subscribe(one, to: topic, max: 1) == Rejection(.notMember))
        room.add(one, to: 0)
        #expect(room.subscribe(one, to: topic, max: 1) == nil)
        #expect(room.subscribe(one, to: topic, max: 1) == nil, "the connection is already listening")
        #expect(room.subscribe(one, to: TopicName(unchecked: "U"), max: 1) == Rejection(.tooManySubscriptions))
        room.remove(one)
        #expect(!room.topics.isListening(one, to: topic))
        room.add(one, to: 0)
        #expect(room.topics.listeners(to: topic).isEmpty)
    }
}
