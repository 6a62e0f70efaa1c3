import NIOCore
import NIOEmbedded
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationSupport
@testable import ovation_lab

/// The load tool's end of a connection, on a network that cuts the stream anywhere and can break at any write.
@Suite struct LoadConnectionTests {
    /// The network below the tool.
    ///
    /// A failing write behaves as in NIO: before it returns it reads the rest of the connection, then closes.
    private final class Network: ChannelDuplexHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        /// Bytes that the kernel has received and nobody has read.
        var unread: ArraySlice<[UInt8]> = []
        /// The number of the write that fails.
        var writesMax = Int.max
        private(set) var written: [ByteBuffer] = []
        private(set) var isBroken = false

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            written.append(unwrapOutboundIn(data))
            promise?.succeed()
        }

        func flush(context: ChannelHandlerContext) {
            guard written.count >= writesMax, !isBroken else { return }
            isBroken = true
            while !unread.isEmpty { readOne(context) }
            context.fireChannelReadComplete()
            context.close(promise: nil)
        }

        func readOne(_ context: ChannelHandlerContext) {
            guard let bytes = unread.popFirst() else { return }
            context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: bytes)))
        }
    }

    private let live = LiveID(unchecked: "r1")
    private let mark = StampMark(run: "abcd2345")
    private let sender = UserInfo(userID: UserID(unchecked: "alice"), userName: "Alice", avatarURL: "")
    private static let handshake = """
        HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n
        """

    private func shard(_ loop: any EventLoop) throws -> LoadShard {
        LoadShard(
            eventLoop: loop, number: 0,
            target: LoadTarget(
                host: "h", path: "/v1/ws", address: try SocketAddress(ipAddress: "127.0.0.1", port: 1), tls: nil,
                sdkAppID: 1, userSig: { _ in "dev" }, mark: mark, rooms: 1))
    }

    private func viewer(_ shard: LoadShard) -> LoadViewer {
        LoadViewer(
            number: 0, room: LoadRoom(number: 0, liveID: live), user: UserID(unchecked: "v"), isOwner: false,
            shard: shard)
    }

    private func event(_ event: RoomEvent, seq: Int64?, durable: Int64? = nil) -> [UInt8] {
        FrameEncoder.event(
            room: live,
            position: EventPosition(epoch: "e1", seq: seq, durable: durable, at: Timestamp(milliseconds: 5)),
            name: event.name, data: event.encodedData)
    }

    /// A server's bytes: the answers up to the entry, then numbered events with pings and stored events between them.
    ///
    /// - Returns: the bytes and the last numbers in them.
    private func stream(
        events: Int, isCompressed: Bool, _ random: inout SeededGenerator
    ) -> (bytes: [UInt8], seq: Int64, durable: Int64) {
        var bytes = ByteBuffer(string: Self.handshake)
        let deflater = RawDeflater(level: 6, windowBits: 14, memoryLevel: 6)
        func text(_ payload: [UInt8]) {
            guard isCompressed else { return Framing.appendText(payload, to: &bytes) }
            var compressed = ByteBuffer()
            payload.withUnsafeBytes { deflater.append($0, to: &compressed) }
            Framing.appendCompressedText(compressed, to: &bytes)
        }
        let user = SessionOpened(
            session: SessionID(unchecked: "s"), resumed: false, user: sender, profile: UserProfile(),
            at: Timestamp(milliseconds: 1), silenceSeconds: 90, rooms: [])
        let joined = RoomJoined(
            liveID: live, sessionID: LiveSessionID(unchecked: "x"), role: .viewer, muted: false, mutedUntil: nil,
            created: false, epoch: "e1", seq: 100, durable: 7)
        text(FrameEncoder.reply(id: LoadViewer.ID.open, ok: user))
        text(FrameEncoder.reply(id: LoadViewer.ID.join, ok: joined))
        text(Array(#"{"room":"r1","epoch":"e1","at":5,"event":"room.snapshot","data":{}}"#.utf8))
        var (seq, durable): (Int64, Int64) = (100, 7)
        for number in 0..<events {
            if random.chance(0.2) { bytes.writeImmutableBuffer(Framing.ping()) }
            if random.chance(0.1) { text(Array(#"{"id":10,"ok":{"seq":1}}"#.utf8)) }
            seq += 1
            let isStored = random.chance(0.3)
            if isStored { durable += 1 }
            let stamp = mark.text(sentAt: 1, number: number)
            let padding = String(repeating: "x", count: random.number(0...(random.chance(0.02) ? 70_000 : 300)))
            let barrage = Barrage(sender: sender, kind: .text("\(stamp) \(padding)", extensionInfo: [:]))
            text(event(.barrageSent(barrage), seq: seq, durable: isStored ? durable : nil))
        }
        return (Array(bytes.readableBytesView), seq, durable)
    }

    private func cut(_ bytes: [UInt8], _ random: inout SeededGenerator) -> ArraySlice<[UInt8]> {
        var parts: [[UInt8]] = []
        var start = 0
        let longest = random.pick([7, 200, 3_000, 70_000])
        while start < bytes.count {
            let end = min(bytes.count, start + random.number(1...longest))
            parts.append(Array(bytes[start..<end]))
            start = end
        }
        return parts[...]
    }

    @Test(arguments: [false, true])
    func `every event is counted once and in order, wherever the stream is cut and whichever write fails`(
        isCompressed: Bool
    ) throws {
        var random = SeededGenerator.printed()
        let seed = random.seed
        for round in 0..<16 {
            let loop = EmbeddedEventLoop()
            let shard = try shard(loop)
            shard.setOffersCompression(isCompressed)
            let viewer = viewer(shard)
            let sent = stream(events: random.number(1...30), isCompressed: isCompressed, &random)
            let network = Network()
            network.unread = cut(sent.bytes, &random)
            if random.chance(0.8) { network.writesMax = random.number(1...8) }
            let channel = EmbeddedChannel(loop: loop)
            try channel.pipeline.syncOperations.addHandlers([network, viewer.beginConnection(until: .present)])
            channel.connect(to: shard.target.address, promise: nil)
            let context = try channel.pipeline.syncOperations.context(handler: network)
            while !network.unread.isEmpty {
                network.readOne(context)
                context.fireChannelReadComplete()
            }
            let comment: Comment = "seed \(seed), round \(round)"
            #expect(shard.statistics.firstProblem == nil, comment)
            #expect(shard.statistics.unreadableFrames == 0, comment)
            #expect(viewer.check.seq == sent.seq, comment)
            #expect(viewer.check.durable == sent.durable, comment)
            #expect(viewer.check.lostEvents == 0, comment)
            #expect(viewer.check.missedStored == 0, comment)
            #expect(viewer.check.repeatedEvents == 0, comment)
            #expect(shard.statistics.bytes == sent.bytes.count, comment)
            #expect(viewer.phase == (network.isBroken ? .over : .present), comment)
            _ = try? channel.finish()
        }
    }

    @Test func `an old connection that closes late leaves the new one alone`() throws {
        let loop = EmbeddedEventLoop()
        let shard = try shard(loop)
        let viewer = viewer(shard)
        let first = EmbeddedChannel(loop: loop)
        try first.pipeline.syncOperations.addHandler(viewer.beginConnection(until: .loggedIn))
        first.connect(to: shard.target.address, promise: nil)
        // Half of a frame that never becomes whole.
        try first.writeInbound(ByteBuffer(bytes: Array(Self.handshake.utf8) + [0x81, 0x05]))
        first.pipeline.fireChannelInactive()
        #expect(viewer.phase == .over)

        let network = Network()
        let second = EmbeddedChannel(loop: loop)
        try second.pipeline.syncOperations.addHandlers([network, viewer.beginConnection(until: .loggedIn)])
        second.connect(to: shard.target.address, promise: nil)
        // More bytes arrive for the first connection, it ends a second time, and its handlers are removed.
        try first.writeInbound(ByteBuffer(string: "xx"))
        _ = try? first.finish(acceptAlreadyClosed: true)
        #expect(viewer.phase == .handshaking)
        try second.writeInbound(ByteBuffer(string: Self.handshake))
        #expect(viewer.phase == .opening)
        #expect(network.written.count == 2, "the handshake and the login are written to the new connection")
        #expect(shard.statistics.firstProblem == nil)
        _ = try? second.finish()
    }

    @Test func `the code of a close frame counts even if it is read inside a failing write`() throws {
        let loop = EmbeddedEventLoop()
        let shard = try shard(loop)
        let viewer = viewer(shard)
        let network = Network()
        var close = Framing.close(.slow)
        network.unread = [close.readBytes(length: close.readableBytes) ?? []]
        network.writesMax = 2
        let channel = EmbeddedChannel(loop: loop)
        try channel.pipeline.syncOperations.addHandlers([network, viewer.beginConnection(until: .loggedIn)])
        channel.connect(to: shard.target.address, promise: nil)
        try channel.writeInbound(ByteBuffer(string: Self.handshake))
        #expect(network.isBroken)
        #expect(viewer.phase == .over)
        #expect(shard.statistics.closes == [CloseCode.slow.rawValue: 1])
        _ = try? channel.finish()
    }
}
