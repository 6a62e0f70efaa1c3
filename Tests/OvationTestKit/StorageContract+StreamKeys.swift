import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// The keys for publishing pictures of lives.
    static let streamKeys: [Clause] = [
        Clause("a live keeps its first stream key until another one replaces it") { storage in
            let live: LiveID = Samples.id("one")
            try expect(try await storage.streamKey(of: live), is: nil)
            try expect(
                try await storage.commit([key("first", of: live), key("second", of: live)]),
                is: [.streamKey("first"), .streamKey("first")])
            try expect(try await storage.streamKey(of: live), is: "first")
            let replaced = StorageWrite.streamKey(live, "third", replaces: true, at: Samples.time)
            try expect(try await storage.commit(one: replaced), is: .streamKey("third"))
            try expect(try await storage.streamKey(of: live), is: "third")
            try expect(try await storage.commit(one: key("fourth", of: live)), is: .streamKey("third"))
        },
        Clause("a live is found by its current stream key and not by an earlier one") { storage in
            let (one, two): (LiveID, LiveID) = (Samples.id("one"), Samples.id("two"))
            _ = try await storage.commit([key("K1", of: one), key("K2", of: two)])
            try expect(try await storage.live(ofStreamKey: "K1"), is: one)
            try expect(try await storage.live(ofStreamKey: "K2"), is: two)
            try expect(try await storage.live(ofStreamKey: "k1"), is: nil)
            try expect(try await storage.live(ofStreamKey: ""), is: nil)
            _ = try await storage.commit([.streamKey(one, "K3", replaces: true, at: Samples.time)])
            try expect(try await storage.live(ofStreamKey: "K1"), is: nil)
            try expect(try await storage.live(ofStreamKey: "K3"), is: one)
        },
        Clause("a stream key that two lives have finds neither") { storage in
            _ = try await storage.commit([key("K", of: Samples.id("one")), key("K", of: Samples.id("two"))])
            try expect(try await storage.live(ofStreamKey: "K"), is: nil)
            try expect(try await storage.streamKey(of: Samples.id("two")), is: "K")
        },
        Clause("a stream key outlives the starts of its live") { storage in
            let record = Samples.room("one")
            _ = try await storage.commit([.createRoom(record), key("K", of: record.info.liveID)])
            _ = try await storage.commit([.end(record.info.sessionID)])
            try expect(try await storage.streamKey(of: record.info.liveID), is: "K")
            try expect(try await storage.live(ofStreamKey: "K"), is: record.info.liveID)
        },
    ]

    private static func key(_ key: String, of live: LiveID) -> StorageWrite {
        .streamKey(live, key, replaces: false, at: Samples.time)
    }
}
