import Foundation
import NIOCore
import NIOEmbedded
import NIOWebSocket
import OvationModel
import Testing

@testable import OvationServer

/// Clients that write without a pause, on an event loop whose time the test moves.
@Suite struct ConnectionPaceTests {
    /// Writes frames as one read of the server; answers how many answers came at once.
    private func write(_ count: Int, _ opcode: WebSocketOpcode = .text, to channel: EmbeddedChannel) throws -> Int {
        let text = opcode == .text ? #"{"id":7,"op":"session.ping"}"# : ""
        for _ in 0..<count {
            channel.pipeline.fireChannelRead(
                WebSocketFrame(fin: true, opcode: opcode, maskKey: [0, 0, 0, 0], data: ByteBuffer(string: text)))
        }
        channel.pipeline.fireChannelReadComplete()
        return try answers(from: channel)
    }

    /// How many answers came since the last look.
    private func answers(from channel: EmbeddedChannel) throws -> Int {
        var bytes = ByteBuffer()
        while let written = try channel.readOutbound(as: ByteBuffer.self) { bytes.writeImmutableBuffer(written) }
        let text = String(buffer: bytes)
        return text.components(separatedBy: #""id":7"#).count - 1
    }

    @Test func `a thousand commands at once are run as far as the pace goes, and the rest by turns`() throws {
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
        #expect(ticks == (1_000 - atOnce + 4) / 5, "nobody else wants the turns, so it has all of them")
    }

    @Test func `many that write without a pause share the turns, and one that does not is answered at once`() throws {
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

    @Test func `frames that are no commands are paid for by a rest, and then it goes on`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let client = try world.connect().channel
        // Two seconds of its pace are forgiven; then nothing is read until the rest is paid for.
        _ = try write(100 + 2 * 20 + 1, .ping, to: client)
        #expect(try write(1, to: client) == 0)
        world.loop.advanceTime(by: .milliseconds(2_000))
        #expect(try answers(from: client) == 0)
        world.loop.advanceTime(by: .milliseconds(60))
        #expect(try answers(from: client) == 1)
    }

    @Test func `an honest client that was sent much goes on at once`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let client = try world.connect().channel
        // A command of 60 KB leaves it with sixty commands' worth less, and another one in debt.
        let long = #"{"id":8,"op":"session.ping","data":{"x":"\#(String(repeating: "x", count: 60_000))"}}"#
        for _ in 0..<2 { send(long, to: client) }
        #expect(try write(20, to: client) == 5, "nobody else wants the turns of this tick, and nothing rests")
        for _ in 0..<3 {
            world.loop.advanceTime(by: .milliseconds(5))
            #expect(try answers(from: client) == 5)
        }
    }

    @Test func `long answers and long commands count for more`() throws {
        let world = try HostedWorld()
        defer { world.end() }
        let client = try world.connect().channel
        let long = #"{"id":7,"op":"session.ping","data":{"x":"\#(String(repeating: "x", count: 20_000))"}}"#
        for _ in 0..<20 { send(long, to: client) }
        // Each counts as twenty: six within the pace, with the debt of the last, and one in the turns of a tick.
        let atOnce = try answers(from: client)
        #expect(atOnce == 7)
    }

    @Test func `without a limit nothing waits for a turn`() throws {
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
