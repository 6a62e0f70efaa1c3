import Foundation
import OvationModel
import OvationStorage
import Testing

/// Commands that come in one burst, as a program sends them that waits for no answer.
@Suite(.timeLimit(.minutes(5)))
struct PipeliningTests {
    /// One write with many frames, so that the server reads them all at once.
    private static func burst(_ texts: [String], over client: RawClient) async throws {
        var bytes: [UInt8] = []
        for text in texts {
            let payload = Array(text.utf8)
            bytes += [0x81, 0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), 0, 0, 0, 0] + payload
        }
        try await client.send(bytes: bytes)
    }

    @Test func `a live that is ended twice in one burst ends once and answers both`() async throws {
        try await TestServer.run { server in
            let host = try await RawClient.host(server)
            try await Self.burst(
                [#"{"id":3,"op":"room.end","room":"r1"}"#, #"{"id":4,"op":"room.end","room":"r1"}"#], over: host)
            #expect(try await host.reply(to: 3)["ok"] != nil)
            try await host.send(#"{"id":5,"op":"session.ping"}"#)
            #expect(try await host.reply(to: 5)["ok"] != nil, "the server goes on")
        }
    }

    @Test func `more orders than may be under way are all answered, and the connection is read on`() async throws {
        try await TestServer.run { server in
            let host = try await RawClient.host(server)
            let orders = (0..<200).map {
                #"{"id":\#($0 + 100),"op":"gift.send","room":"r1","data":{"orderID":"o\#($0)","giftID":"rose"}}"#
            }
            try await Self.burst(orders, over: host)
            var answered: Set<Int> = []
            while answered.count < 200, let frame = await host.nextText() {
                guard let id = frame.json["id"] as? Int else { continue }
                #expect(frame.json["ok"] != nil, "\(frame.text)")
                answered.insert(id)
            }
            try await host.send(#"{"id":5,"op":"session.ping"}"#)
            #expect(try await host.reply(to: 5)["ok"] != nil)
            #expect(try await server.storage.auditLedger().orders == 200)
        }
    }

    @Test func `thousands of commands behind one that waits do not exhaust the stack`() async throws {
        try await TestServer.run { server in
            let client = try await RawClient.open(port: server.port)
            try await client.logIn("busy")
            let refused = #"{"id":7,"op":"room.create","data":{"liveID":"x","categoryList":[1,2,3,4]}}"#
            try await Self.burst(
                [#"{"id":6,"op":"user.update","data":{"nickname":"Busy"}}"#] + Array(repeating: refused, count: 5_000)
                    + [#"{"id":8,"op":"session.ping"}"#], over: client)
            #expect(try await client.reply(to: 8)["ok"] != nil)
        }
    }

    @Test func `a kick and a join in one burst leave nobody half inside`() async throws {
        try await TestServer.run { server in
            let host = try await RawClient.host(server)
            let viewer = try await RawClient.open(port: server.port)
            try await viewer.logIn("viewer")
            try await viewer.send(#"{"id":2,"op":"room.join","room":"r1"}"#)
            _ = try await viewer.event("room.snapshot")
            try await host.send(#"{"id":3,"op":"audience.kick","room":"r1","data":{"userID":"viewer"}}"#)
            try await viewer.send(#"{"id":3,"op":"room.join","room":"r1"}"#)
            #expect(try await host.reply(to: 3)["ok"] != nil)
            let joined = try await viewer.reply(to: 3)["ok"] != nil
            try await host.send(#"{"id":4,"op":"audience.list","room":"r1"}"#)
            let count = (try await host.reply(to: 4)["ok"] as? [String: Any])?["count"] as? Int
            #expect(count == 0 || joined)
            // A viewer who is counted can write and hears it. One who is not counted can do neither.
            try await viewer.send(#"{"id":5,"op":"barrage.send","room":"r1","data":{"text":"here"}}"#)
            if count == 1 {
                #expect(try await viewer.event("barrage.sent")["seq"] != nil)
            } else {
                #expect((try await viewer.reply(to: 5)["error"] as? [String: Any])?["code"] as? Int == 100_005)
            }
        }
    }
}
