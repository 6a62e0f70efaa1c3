import NIOCore
import NIOEmbedded
import NIOWebSocket
import OvationModel
import OvationTestKit
import Testing

@testable import OvationHTTP
@testable import OvationSupport

/// The peer reads every written byte once and in order, whatever the socket accepts and when.
struct WebSocketHandlerTests {
    /// A socket and NIO's queue in front of it. Bytes reach their one stream through either.
    private final class Wire: ChannelDuplexHandler, DirectSocket {
        typealias InboundIn = WebSocketFrame
        typealias OutboundIn = ByteBuffer

        var random: SeededGenerator
        /// How many bytes the socket accepts at the moment.
        var room = 0
        /// Whether the peer reads while the socket is written to.
        var readsMeanwhile = true
        var isBroken = false
        private(set) var received: [UInt8] = []
        private(set) var mistakes: [String] = []
        private var queue: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
        private var isFlushing = false
        private var isClosed = false

        init(_ random: SeededGenerator) { self.random = random }

        private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
            // The socket accepts what fits, and sometimes less, as after a signal or on a busy kernel.
            let fitting = min(room, bytes.count)
            let count = fitting > 0 && random.chance(0.2) ? random.number(0...fitting) : fitting
            received += bytes.prefix(count)
            room -= count
            return count
        }

        func write(_ bytes: UnsafeRawBufferPointer) -> DirectWrite {
            if isClosed { mistakes.append("the number may be another connection's by now") }
            if !queue.isEmpty { mistakes.append("what NIO has queued comes first") }
            if isBroken { return .failed }
            return .wrote(receive(bytes))
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard !isClosed else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
            queue.append((unwrapOutboundIn(data), promise))
        }

        func flush(context: ChannelHandlerContext) { drain() }

        /// Writes the queue as NIO does. It fulfils a promise while others wait, and the promise's owner may write again.
        func drain() {
            guard !isFlushing, !isBroken else { return }
            isFlushing = true
            defer { isFlushing = false }
            while !queue.isEmpty, room > 0 {
                let count = queue[0].bytes.withUnsafeReadableBytes { receive($0) }
                queue[0].bytes.moveReaderIndex(forwardBy: count)
                if readsMeanwhile, random.chance(0.3) { room += random.number(0...20_000) }
                if queue[0].bytes.readableBytes == 0 { queue.removeFirst().promise?.succeed() }
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            isClosed = true
            let failed = queue
            queue = []
            for write in failed { write.promise?.fail(ChannelError.ioOnClosedChannel) }
            context.fireChannelInactive()
        }
    }

    /// Writes frames at any moment, even from within the handler's callbacks.
    private final class Writer: WebSocketDelegate {
        var random: SeededGenerator
        private(set) var expected: [UInt8] = []
        private(set) var closes = 0
        private var number = 0
        private weak var socket: WebSocketHandler?

        init(_ random: SeededGenerator) { self.random = random }

        func webSocketOpened(_ socket: WebSocketHandler) { self.socket = socket }
        func webSocket(_ socket: WebSocketHandler, text: ByteBuffer) { write(random.number(0...3)) }
        func webSocket(_ socket: WebSocketHandler, binary: ByteBuffer) {}
        func webSocketHeard(_ socket: WebSocketHandler) { if random.chance(0.3) { write(1) } }
        func webSocketClosed(_ socket: WebSocketHandler, code: CloseCode) { closes += 1 }
        func webSocket(_ socket: WebSocketHandler, isWritable: Bool) {
            #expect(socket.isWritable == isWritable)
            if random.chance(0.7) { write(random.number(1...2)) }
        }

        func write(_ count: Int) { for _ in 0..<count { put { socket?.write($0) } } }

        func gather() {
            put { frames in
                if socket?.gather(frames) == false { socket?.write(frames) }
            }
        }

        private func put(_ write: (ByteBuffer) -> Void) {
            let length = random.chance(0.08) ? random.number(10_000...20_000) : random.number(0...300)
            let frame = Framing.text(Array("\(number) ".utf8) + random.bytes(count: length))
            number += 1
            if socket?.isOpen == true { expected += frame.readableBytesView }
            write(frame)
        }
    }

    private static func textFrame() -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: .text, maskKey: [1, 2, 3, 4], data: ByteBuffer(string: "x"))
    }

    private func open(
        _ random: SeededGenerator, hasSocket: Bool
    ) throws -> (channel: EmbeddedChannel, wire: Wire, writer: Writer, handler: WebSocketHandler) {
        let wire = Wire(random)
        let writer = Writer(SeededGenerator(seed: random.seed &+ 1))
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        let handler = WebSocketHandler(
            messageBytesMax: 1_000, isEncrypted: !hasSocket, deflate: nil, delegate: writer, findSocket: { _ in wire })
        try channel.pipeline.syncOperations.addHandlers([wire, handler])
        return (channel, wire, writer, handler)
    }

    @Test(arguments: [true, false])
    func `written frames arrive whole and in order, whatever the socket accepts at any moment`(
        hasSocket: Bool
    ) throws {
        var random = SeededGenerator.printed()
        let seed = random.seed
        for round in 0..<60 {
            let comment: Comment = "seed \(seed), round \(round)"
            let (channel, wire, writer, handler) = try open(SeededGenerator(seed: random.next()), hasSocket: hasSocket)
            wire.readsMeanwhile = random.chance(0.7)
            var isReading = false
            for _ in 0..<random.number(5...80) {
                switch random.number(0...5) {
                case 0: writer.write(random.number(1...3))
                case 1:
                    isReading = true
                    channel.pipeline.syncOperations.fireChannelRead(NIOAny(Self.textFrame()))
                case 2 where isReading:
                    isReading = false
                    channel.pipeline.syncOperations.fireChannelReadComplete()
                case 3:
                    writer.gather()
                    if random.chance(0.5) { writer.write(1) }
                    handler.writeGathered()
                case 4: wire.room = 0
                default:
                    wire.room += random.number(1...2_000)
                    wire.drain()
                }
            }
            let closes = random.chance(0.5)
            if closes { handler.close(.slow) }
            writer.write(1)
            channel.pipeline.syncOperations.fireChannelReadComplete()
            wire.room = .max / 2
            wire.drain()
            writer.write(1)
            let end = closes ? Array(Framing.close(.slow).readableBytesView) : []
            #expect(wire.received == writer.expected + end, comment)
            #expect(wire.mistakes == [], comment)
            #expect(handler.isWritable, comment)
            channel.close(promise: nil)
            #expect(writer.closes == 1, comment)
            _ = try? channel.finish()
        }
    }

    @Test func `a closed connection is never written to past NIO, whatever the failing writes trigger`()
        throws
    {
        var random = SeededGenerator.printed()
        let seed = random.seed
        for round in 0..<60 {
            let comment: Comment = "seed \(seed), round \(round)"
            let (channel, wire, writer, handler) = try open(SeededGenerator(seed: random.next()), hasSocket: true)
            wire.readsMeanwhile = false
            wire.room = random.number(0...2_000)
            writer.write(random.number(1...30))
            if random.chance(0.3) { wire.isBroken = true }
            let closes = random.chance(0.3)
            if closes { handler.close(.slow) }
            if random.chance(0.3) { channel.pipeline.syncOperations.fireChannelRead(NIOAny(Self.textFrame())) }
            channel.close(promise: nil)
            writer.write(3)
            writer.gather()
            handler.writeGathered()
            #expect(!handler.isOpen, comment)
            #expect(writer.closes == 1, comment)
            #expect(wire.mistakes == [], comment)
            let end = closes ? Array(Framing.close(.slow).readableBytesView) : []
            #expect((writer.expected + end).starts(with: wire.received), comment)
            _ = try? channel.finish()
        }
    }
}
