import Foundation
import OvationModel
import OvationTestKit
import OvationWire

extension Benchmarks {
    private static let room: LiveID = Samples.id("bench")
    private static let text = String(repeating: "a message of some length ", count: 8)
    private static let position = EventPosition(
        epoch: "k3x9", seq: 1_732_156_800_123_004, durable: nil, at: Samples.time)
    private static let barrage = RoomEvent.barrageSent(
        Barrage(sender: Samples.alice, kind: .text(text, extensionInfo: [:])))
    private static let gift = RoomEvent.giftReceived(
        GiftReceived(
            orderID: Samples.id("order-1"), gift: Samples.rocket, count: 3, coins: Samples.coins(3_000),
            sender: Samples.alice, to: [Samples.host]))

    private static func encoded(_ event: RoomEvent) -> [UInt8] {
        FrameEncoder.event(room: room, position: position, name: event.name, data: event.encodedData)
    }

    private static var command: Data {
        let frame = CommandFrame(id: 7, room: room, command: .barrageSend(BarrageSend(text: text)))
        return (try? frame.encoded()) ?? Data()
    }

    /// A copy of the same bytes: less is not possible.
    private static func copying(_ bytes: [UInt8]) -> Benchmark.Reference {
        Benchmark.Reference(
            name: "a copy of the \(bytes.count) bytes",
            sample: Benchmark.timed { times in
                for _ in 0..<times { bytes.withUnsafeBytes { blackHole([UInt8]($0)) } }
            })
    }

    /// Foundation's JSON, which knows nothing of the types.
    private static func parsing(_ bytes: Data) -> Benchmark.Reference {
        Benchmark.Reference(
            name: "JSONSerialization",
            sample: Benchmark.timed { times in
                for _ in 0..<times { blackHole(try? JSONSerialization.jsonObject(with: bytes)) }
            })
    }

    /// How nouns become bytes, and bytes nouns.
    static let codec: [Benchmark] = [
        Benchmark("codec/encode a message", against: copying(encoded(barrage))) { times in
            for _ in 0..<times { blackHole(encoded(barrage)) }
        },
        Benchmark("codec/encode a gift", against: copying(encoded(gift))) { times in
            for _ in 0..<times { blackHole(encoded(gift)) }
        },
        Benchmark("codec/encode an answer", against: copying(Array(#"{"id":7,"ok":{"seq":1732156800123004}}"#.utf8))) {
            times in
            let accepted = BarrageAccepted(seq: 1_732_156_800_123_004)
            for _ in 0..<times { blackHole(FrameEncoder.reply(id: 7, ok: accepted.json)) }
        },
        Benchmark("codec/decode a command", against: parsing(command)) { times in
            let bytes = command
            for _ in 0..<times { blackHole(CommandFrame.decode(bytes)) }
        },
        Benchmark("codec/decode an event, client", against: parsing(Data(encoded(barrage)))) { times in
            let bytes = Data(encoded(barrage))
            for _ in 0..<times { blackHole(try? ServerFrame.decode(bytes)) }
        },
    ]
}
