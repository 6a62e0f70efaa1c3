import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

/// A storage that keeps a batch and says that it has not.
@Suite(.timeLimit(.minutes(5)))
struct KeptInSilenceTests {
    /// A live with a host and a viewer, over a storage whose every commit fails after it was kept once `body` says so.
    private func inLive(
        _ body:
            @escaping @Sendable (_ storage: FaultyStorage, _ host: RawClient, _ viewer: RawClient) async throws -> Void
    ) async throws {
        let policy = LedgerPolicy(hostSharePercent: 50, newUserGrant: Coins(10_000) ?? .zero)
        let storage = FaultyStorage(try SQLiteStorage(inMemory: policy))
        try await TestServer.run(storage: storage) { server in
            let host = try await RawClient.open(port: server.port)
            try await host.logIn("host")
            try await host.send(#"{"id":2,"op":"room.create","data":{"liveID":"r"}}"#)
            #expect(try await host.reply(to: 2)["ok"] != nil)
            let viewer = try await RawClient.open(port: server.port)
            try await viewer.logIn("viewer")
            try await viewer.send(#"{"id":2,"op":"room.join","room":"r"}"#)
            #expect(try await viewer.reply(to: 2)["ok"] != nil)
            try await body(storage, host, viewer)
        }
    }

    private static func code(_ reply: [String: Any]) -> Int? { (reply["error"] as? [String: Any])?["code"] as? Int }

    @Test func `a gift that was kept in silence is shown, and its order answered when it comes again`() async throws {
        try await inLive { storage, host, viewer in
            let order = #""op":"gift.send","room":"r","data":{"orderID":"o1","giftID":"crown"}}"#
            storage.set(FaultyStorage.Odds(failAfter: 1))
            try await viewer.send(#"{"id":3,\#(order)"#)
            #expect(Self.code(try await viewer.reply(to: 3)) == ErrorCode.storageUnavailable.rawValue)
            let shown = try await host.event("gift.received")
            #expect((shown["data"] as? [String: Any])?["orderID"] as? String == "o1")
            storage.set(FaultyStorage.Odds())
            try await viewer.send(#"{"id":4,\#(order)"#)
            let charged = try await viewer.reply(to: 4)["ok"] as? [String: Any]
            #expect(charged?["balance"] as? Int == 9_900)
            #expect(charged?["durable"] as? Int == shown["durable"] as? Int)
            // The next one follows at once: nothing was shown twice.
            try await viewer.send(#"{"id":5,"op":"gift.send","room":"r","data":{"orderID":"o2","giftID":"rose"}}"#)
            #expect(try await viewer.reply(to: 5)["ok"] != nil)
            let next = try await host.event("gift.received")
            #expect((next["data"] as? [String: Any])?["orderID"] as? String == "o2")
        }
    }

    @Test func `a live whose end was kept in silence is over, and everybody hears of it`() async throws {
        try await inLive { storage, host, viewer in
            storage.set(FaultyStorage.Odds(failAfter: 1))
            try await host.send(#"{"id":3,"op":"room.end","room":"r"}"#)
            #expect(try await host.reply(to: 3)["ok"] != nil)
            _ = try await viewer.event("room.ended")
        }
    }

    @Test func `a viewer who was removed in silence hears of it and is out`() async throws {
        try await inLive { storage, host, viewer in
            storage.set(FaultyStorage.Odds(failAfter: 1))
            try await host.send(#"{"id":3,"op":"audience.kick","room":"r","data":{"userID":"viewer"}}"#)
            #expect(Self.code(try await host.reply(to: 3)) == ErrorCode.storageUnavailable.rawValue)
            let kicked = try await viewer.event("audience.kicked")
            #expect(((kicked["data"] as? [String: Any])?["user"] as? [String: Any])?["userID"] as? String == "viewer")
            try await viewer.send(#"{"id":4,"op":"barrage.send","room":"r","data":{"text":"still here"}}"#)
            #expect(Self.code(try await viewer.reply(to: 4)) == ErrorCode.notMember.rawValue)
        }
    }

    @Test func `a live whose end was refused goes on`() async throws {
        try await inLive { storage, host, viewer in
            storage.set(FaultyStorage.Odds(failBefore: 1))
            try await host.send(#"{"id":3,"op":"room.end","room":"r"}"#)
            #expect(Self.code(try await host.reply(to: 3)) == ErrorCode.storageUnavailable.rawValue)
            storage.set(FaultyStorage.Odds())
            try await viewer.send(#"{"id":3,"op":"gift.send","room":"r","data":{"orderID":"o1","giftID":"rose"}}"#)
            #expect(try await viewer.reply(to: 3)["ok"] != nil)
        }
    }
}
