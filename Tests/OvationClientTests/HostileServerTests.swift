import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationClient

/// A client must survive anything that a server sends.
@Suite(.timeLimit(.minutes(5))) struct HostileServerTests {
    private static let odd = [
        "", " ", "null", "0", "\"\"", "[]", "{}", "{", "}", "{\"id\":1}", "{\"id\":1,\"ok\":null}",
        "{\"id\":\"1\",\"ok\":{}}",
        "{\"id\":-9223372036854775808,\"ok\":{}}", "{\"id\":9223372036854775807,\"ok\":{}}", "{\"id\":1e400,\"ok\":{}}",
        "{\"id\":18446744073709551616,\"ok\":{}}", "{\"ok\":{}}", "{\"error\":{}}", "{\"error\":{\"code\":\"x\"}}",
        "{\"id\":1,\"error\":{\"code\":1e30}}", "{\"event\":7}", "{\"event\":\"unheard.of\",\"data\":{}}",
        "{\"event\":\"barrage.sent\"}",
        "{\"event\":\"barrage.sent\",\"room\":\"\",\"epoch\":\"e\",\"at\":1,\"data\":{}}",
        "{\"event\":\"room.snapshot\",\"room\":\"live1\",\"epoch\":\"e1\",\"at\":1,\"data\":{}}",
        "{\"event\":\"wallet.changed\",\"data\":{\"balance\":9007199254740993}}",
        "{\"event\":\"wallet.changed\",\"data\":{\"balance\":1.5}}", "\u{0}", "{\"event\":\"\u{FEFF}\"}",
        String(repeating: "[", count: 2_000), String(repeating: "{\"a\":", count: 2_000),
    ]

    @Test func `odd frames are ignored and counted`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        _ = try await fixture.join(connection)
        _ = fixture.events.drain()
        for frame in Self.odd { connection.text(frame) }
        connection.text(Data([0xFF, 0xFE, 0x7B, 0x7D]))
        try await fixture.settle()
        #expect(fixture.client.unknownFrameCount > 20)
        #expect(fixture.events.drain().isEmpty)
        #expect(fixture.client.connectionState == .connected)
        async let wallet = fixture.client.wallet()
        connection.reply(to: await connection.nextCommand(), Wallet(balance: .zero))
        #expect(try await wallet.balance == .zero)
    }

    @Test func `an event unknown to the client is counted, and the next one is delivered`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        _ = try await fixture.join(connection)
        _ = fixture.events.drain()
        connection.text(
            "{\"room\":\"live1\",\"epoch\":\"e1\",\"seq\":11,\"at\":1,\"event\":\"poll.opened\",\"data\":{\"x\":[1]}}")
        connection.event(ClientFixture.barrage("hi"), in: ClientFixture.liveID, seq: 12)
        #expect(try await fixture.roomEvents() == ["barrage.sent 12 -1"])
        #expect(fixture.client.unknownFrameCount == 1)
    }

    @Test func `mutated frames never trap, before or after the session opens`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("HostileServerTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let samples = try Self.samples()
        for round in 0..<40 {
            let fixture = ClientFixture(seed: UInt64(round))
            let connection: ScriptedConnection
            if round % 4 == 0 {
                // Before the session is open.
                async let _ = rejection {
                    try await fixture.client.logIn(sdkAppID: 1, userID: ClientFixture.userID, userSig: "dev")
                }
                connection = await fixture.transport.nextConnection()
                connection.open()
                _ = await connection.nextCommand()
                for _ in 0..<100 { connection.text(Self.mutate(samples, using: &random)) }
                try await fixture.settle()
                await fixture.client.logOut()
                continue
            }
            connection = try await fixture.logIn()
            _ = try await fixture.join(connection)
            async let calls: Void = {
                _ = await rejection { try await fixture.client.wallet() }
                _ = await rejection { try await fixture.client.joinRoom(ClientFixture.liveID) }
                _ = await rejection {
                    try await fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: ClientFixture.liveID)
                }
            }()
            for _ in 0..<300 { connection.text(Self.mutate(samples, using: &random)) }
            try await fixture.settle()
            await fixture.client.logOut()
            await calls
        }
    }

    /// Frames that a server might send. Some answer the ids that the client uses first.
    private static func samples() throws -> [[UInt8]] {
        let place = EventPosition(epoch: "e1", seq: 11, durable: 4, at: Timestamp(milliseconds: 1))
        let events = [
            ClientFixture.barrage("hi"), ClientFixture.gift("o1"), .roomSnapshot(ClientFixture.snapshot()),
            .roomSkipped(RoomSkipped(from: 1, to: 2)),
            .roomEnded(RoomEnded(reason: .endedByHost, message: "", statistics: RoomStatistics())),
        ]
        var samples = events.map {
            FrameEncoder.event(room: ClientFixture.liveID, position: place, name: $0.name, data: $0.encodedData)
        }
        for id in Int64(0)...5 {
            samples.append(FrameEncoder.reply(id: id, ok: ClientFixture.joined()))
            samples.append(FrameEncoder.reply(id: id, ok: Wallet(balance: .max)))
            samples.append(FrameEncoder.reply(id: id, error: Rejection(.serverShuttingDown)))
            samples.append(
                FrameEncoder.reply(
                    id: id,
                    ok: ClientFixture.opened(rooms: [.init(room: ClientFixture.liveID, joined: true, recovered: true)]))
            )
        }
        samples.append(FrameEncoder.walletChanged(Wallet(balance: .zero)))
        return samples
    }

    /// One of the samples with a few bytes changed, removed or doubled. Now and then it stays as it is.
    private static func mutate(_ samples: [[UInt8]], using random: inout SeededGenerator) -> Data {
        var bytes = samples[Int.random(in: 0..<samples.count, using: &random)]
        for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[index] = UInt8.random(in: UInt8(ascii: "0")...UInt8(ascii: "9"), using: &random)
            case 2: bytes.remove(at: index)
            case 3: bytes.removeSubrange(index..<min(bytes.count, index + 9))
            default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 9)], at: index)
            }
        }
        return Data(bytes)
    }
}
