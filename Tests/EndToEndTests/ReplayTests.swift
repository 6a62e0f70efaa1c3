import Foundation
import OvationModel
import OvationRules
import OvationStorageSQLite
import OvationTestKit
import Testing

/// What somebody is told who comes back to a live, and what somebody is not told who only says that they do.
@Suite(.timeLimit(.minutes(5)))
struct ReplayTests {
    private typealias World = ReplayWorld

    @Test(arguments: [false, true])
    func `who never was in a live is told nothing of what happened in it`(isOver: Bool) async throws {
        try await TestServer.run { server async throws in
            let host = try await World.host("r1", server)
            // Whatever a member knows of the live is known to the stranger too.
            let place = try await World.enter("r1", as: "viewer", server).place
            for order in ["g1", "g2"] { try await World.gift(order, in: "r1", from: host) }
            if isOver { try await World.ask(host, "room.end", "r1") }
            for place in [place, place.withoutRing, place.withoutRing.at(durable: 0)] {
                let told = try await World.resume("stranger-\(place.epoch)-\(place.durable)", [place], server)
                #expect(told.gifts() == [])
                if isOver {
                    #expect(try told.code(of: "r1") == 100_004)
                    #expect(told.names == [])
                } else {
                    #expect(try told.entry(of: "r1")["joined"] as? Bool == true)
                    #expect(try told.entry(of: "r1")["recovered"] as? Bool == false)
                    #expect(told.names.contains("room.snapshot"))
                }
            }
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `who was banned is told up to the ban and nothing that came after it`(isOver: Bool, wasAway: Bool) async throws
    {
        try await TestServer.run { server async throws in
            let host = try await World.host("r1", server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            if wasAway { await viewer.client.cut() }
            try await World.gift("g1", in: "r1", from: host)
            try await World.ask(host, "audience.ban", "r1", #"{"userID":"viewer"}"#)
            for order in ["g2", "g3"] { try await World.gift(order, in: "r1", from: host) }
            if isOver { try await World.ask(host, "room.end", "r1") }
            let told = try await World.resume("viewer", session: viewer.session, [viewer.place], server)
            #expect(told.gifts() == ["g1"])
            #expect(told.names == ["gift.received", "audience.banned"])
            #expect(try told.entry(of: "r1")["joined"] as? Bool == false)
            // A viewer who has heard of the ban is told nothing.
            let ban = try #require(told.durable(of: "r1"))
            for durable in [ban, ban + 1] {
                let again = try await World.resume("viewer", [viewer.place.withoutRing.at(durable: durable)], server)
                #expect(again.names == [])
                #expect(try again.entry(of: "r1")["joined"] as? Bool == false)
            }
        }
    }

    @Test func `after a restart of the server a member is told what was missed, and nobody else is`() async throws {
        let storage = try TestServer.emptyStorage()
        let places = Places()
        try await TestServer.run(storage: storage) { server async throws in
            let host = try await World.host("r1", server)
            try await World.gift("g0", in: "r1", from: host)
            let viewer = try await World.enter("r1", as: "viewer", server)
            let banned = try await World.enter("r1", as: "banned", server)
            for visitor in [viewer, banned] { await visitor.client.cut() }
            try await World.gift("g1", in: "r1", from: host)
            try await World.ask(host, "audience.ban", "r1", #"{"userID":"banned"}"#)
            try await World.gift("g2", in: "r1", from: host)
            places.set(viewer.place)
        }
        try await TestServer.run(storage: storage) { server async throws in
            let place = places.place
            #expect(try await World.resume("viewer", [place], server).gifts() == ["g1", "g2"])
            #expect(try await World.resume("viewer", [place.at(durable: 0)], server).gifts() == ["g1", "g2"])
            #expect(try await World.resume("banned", [place], server).gifts() == ["g1"])
            #expect(try await World.resume("stranger", [place], server).gifts() == [])
        }
    }

    /// Sound as `Sendable` because one server runs after the other.
    private final class Places: @unchecked Sendable {
        private(set) var place = ReplayWorld.Place(room: "", epoch: "", seq: 0, durable: 0)

        func set(_ place: ReplayWorld.Place) { self.place = place }
    }

    @Test(arguments: [false, true])
    func `nobody is told what happened in a live before they entered it`(hasRing: Bool) async throws {
        try await TestServer.run { server async throws in
            let host = try await World.host("r1", server)
            let early = try await World.enter("r1", as: "early", server).place
            try await World.gift("g1", in: "r1", from: host)
            let late = try await World.enter("r1", as: "late", server)
            await late.client.cut()
            try await World.gift("g2", in: "r1", from: host)
            let place = hasRing ? early : early.withoutRing
            #expect(try await World.resume("late", session: late.session, [place], server).gifts() == ["g2"])
        }
    }

    @Test func `who left and entered again without hearing of either is told what was missed since before that`()
        async throws
    {
        try await TestServer.run { server async throws in
            let host = try await World.host("r1", server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            try await World.gift("g1", in: "r1", from: host)
            try await World.ask(viewer.client, "room.leave", "r1")
            _ = try await World.place(in: "r1", viewer.client)
            await viewer.client.cut()
            try await World.gift("g2", in: "r1", from: host)
            for place in [viewer.place, viewer.place.withoutRing] {
                let told = try await World.resume("viewer", session: viewer.session, [place], server)
                #expect(told.gifts() == ["g1", "g2"])
            }
        }
    }

    @Test func `who was removed and has entered again is told what came after that`() async throws {
        try await TestServer.run { server async throws in
            let host = try await World.host("r1", server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            try await World.gift("g1", in: "r1", from: host)
            try await World.ask(host, "audience.kick", "r1", #"{"userID":"viewer"}"#)
            try await World.gift("g2", in: "r1", from: host)
            let again = try await World.place(in: "r1", viewer.client)
            await viewer.client.cut()
            try await World.gift("g3", in: "r1", from: host)
            for place in [viewer.place, again] {
                let told = try await World.resume("viewer", [place.withoutRing], server)
                #expect(told.gifts() == ["g3"])
                #expect(try told.entry(of: "r1")["joined"] as? Bool == true)
            }
        }
    }

    @Test(arguments: [false, true])
    func `a login is sent so much at once of all its lives together, and all of it in the end`(hasRing: Bool)
        async throws
    {
        var limits = Limits()
        limits.replayBytesMax = 2_000
        let lives = ["r1", "r2", "r3"]
        try await TestServer.run(limits: limits) { server async throws in
            let host = try await World.host("r1", server)
            for live in lives.dropFirst() { try await World.start(live, host) }
            let (client, session) = try await World.logIn("viewer", server)
            var places: [World.Place] = []
            for live in lives { places.append(try await World.place(in: live, client)) }
            if !hasRing { places = places.map(\.withoutRing) }
            await client.cut()
            for number in 1...8 {
                for live in lives { try await World.gift("\(live)-\(number)", in: live, from: host) }
            }
            var orders: [String: [String]] = [:]
            var logins = 0
            while orders.values.reduce(0, { $0 + $1.count }) < 24, logins < 30 {
                logins += 1
                let told = try await World.resume("viewer", session: session, places, server)
                let gifts = told.events.filter { !World.gifts($0.json).isEmpty }
                // The last one may pass the bound, none is added behind it.
                #expect(gifts.dropLast().reduce(0) { $0 + $1.bytes } < 2_000, "login \(logins)")
                for (index, place) in places.enumerated() {
                    orders[place.room, default: []] += told.gifts(of: place.room)
                    places[index] = place.at(durable: told.durable(of: place.room) ?? place.durable)
                }
            }
            #expect(logins > 2)
            for live in lives { #expect(orders[live] == (1...8).map { "\(live)-\($0)" }) }
        }
    }

    @Test func `a late replay of an old connection does not take the new one out of the live`() async throws {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage, eventLoops: 1) { server async throws in
            let host = try await World.host("r1", server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            await viewer.client.cut()
            try await World.gift("g0", in: "r1", from: host)
            let login = World.login("viewer", session: viewer.session, [viewer.place.withoutRing])
            storage.holdReads(1)
            let old = try await RawClient.open(port: server.port)
            try await old.send(login)
            await storage.waitUntilReading()
            // Its reading overtakes that of the connection that it replaces.
            let new = try await RawClient.open(port: server.port)
            let told = try await World.resume(
                "viewer", session: viewer.session, [viewer.place.withoutRing], over: new)
            #expect(told.gifts() == ["g0"])
            storage.releaseReads()
            #expect(await old.closeCode() == 3505)
            for number in 1...20 {
                try await World.gift("g\(number)", in: "r1", from: host)
                try await new.send(#"{"id":9,"op":"session.ping"}"#)
                var gifts: [String] = []
                while let frame = await new.nextText()?.json, frame["id"] as? Int != 9 { gifts += World.gifts(frame) }
                #expect(gifts == ["g\(number)"])
                guard gifts == ["g\(number)"] else { return }
            }
        }
    }

    @Test func `a login that its own client gave up and that comes late leaves the newer connection alone`()
        async throws
    {
        try await TestServer.run { server async throws in
            let host = try await World.host("r1", server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            await viewer.client.cut()
            let places = [viewer.place]
            let (late, new) = (try await RawClient.open(port: server.port), try await RawClient.open(port: server.port))
            try await new.send(World.login("viewer", session: viewer.session, places, attempt: 2))
            #expect(try await new.reply(to: 1)["ok"] != nil)
            try await late.send(World.login("viewer", session: viewer.session, places, attempt: 1))
            #expect(await late.closeCode() == 3505)
            try await World.gift("g1", in: "r1", from: host)
            #expect(World.gifts(try await new.event("gift.received")) == ["g1"])
        }
    }

    @Test func `who was away while a live ended and began again is told the rest of the start that they were in`()
        async throws
    {
        try await TestServer.run { server async throws in
            let host = try await World.host("r1", server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            await viewer.client.cut()
            try await World.gift("g1", in: "r1", from: host)
            try await World.ask(host, "room.end", "r1")
            try await World.start("r1", host)
            try await World.gift("g2", in: "r1", from: host)
            let told = try await World.resume("viewer", session: viewer.session, [viewer.place], server)
            #expect(told.names == ["gift.received", "room.ended"])
            #expect(told.gifts() == ["g1"])
            #expect(try told.code(of: "r1") == 100_004)
            // The new start is entered like any other live.
            let stranger = try await World.resume("stranger", [viewer.place], server)
            #expect(stranger.names == [])
            #expect(try stranger.code(of: "r1") == 100_004)
        }
    }

    @Test func `orders that were kept in silence are told to the last one, however many they are`() async throws {
        var limits = Limits()
        limits.storedEventsPageMax = 10
        let count = 45
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(limits: limits, storage: storage, eventLoops: 1) { server async throws in
            let host = try await World.host("r1", server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            storage.script(.hold, .failAfter)
            for number in 0...count {
                try await host.send(
                    #"{"id":7,"op":"gift.send","room":"r1","data":{"orderID":"g\#(number)","giftID":"rose"}}"#)
            }
            await storage.waitUntilHeld()
            try await host.send(#"{"id":8,"op":"session.ping"}"#)
            _ = try await host.reply(to: 8)
            storage.release()
            var told: [String] = []
            while told.count <= count { told += World.gifts(try await viewer.client.event("gift.received")) }
            #expect(told == (0...count).map { "g\($0)" })
        }
    }

    @Test func `who comes back is told nothing that the others in the live have not been told yet`() async throws {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage) { server async throws in
            let host = try await World.host("r1", server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            await viewer.client.cut()
            try await World.gift("g1", in: "r1", from: host)
            // The second gift is kept, the storage says that it is not, and the live has not read yet that it is.
            storage.holdReads(1)
            storage.script(.failAfter)
            try await host.send(
                #"{"id":7,"op":"gift.send","room":"r1","data":{"orderID":"g2","giftID":"rose"}}"#)
            await storage.failed(1)
            await storage.waitUntilReading()
            let told = try await World.resume("viewer", [viewer.place.withoutRing], server)
            #expect(told.gifts() == ["g1"])
            storage.releaseReads()
        }
    }

    @Test func `a page of the audience behind its end is refused`() async throws {
        try await TestServer.run { server async throws in
            let host = try await World.host("r1", server)
            for user in ["a", "b", "c"] { _ = try await World.enter("r1", as: user, server) }
            func page(_ cursor: String) async throws -> [String: Any] {
                try await host.send(#"{"id":60,"op":"audience.list","room":"r1","data":{"cursor":"\#(cursor)"}}"#)
                return try await host.reply(to: 60)
            }
            for cursor in ["0", "1", "2", "3"] {
                let audience = (try await page(cursor)["ok"] as? [String: Any])?["audience"] as? [[String: Any]]
                #expect(audience?.count == 3 - (Int(cursor) ?? 0))
            }
            for cursor in ["4", "50000", "\(Int.max)"] {
                #expect((try await page(cursor)["error"] as? [String: Any])?["code"] as? Int == 110_040)
            }
        }
    }
}
