import Foundation
import NIOCore
import NIOEmbedded
import NIOWebSocket
import OvationModel
import Testing

/// Clients that write without a pause, on an event loop whose time the test advances.
@Suite struct ConnectionPaceTests {
    /// Delivers frames as one read of the server. Returns how many answers it wrote at once.
    private func write(_ count: Int, _ opcode: WebSocketOpcode = .text, to channel: EmbeddedChannel) throws -> Int {
        let text = opcode == .text ? #"{"id":7,"op":"session.ping"}"# : ""
        for _ in 0..<count {
            channel.pipeline.fireChannelRead(
                WebSocketFrame(fin: true, opcode: opcode, maskKey: [0, 0, 0, 0], data: ByteBuffer(string: text)))
        }
        channel.pipeline.fireChannelReadComplete()
        return try answers(from: channel)
    }

    /// How many answers were written since the last call.
    private func answers(from channel: EmbeddedChannel) throws -> Int {
        var bytes = ByteBuffer()
        while let written = try channel.readOutbound(as: ByteBuffer.self) { bytes.writeImmutableBuffer(written) }
        let text = String(buffer: bytes)
        return text.components(separatedBy: #""id":7"#).count - 1
    }

    @Test func `a thousand commands at once run immediately up to the pace, and the rest take turns`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let client = try world.connect().channel
        let atOnce = try write(1_000, to: client)
        #expect(atOnce >= 100 && atOnce <= 110, "the burst of a connection, and the free turns of one tick")
        var answered = atOnce
        var ticks = 0
        while answered < 1_000, ticks < 1_000 {
            world.loop.advanceTime(by: .milliseconds(5))
            let more = try answers(from: client)
            #expect(more <= 5, "1,000 turns a second are 5 in 5 ms")
            answered += more
            ticks += 1
        }
        #expect(answered == 1_000, "nothing is refused and nothing is lost")
        #expect(ticks == (1_000 - atOnce + 4) / 5, "nobody else wants a turn, so it gets all of them")
    }

    @Test func `connections that write without a pause share the turns, and another one is answered at once`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let hostile = try (0..<10).map { _ in try world.connect().channel }
        for client in hostile { _ = try write(300, to: client) }
        let honest = try world.connect().channel
        var counts = Array(repeating: 0, count: hostile.count)
        for _ in 0..<8 {
            world.loop.advanceTime(by: .milliseconds(5))
            #expect(try write(1, to: honest) == 1)
            for (index, client) in hostile.enumerated() { counts[index] += try answers(from: client) }
        }
        let answered = counts.reduce(0, +)
        #expect(answered == 40)
        #expect(try #require(counts.max()) - #require(counts.min()) <= 1, "\(counts)")
    }

    @Test func `frames that are not commands cost a pause in reading, and then the connection continues`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let client = try world.connect().channel
        // Two seconds of the pace are free. The connection is not read until the rest is paid for.
        _ = try write(100 + 2 * 20 + 1, .ping, to: client)
        #expect(try write(1, to: client) == 0)
        world.loop.advanceTime(by: .milliseconds(2_000))
        #expect(try answers(from: client) == 0)
        world.loop.advanceTime(by: .milliseconds(60))
        #expect(try answers(from: client) == 1)
    }

    @Test func `an honest client that was sent large commands is still read at once`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let client = try world.connect().channel
        // Each command of 60 KB costs as much as sixty. The first uses up most of the pace, and the second leaves a debt.
        let long = #"{"id":8,"op":"session.ping","data":{"x":"\#(String(repeating: "x", count: 60_000))"}}"#
        for _ in 0..<2 { send(long, to: client) }
        #expect(try write(20, to: client) == 5, "its pace is used up, and it gets all turns of this tick")
        for _ in 0..<3 {
            world.loop.advanceTime(by: .milliseconds(5))
            #expect(try answers(from: client) == 5)
        }
    }

    @Test func `long answers and long commands cost more`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let client = try world.connect().channel
        let long = #"{"id":7,"op":"session.ping","data":{"x":"\#(String(repeating: "x", count: 20_000))"}}"#
        for _ in 0..<20 { send(long, to: client) }
        // Each costs as much as twenty. Six fit in the pace, the last one with a debt, and one in the turns of a tick.
        let atOnce = try answers(from: client)
        #expect(atOnce == 7)
    }

    @Test func `without a limit no command waits for a turn`() throws {
        var limits = Limits()
        limits.connectionCommandsPerSecond = 0
        let world = try HostedWorld(limits: limits)
        defer { world.end() }
        #expect(try write(1_000, to: world.connect().channel) == 1_000)
    }

    private func send(_ text: String, to channel: EmbeddedChannel) {
        channel.pipeline.fireChannelRead(
            WebSocketFrame(fin: true, opcode: .text, maskKey: [0, 0, 0, 0], data: ByteBuffer(string: text)))
        channel.pipeline.fireChannelReadComplete()
    }
}
