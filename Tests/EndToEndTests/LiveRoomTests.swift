import Foundation
import OvationModel
import OvationStorage
import Testing

/// One live from its beginning to its end, over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct LiveRoomTests {
    private static func enter(_ user: String, _ room: String, _ server: TestServer) async throws -> RawClient {
        let client = try await RawClient.open(port: server.port)
        try await client.logIn(user)
        try await client.send(#"{"id":2,"op":"room.join","room":"\#(room)"}"#)
        let reply = try await client.reply(to: 2)
        #expect(reply["ok"] != nil, "\(reply)")
        _ = try await client.event("room.snapshot")
        return client
    }

    private static func create(_ room: String, by user: String, _ server: TestServer) async throws -> RawClient {
        let client = try await RawClient.open(port: server.port)
        try await client.logIn(user)
        try await client.send(#"{"id":2,"op":"room.create","data":{"liveID":"\#(room)","liveName":"A live"}}"#)
        let reply = try await client.reply(to: 2)
        #expect((reply["ok"] as? [String: Any])?["created"] as? Bool == true, "\(reply)")
        _ = try await client.event("room.snapshot")
        return client
    }

    private static func data(_ event: [String: Any]) -> [String: Any] { event["data"] as? [String: Any] ?? [:] }

    @Test func `a live from its creation to its statistics`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            let viewer = try await Self.enter("viewer", "r1", server)
            #expect(
                (Self.data(try await host.event("audience.joined"))["user"] as? [String: Any])?["userID"] as? String
                    == "viewer")

            try await viewer.send(#"{"id":3,"op":"room.list"}"#)
            let list = try await viewer.reply(to: 3)["ok"] as? [String: Any]
            let listed = (list?["rooms"] as? [[String: Any]])?.first
            #expect((listed?["info"] as? [String: Any])?["liveID"] as? String == "r1")
            #expect(listed?["audienceCount"] as? Int == 1)

            try await viewer.send(#"{"id":4,"op":"barrage.send","room":"r1","data":{"text":"hello"}}"#)
            #expect(Self.data(try await host.event("barrage.sent"))["text"] as? String == "hello")
            #expect(Self.data(try await viewer.event("barrage.sent"))["text"] as? String == "hello")

            try await viewer.send(#"{"id":5,"op":"like.send","room":"r1","data":{"count":3}}"#)
            let likes = Self.data(try await host.event("like.received"))
            #expect(likes["total"] as? Int == 3)
            #expect(likes["added"] as? Int == 3)

            let order = #"{"id":6,"op":"gift.send","room":"r1","data":{"orderID":"o1","giftID":"crown","count":2}}"#
            try await viewer.send(order)
            let charged = try await viewer.reply(to: 6)["ok"] as? [String: Any]
            #expect(charged?["coins"] as? Int == 200)
            #expect(charged?["balance"] as? Int == 9_800)
            let gift = try await host.event("gift.received")
            #expect(gift["durable"] as? Int == charged?["durable"] as? Int)
            #expect(Self.data(gift)["orderID"] as? String == "o1")

            try await host.send(#"{"id":7,"op":"room.end","room":"r1"}"#)
            let statistics = try await host.reply(to: 7)["ok"] as? [String: Any]
            #expect(statistics?["totalViewers"] as? Int == 1)
            #expect(statistics?["totalGiftsSent"] as? Int == 2)
            #expect(statistics?["totalGiftCoins"] as? Int == 200)
            #expect(statistics?["totalUniqueGiftSenders"] as? Int == 1)
            #expect(statistics?["totalLikesReceived"] as? Int == 3)
            #expect(statistics?["totalMessageSent"] as? Int == 1)
            #expect(Self.data(try await viewer.event("room.ended"))["reason"] as? String == "endedByHost")

            try await viewer.send(#"{"id":8,"op":"barrage.send","room":"r1","data":{"text":"too late"}}"#)
            #expect((try await viewer.reply(to: 8)["error"] as? [String: Any])?["code"] as? Int == 100_004)
            // The order that was charged is answered again, although the live is over.
            try await viewer.send(order.replacingOccurrences(of: #""id":6"#, with: #""id":9"#))
            #expect(try await viewer.reply(to: 9)["ok"] as? [String: Any] as NSDictionary? == charged as NSDictionary?)
        }
    }

    @Test func `an owner leaves, the live goes on, and they come back to it or end it from outside`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            let viewer = try await Self.enter("viewer", "r1", server)
            func ok(_ client: RawClient, _ id: Int, _ op: String, _ data: String = "{}") async throws -> [String: Any]?
            {
                try await client.send(#"{"id":\#(id),"op":"\#(op)","room":"r1","data":\#(data)}"#)
                return try await client.reply(to: id)["ok"] as? [String: Any]
            }
            func owner(_ event: String) async throws -> String? {
                (Self.data(try await viewer.event(event))["user"] as? [String: Any])?["userID"] as? String
            }
            #expect(try await ok(host, 3, "room.leave") != nil)
            #expect(try await owner("owner.left") == "host")
            #expect(try await ok(viewer, 4, "barrage.send", #"{"text":"still here"}"#)?["seq"] != nil)
            #expect(try await ok(viewer, 5, "gift.send", #"{"orderID":"o1","giftID":"rose"}"#)?["coins"] as? Int != nil)

            let back = try await ok(host, 6, "room.join")
            #expect(back?["role"] as? Int == 0 && back?["created"] as? Bool == false)
            #expect(try await owner("owner.joined") == "host")
            #expect(try await ok(host, 7, "room.join")?["role"] as? Int == 0, "who is in it enters it again")

            #expect(try await ok(host, 8, "room.leave") != nil)
            let statistics = try await ok(host, 9, "room.end")
            #expect(statistics?["totalGiftsSent"] as? Int == 1)
            #expect(Self.data(try await viewer.event("room.ended"))["reason"] as? String == "endedByHost")
        }
    }

    @Test func `a host finds their lives again, public or not, and nobody else does`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            try await host.send(#"{"id":3,"op":"room.create","data":{"liveID":"r2","isPublicVisible":false}}"#)
            #expect(try await host.reply(to: 3)["ok"] != nil)
            _ = try await Self.create("r3", by: "other", server)

            func hosted(_ client: RawClient, _ id: Int, _ data: String = "{}") async throws -> [String]? {
                try await client.send(#"{"id":\#(id),"op":"room.list","data":\#(data)}"#)
                let page = try #require(try await client.reply(to: id)["ok"] as? [String: Any])
                let lives = page["hosted"] as? [[String: Any]]
                return lives?.compactMap { ($0["info"] as? [String: Any])?["liveID"] as? String }
            }
            // Another device, or the same page after a reload.
            let second = try await RawClient.open(port: server.port)
            try await second.logIn("host")
            #expect(try await hosted(second, 4) == ["r2", "r1"])
            #expect(try await hosted(second, 5, #"{"count":1}"#) == ["r2"], "as many as were asked for, youngest first")
            let viewer = try await RawClient.open(port: server.port)
            try await viewer.logIn("viewer")
            #expect(try await hosted(viewer, 4) == nil)

            // The live is ended by an owner who is not in it.
            try await second.send(#"{"id":6,"op":"room.end","room":"r2"}"#)
            #expect(try await second.reply(to: 6)["ok"] != nil)
            #expect(try await hosted(second, 7) == ["r1"])
            try await second.send(#"{"id":8,"op":"room.end","room":"r1"}"#)
            #expect(try await second.reply(to: 8)["ok"] != nil)
            #expect(try await hosted(second, 9) == nil)
        }
    }

    @Test func `a name that turns the text around it is refused, and a name of any direction is not`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            let tries = [
                ("user.update", #"{"nickname":"avoN tsoH\u202e"}"#, 110_110),
                ("user.update", #"{"nickname":"\u200f\u0639\u0644\u064a"}"#, 0),
                ("room.update", #"{"liveName":"a\u2066"}"#, 110_110), ("room.update", #"{"notice":"\u202a"}"#, 110_110),
                ("room.create", #"{"liveID":"r2","liveName":"\u202d"}"#, 110_110),
                ("audience.mute", #"{"userID":"bo","muted":true,"reason":"\u2067"}"#, 110_110),
                ("barrage.send", #"{"text":"a\u2066b\u2069"}"#, 0),
            ]
            for (index, (op, data, code)) in tries.enumerated() {
                try await host.send(#"{"id":\#(index + 10),"op":"\#(op)","room":"r1","data":\#(data)}"#)
                let error = try await host.reply(to: index + 10)["error"] as? [String: Any]
                #expect(error?["code"] as? Int ?? 0 == code, "\(op) \(data)")
            }
        }
    }

    @Test func `the same order gets the same bytes and another content a conflict`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            let viewer = try await Self.enter("viewer", "r1", server)
            func answer(_ count: Int) async throws -> String {
                try await viewer.send(
                    #"{"id":9,"op":"gift.send","room":"r1","data":{"orderID":"same","giftID":"rose","count":\#(count)}}"#
                )
                while let frame = await viewer.nextText() {
                    if frame.json["id"] as? Int == 9 { return frame.text }
                }
                return ""
            }
            let first = try await answer(1)
            #expect(first.contains(#""ok""#))
            #expect(try await answer(1) == first)
            #expect(try await answer(2).contains("110005"))
            try await viewer.send(#"{"id":10,"op":"wallet.get"}"#)
            #expect((try await viewer.reply(to: 10)["ok"] as? [String: Any])?["balance"] as? Int == 9_999)
            await host.cut()
        }
    }

    @Test func `a gift that costs more than the wallet has is refused and leaves nothing behind`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            let viewer = try await Self.enter("viewer", "r1", server)
            try await viewer.send(
                #"{"id":3,"op":"gift.send","room":"r1","data":{"orderID":"o1","giftID":"rocket","count":3}}"#)
            #expect((try await viewer.reply(to: 3)["error"] as? [String: Any])?["code"] as? Int == 110_004)
            try await viewer.send(
                #"{"id":4,"op":"gift.send","room":"r1","data":{"orderID":"o1","giftID":"rocket","count":2}}"#)
            #expect(((try await viewer.reply(to: 4)["ok"]) as? [String: Any])?["balance"] as? Int == 0)
            #expect(try await server.storage.auditLedger().problems == [])
            await host.cut()
        }
    }

    @Test func `a kicked viewer hears of it and is out, and may come back unless banned`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            let viewer = try await Self.enter("viewer", "r1", server)
            try await host.send(
                #"{"id":3,"op":"audience.kick","room":"r1","data":{"userID":"viewer","reason":"spam"}}"#)
            #expect(try await host.reply(to: 3)["ok"] != nil)
            let kicked = Self.data(try await viewer.event("audience.kicked"))
            #expect(kicked["reason"] as? String == "spam")
            try await viewer.send(#"{"id":4,"op":"barrage.send","room":"r1","data":{"text":"still here?"}}"#)
            #expect((try await viewer.reply(to: 4)["error"] as? [String: Any])?["code"] as? Int == 100_005)
            try await viewer.send(#"{"id":5,"op":"room.join","room":"r1"}"#)
            #expect(try await viewer.reply(to: 5)["ok"] != nil)
            try await host.send(#"{"id":6,"op":"audience.ban","room":"r1","data":{"userID":"viewer","seconds":600}}"#)
            #expect(try await host.reply(to: 6)["ok"] != nil)
            _ = try await viewer.event("audience.banned")
            try await viewer.send(#"{"id":7,"op":"room.join","room":"r1"}"#)
            #expect((try await viewer.reply(to: 7)["error"] as? [String: Any])?["code"] as? Int == 100_016)
        }
    }

    @Test func `a mute survives leaving and joining again`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            let viewer = try await Self.enter("viewer", "r1", server)
            try await host.send(#"{"id":3,"op":"audience.mute","room":"r1","data":{"userID":"viewer","muted":true}}"#)
            #expect(try await host.reply(to: 3)["ok"] != nil)
            _ = try await viewer.event("audience.muted")
            try await viewer.send(#"{"id":4,"op":"room.leave","room":"r1"}"#)
            _ = try await viewer.reply(to: 4)
            try await viewer.send(#"{"id":5,"op":"room.join","room":"r1"}"#)
            #expect((try await viewer.reply(to: 5)["ok"] as? [String: Any])?["muted"] as? Bool == true)
            try await viewer.send(#"{"id":6,"op":"barrage.send","room":"r1","data":{"text":"a"}}"#)
            #expect((try await viewer.reply(to: 6)["error"] as? [String: Any])?["code"] as? Int == 100_017)
            try await viewer.send(#"{"id":7,"op":"gift.send","room":"r1","data":{"orderID":"o1","giftID":"rose"}}"#)
            #expect(try await viewer.reply(to: 7)["ok"] != nil, "gifts are never muted")
        }
    }

    @Test func `a viewer that comes back within the silence was never away and misses nothing`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            let viewer = try await RawClient.open(port: server.port)
            let session = try #require(
                (try await viewer.logIn("viewer")["ok"] as? [String: Any])?["session"] as? String)
            try await viewer.send(#"{"id":2,"op":"room.join","room":"r1"}"#)
            let joined = try #require(try await viewer.reply(to: 2)["ok"] as? [String: Any])
            _ = try await host.event("audience.joined")
            await viewer.cut()
            for number in 1...3 {
                try await host.send(#"{"id":3,"op":"barrage.send","room":"r1","data":{"text":"message \#(number)"}}"#)
                _ = try await host.reply(to: 3)
            }
            try await host.send(#"{"id":4,"op":"gift.send","room":"r1","data":{"orderID":"g","giftID":"rose"}}"#)
            _ = try await host.reply(to: 4)

            let again = try await RawClient.open(port: server.port)
            let epoch = try #require(joined["epoch"] as? String)
            let seq = try #require(joined["seq"] as? Int)
            let durable = try #require(joined["durable"] as? Int)
            try await again.send(
                #"{"id":1,"op":"session.open","data":{"sdkAppID":1400000001,"userID":"viewer","userSig":"dev","resume":{"#
                    + #""session":"\#(session)","rooms":["#
                    + #"{"room":"r1","epoch":"\#(epoch)","seq":\#(seq),"durable":\#(durable)}]}}}"#
            )
            let opened = try #require(try await again.reply(to: 1)["ok"] as? [String: Any])
            #expect(opened["resumed"] as? Bool == true)
            let room = try #require((opened["rooms"] as? [[String: Any]])?.first)
            #expect(room["recovered"] as? Bool == true)
            for number in 1...3 {
                #expect(Self.data(try await again.event("barrage.sent"))["text"] as? String == "message \(number)")
            }
            #expect(Self.data(try await again.event("gift.received"))["orderID"] as? String == "g")
            // The host saw neither a leave nor a second join.
            try await host.send(#"{"id":5,"op":"audience.list","room":"r1"}"#)
            while let frame = await host.nextText() {
                let event = frame.json["event"] as? String
                #expect(event != "audience.left" && event != "audience.joined")
                if frame.json["id"] as? Int == 5 {
                    #expect((frame.json["ok"] as? [String: Any])?["count"] as? Int == 1)
                    break
                }
            }
        }
    }

    @Test func `a client of an older run gets its gifts from storage and a fresh snapshot`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            await (try await Self.enter("viewer", "r1", server)).cut()
            for number in 1...3 {
                try await host.send(
                    #"{"id":3,"op":"gift.send","room":"r1","data":{"orderID":"g\#(number)","giftID":"rose"}}"#)
                _ = try await host.reply(to: 3)
            }
            let viewer = try await RawClient.open(port: server.port)
            try await viewer.send(
                #"{"id":1,"op":"session.open","data":{"sdkAppID":1400000001,"userID":"viewer","userSig":"dev","resume":{"#
                    + #""session":"gone","rooms":[{"room":"r1","epoch":"old","seq":5,"durable":1},"#
                    + #"{"room":"never","epoch":"old","seq":5,"durable":1}]}}}"#
            )
            let opened = try #require(try await viewer.reply(to: 1)["ok"] as? [String: Any])
            #expect(opened["resumed"] as? Bool == false)
            let rooms = try #require(opened["rooms"] as? [[String: Any]])
            #expect(rooms.map { $0["joined"] as? Bool } == [true, false])
            #expect(rooms[0]["recovered"] as? Bool == false)
            #expect((rooms[1]["error"] as? [String: Any])?["code"] as? Int == 100_004)
            #expect(Self.data(try await viewer.event("gift.received"))["orderID"] as? String == "g2")
            #expect(Self.data(try await viewer.event("gift.received"))["orderID"] as? String == "g3")
            _ = try await viewer.event("room.snapshot")
        }
    }

    @Test(arguments: [false, true])
    func `who missed more than is sent at once is closed with 3004, and has all of it once after coming back`(
        isOver: Bool
    ) async throws {
        var limits = Limits()
        limits.replayBytesMax = 1_000
        try await TestServer.run(limits: limits) { server in
            let host = try await Self.create("r1", by: "host", server)
            await (try await Self.enter("viewer", "r1", server)).cut()
            for number in 1...20 {
                try await host.send(
                    #"{"id":3,"op":"gift.send","room":"r1","data":{"orderID":"g\#(number)","giftID":"rose"}}"#)
                _ = try await host.reply(to: 3)
            }
            if isOver {
                try await host.send(#"{"id":4,"op":"room.end","room":"r1"}"#)
                _ = try await host.reply(to: 4)
            }
            var (durable, orders, connections) = (0, [String](), 0)
            var isCaughtUp = false
            while !isCaughtUp {
                connections += 1
                let viewer = try await RawClient.open(port: server.port)
                try await viewer.send(
                    #"{"id":1,"op":"session.open","data":{"sdkAppID":1400000001,"userID":"viewer","userSig":"dev","resume":{"#
                        + #""session":"gone","rooms":[{"room":"r1","epoch":"old","seq":5,"durable":\#(durable)}]}}}"#
                )
                let opened = try #require(try await viewer.reply(to: 1)["ok"] as? [String: Any])
                let entry = try #require((opened["rooms"] as? [[String: Any]])?.first)
                let membership = entry["membership"] as? [String: Any]
                // While there is more, it stands where it stood.
                let isCut = membership?["epoch"] as? String == "old"
                #expect(entry["recovered"] as? Bool == false)
                #expect(entry["joined"] as? Bool == (isCut || !isOver))
                if isCut { #expect(membership?["seq"] as? Int == 5) }
                frames: while let frame = await viewer.next() {
                    if frame.opcode == 0x8 {
                        #expect(isCut && frame.closeCode == 3004)
                        break frames
                    }
                    switch frame.json["event"] as? String {
                    case "gift.received":
                        durable = try #require(frame.json["durable"] as? Int)
                        orders.append(try #require(Self.data(frame.json)["orderID"] as? String))
                    case "room.snapshot", "room.ended":
                        #expect(!isCut)
                        isCaughtUp = true
                        break frames
                    default: break
                    }
                }
            }
            #expect(orders == (1...20).map { "g\($0)" })
            #expect(connections > 3)
        }
    }

    @Test func `the sixth session of a user closes the oldest with 3502`() async throws {
        try await TestServer.run { server in
            var clients: [RawClient] = []
            for _ in 0..<6 {
                let client = try await RawClient.open(port: server.port)
                try await client.logIn("busy")
                clients.append(client)
            }
            #expect(await clients[0].closeCode() == 3502)
            try await clients[1].send(#"{"id":2,"op":"session.ping"}"#)
            #expect(try await clients[1].reply(to: 2)["ok"] != nil)
        }
    }

    @Test func `a nickname is seen by the room and by those who come later`() async throws {
        try await TestServer.run { server in
            let host = try await Self.create("r1", by: "host", server)
            let viewer = try await Self.enter("viewer", "r1", server)
            try await viewer.send(#"{"id":3,"op":"user.update","data":{"nickname":"Ada"}}"#)
            #expect(try await viewer.reply(to: 3)["ok"] != nil)
            try await viewer.send(#"{"id":4,"op":"barrage.send","room":"r1","data":{"text":"hi"}}"#)
            let sender = Self.data(try await host.event("barrage.sent"))["sender"] as? [String: Any]
            #expect(sender?["userName"] as? String == "Ada")
            let later = try await RawClient.open(port: server.port)
            let opened = try await later.logIn("viewer")["ok"] as? [String: Any]
            #expect((opened?["user"] as? [String: Any])?["userName"] as? String == "Ada")
        }
    }
}
