import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// Pinned messages of lives.
    static let pins: [Clause] = [
        Clause("pinned messages are kept in their order, and others take their place") { storage in
            var record = Samples.room()
            record.pins = [pin(1), pin(2)]
            _ = try await storage.commit([.createRoom(record), .createRoom(Samples.room("other"))])
            try expect(try await storage.lastRoom(record.info.liveID), is: record)
            for pins in [[pin(3)], [pin(3), pin(4)], [], [pin(5)]] {
                _ = try await storage.commit(one: .changeRoom(record.info.sessionID, [.pins(pins)], []))
                try expect(try await storage.lastRoom(record.info.liveID)?.pins, is: pins)
            }
            try expect(try await storage.openRooms().map(\.pins.count).sorted(), is: [0, 1])
        },
        Clause("an ended live has no pinned messages, and its next start has none") { storage in
            var record = Samples.room(session: "s1")
            record.pins = [pin(1)]
            _ = try await storage.commit([.createRoom(record), .end(record.info.sessionID)])
            try expect(try await storage.lastRoom(record.info.liveID)?.pins, is: [])
            record.info.sessionID = Samples.id("s2")
            _ = try await storage.commit([.createRoom(record), .createRoom(Samples.room(session: "s3"))])
            try expect(try await storage.openRooms().map(\.pins), is: [[]], "a start that nobody runs keeps no pins")
        },
    ]

    private static func pin(_ seq: Int64) -> PinnedBarrage {
        let kind: Barrage.Kind =
            seq.isMultiple(of: 2)
            ? .custom(businessID: "vote", data: #"{"a":1}"#) : .text("read this é😀", extensionInfo: ["k": "v"])
        let message = BarrageRecord(
            seq: 1_732_156_800_000_000 + seq, at: Samples.time, barrage: Barrage(sender: Samples.bob, kind: kind))
        return PinnedBarrage(
            message, by: seq == 1 ? nil : Samples.host.userID, at: Samples.time.adding(seconds: seq))
    }
}
