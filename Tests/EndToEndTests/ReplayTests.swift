import Foundation
import OvationModel
import OvationRules
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Synchronization
import Testing

/// A returning client gets the events it missed, and a client that was never inside gets none.
@Suite(.timeLimit(.minutes(5)))
struct ReplayTests {
    private typealias World = ReplayWorld

    private static let live: LiveID = Samples.id("r1")

    @Test(arguments: [false, true])
    func `a user who was never in a live gets none of its events`(isOver: Bool) async throws {
        try await TestServer.run { server async throws in
            let host = try await Robot.host(server)
            // The stranger knows as much about the live as a member does.
            let place = try await World.enter("r1", as: "viewer", server).place
            for order in ["g1", "g2"] { try await World.give(order, by: host) }
            if isOver { try await host.ask(.end) }
            for place in [place, place.withoutRing, place.withoutRing.at(durable: 0)] {
                let told = try await World.resume("stranger-\(place.epoch)-\(place.durable)", [place], server)
                #expect(told.gifts() == [])
                if isOver {
                    #expect(try told.code(of: Self.live) == 100_004)
                    #expect(told.names == [])
                } else {
                    #expect(try told.room(Self.live).joined)
                    #expect(try !told.room(Self.live).recovered)
                    #expect(told.names.contains("room.snapshot"))
                }
            }
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `a banned user gets the events up to the ban and nothing after it`(isOver: Bool, wasAway: Bool) async throws {
        try await TestServer.run { server async throws in
            let host = try await Robot.host(server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            if wasAway { await viewer.robot.cut() }
            try await World.give("g1", by: host)
            try await host.ask(.ban("viewer"))
            for order in ["g2", "g3"] { try await World.give(order, by: host) }
            if isOver { try await host.ask(.end) }
            let told = try await World.resume("viewer", session: viewer.session, [viewer.place], server)
            #expect(told.gifts() == ["g1"])
            #expect(told.names == ["gift.received", "audience.banned"])
            #expect(try !told.room(Self.live).joined)
            // A viewer who has already seen the ban gets nothing.
            let ban = try #require(told.durable(of: Self.live))
            for durable in [ban, ban + 1] {
                let again = try await World.resume("viewer", [viewer.place.withoutRing.at(durable: durable)], server)
                #expect(again.names == [])
                #expect(try !again.room(Self.live).joined)
            }
        }
    }

    @Test func `after a restart of the server members get the events they missed, and nobody else does`() async throws {
        let storage = try TestServer.emptyStorage()
        let places = Mutex<[SessionOpen.Position]>([])
        try await TestServer.run(storage: storage) { server async throws in
            let host = try await Robot.host(server)
            try await World.give("g0", by: host)
            let viewer = try await World.enter("r1", as: "viewer", server)
            let banned = try await World.enter("r1", as: "banned", server)
            for visitor in [viewer, banned] { await visitor.robot.cut() }
            try await World.give("g1", by: host)
            try await host.ask(.ban("banned"))
            try await World.give("g2", by: host)
            places.withLock { $0 = [viewer.place] }
        }
        try await TestServer.run(storage: storage) { server async throws in
            let kept = places.withLock { $0 }
            let place = try #require(kept.first)
            #expect(try await World.resume("viewer", [place], server).gifts() == ["g1", "g2"])
            #expect(try await World.resume("viewer", [place.at(durable: 0)], server).gifts() == ["g1", "g2"])
            #expect(try await World.resume("banned", [place], server).gifts() == ["g1"])
            #expect(try await World.resume("stranger", [place], server).gifts() == [])
        }
    }

    @Test(arguments: [false, true])
    func `a member gets no events from before their entry`(hasRing: Bool) async throws {
        try await TestServer.run { server async throws in
            let host = try await Robot.host(server)
            let early = try await World.enter("r1", as: "early", server).place
            try await World.give("g1", by: host)
            let late = try await World.enter("r1", as: "late", server)
            await late.robot.cut()
            try await World.give("g2", by: host)
            let place = hasRing ? early : early.withoutRing
            #expect(try await World.resume("late", session: late.session, [place], server).gifts() == ["g2"])
        }
    }

    @Test func `a viewer whose client missed the leave and the new entry gets everything since its last event`()
        async throws
    {
        try await TestServer.run { server async throws in
            let host = try await Robot.host(server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            try await World.give("g1", by: host)
            try await viewer.robot.ask(.leave)
            _ = try await World.place(in: "r1", viewer.robot)
            await viewer.robot.cut()
            try await World.give("g2", by: host)
            for place in [viewer.place, viewer.place.withoutRing] {
                let told = try await World.resume("viewer", session: viewer.session, [place], server)
                #expect(told.gifts() == ["g1", "g2"])
            }
        }
    }

    @Test func `a viewer who was kicked and entered again gets the events since the new entry`() async throws {
        try await TestServer.run { server async throws in
            let host = try await Robot.host(server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            try await World.give("g1", by: host)
            try await host.ask(.kick("viewer"))
            try await World.give("g2", by: host)
            let again = try await World.place(in: "r1", viewer.robot)
            await viewer.robot.cut()
            try await World.give("g3", by: host)
            for place in [viewer.place, again] {
                let told = try await World.resume("viewer", [place.withoutRing], server)
                #expect(told.gifts() == ["g3"])
                #expect(try told.room(Self.live).joined)
            }
        }
    }

    @Test(arguments: [false, true])
    func `one login gets a limited amount for all its lives together, and several logins get all of it`(hasRing: Bool)
        async throws
    {
        var limits = Limits()
        limits.replayBytesMax = 2_000
        let lives = ["r1", "r2", "r3"]
        try await TestServer.run(limits: limits) { server async throws in
            let host = try await Robot.host(server)
            for live in lives.dropFirst() { try await host.ask(.create(live)) }
            let viewer = try await Robot.connect(server)
            let session = try await viewer.ask(.open("viewer")).session
            var places: [SessionOpen.Position] = []
            for live in lives { places.append(try await World.place(in: live, viewer)) }
            if !hasRing { places = places.map(\.withoutRing) }
            await viewer.cut()
            for number in 1...8 {
                for live in lives { try await World.give("\(live)-\(number)", by: host, in: live) }
            }
            var orders: [String: [String]] = [:]
            var logins = 0
            while orders.values.reduce(0, { $0 + $1.count }) < 24, logins < 30 {
                logins += 1
                let told = try await World.resume("viewer", session: session, places, server)
                let gifts = told.frames.filter { $0.heard(.gift) != nil }
                // The last gift may exceed the bound; no gift follows it.
                #expect(gifts.dropLast().reduce(0) { $0 + $1.bytes } < 2_000, "login \(logins)")
                for (index, place) in places.enumerated() {
                    orders[place.room.rawValue, default: []] += told.gifts(of: place.room)
                    places[index] = place.at(durable: told.durable(of: place.room) ?? place.durable)
                }
            }
            #expect(logins > 2)
            for live in lives { #expect(orders[live] == (1...8).map { "\(live)-\($0)" }) }
        }
    }

    @Test func `a late replay for a replaced connection does not take the new connection out of the live`() async throws
    {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage, eventLoops: 1) { server async throws in
            let host = try await Robot.host(server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            await viewer.robot.cut()
            try await World.give("g0", by: host)
            let resume = SessionOpen.Resume(session: viewer.session, rooms: [viewer.place.withoutRing])
            storage.holdReads(1, of: .events)
            let old = try await Robot.connect(server)
            try await old.send(.open("viewer", resuming: resume))
            await storage.waitUntilReading()
            // The new connection's replay is read before the old one's.
            let new = try await Robot.connect(server)
            let told = try await World.resume(
                "viewer", session: viewer.session, [viewer.place.withoutRing], over: new)
            #expect(told.gifts() == ["g0"])
            storage.releaseReads()
            #expect(await old.raw.closeCode() == 3505)
            for number in 1...20 {
                try await World.give("g\(number)", by: host)
                let ping = try await new.send(.ping)
                var gifts: [String] = []
                while let frame = try await new.next(), frame.repliesTo != ping.id {
                    gifts += frame.heard(.gift).map(World.orders) ?? []
                }
                #expect(gifts == ["g\(number)"])
                guard gifts == ["g\(number)"] else { return }
            }
        }
    }

    @Test func `a late login that its client has given up on leaves the newer connection alone`()
        async throws
    {
        try await TestServer.run { server async throws in
            let host = try await Robot.host(server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            await viewer.robot.cut()
            func login(attempt: Int64) -> Wish<SessionOpened> {
                .open(
                    "viewer",
                    resuming: SessionOpen.Resume(session: viewer.session, rooms: [viewer.place], attempt: attempt))
            }
            let (late, new) = (try await Robot.connect(server), try await Robot.connect(server))
            try await new.ask(login(attempt: 2))
            try await late.send(login(attempt: 1))
            #expect(await late.raw.closeCode() == 3505)
            try await World.give("g1", by: host)
            #expect(World.orders(try await new.hear(.gift)) == ["g1"])
        }
    }

    @Test func `a viewer who was away while a live ended and began again gets the rest of the earlier one only`()
        async throws
    {
        try await TestServer.run { server async throws in
            let host = try await Robot.host(server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            await viewer.robot.cut()
            try await World.give("g1", by: host)
            try await host.ask(.end)
            try await host.ask(.create("r1"))
            try await World.give("g2", by: host)
            let told = try await World.resume("viewer", session: viewer.session, [viewer.place], server)
            #expect(told.names == ["gift.received", "room.ended"])
            #expect(told.gifts() == ["g1"])
            #expect(try told.code(of: Self.live) == 100_004)
            // A resume does not enter the new live.
            let stranger = try await World.resume("stranger", [viewer.place], server)
            #expect(stranger.names == [])
            #expect(try stranger.code(of: Self.live) == 100_004)
        }
    }

    @Test func `all orders that were stored despite a reported failure are shown, however many there are`() async throws
    {
        var limits = Limits()
        limits.storedEventsPageMax = 10
        let count = 45
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(limits: limits, storage: storage, eventLoops: 1) { server async throws in
            let host = try await Robot.host(server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            storage.script(.hold, .failAfter)
            for number in 0...count { try await host.send(.give("g\(number)")) }
            await storage.waitUntilHeld()
            try await host.ask(.ping)
            storage.release()
            var told: [String] = []
            while told.count <= count { told += World.orders(try await viewer.robot.hear(.gift)) }
            #expect(told == (0...count).map { "g\($0)" })
        }
    }

    @Test func `a returning viewer gets no event that the others in the live have not seen`() async throws {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage) { server async throws in
            let host = try await Robot.host(server)
            let viewer = try await World.enter("r1", as: "viewer", server)
            await viewer.robot.cut()
            try await World.give("g1", by: host)
            // The second gift is stored, the storage reports a failure, and the live has not read it yet.
            storage.holdReads(1, of: .events)
            storage.script(.failAfter)
            try await host.send(.give("g2"))
            await storage.failed(1)
            await storage.waitUntilReading()
            let told = try await World.resume("viewer", [viewer.place.withoutRing], server)
            #expect(told.gifts() == ["g1"])
            storage.releaseReads()
        }
    }

    @Test func `a viewer who came back after a lifted ban gets what they missed, although the storage was slower`()
        async throws
    {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        let visitor = Mutex<World.Visitor?>(nil)
        try await TestServer.run(storage: storage) { server async throws in
            _ = try await Robot.host(server)
            let entered = try await World.enter("r1", as: "viewer", server)
            visitor.withLock { $0 = entered }
        }
        // After a restart, nobody is in the live, and the visit is stored.
        try await TestServer.run(storage: storage) { server async throws in
            let viewer = try #require(visitor.withLock { $0 })
            let host = try await Robot.logIn("host", server)
            try await host.ask(.join)
            storage.script(.hold)
            try await host.send(.ban("viewer"))
            await storage.waitUntilHeld()
            try await host.send(.ban("viewer", false))
            try await host.ask(.ping)
            let robot = try await Robot.connect(server)
            async let back = World.resume("viewer", session: viewer.session, [viewer.place], over: robot)
            // The viewer is in, and the ban is not stored yet.
            _ = try await host.hear(.joined)
            storage.release()
            let joined = try #require(try await back.room(viewer.place.room).membership)
            await robot.cut()
            try await World.give("g1", by: host)
            try await host.ask(.end)
            let place = SessionOpen.Position(
                room: joined.liveID, epoch: joined.epoch, seq: joined.seq, durable: joined.durable,
                sessionID: joined.sessionID)
            let told = try await World.resume("viewer", [place], server)
            #expect(told.gifts() == ["g1"])
            #expect(told.names.last == "room.ended")
        }
    }

    @Test func `a viewer who entered after a lifted ban gets what they missed, although the storage was slower`()
        async throws
    {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        let visitor = Mutex<World.Visitor?>(nil)
        try await TestServer.run(storage: storage) { server async throws in
            let host = try await Robot.host(server)
            let viewer = try await Robot.connect(server)
            let session = try await viewer.ask(.open("viewer")).session
            try await World.give("g0", by: host)
            storage.script(.hold)
            try await host.send(.ban("viewer"))
            await storage.waitUntilHeld()
            try await host.send(.ban("viewer", false))
            // The live answers this after it has lifted the ban.
            _ = try await host.ask(.info)
            async let place = World.place(in: "r1", viewer)
            // The viewer is in, and the ban is not stored yet.
            _ = try await host.hear(.joined)
            storage.release()
            let known = World.Visitor(robot: viewer, session: session, place: try await place)
            visitor.withLock { $0 = known }
            await viewer.cut()
            try await World.give("g1", by: host)
        }
        try await TestServer.run(storage: storage) { server async throws in
            let viewer = try #require(visitor.withLock { $0 })
            let told = try await World.resume("viewer", session: viewer.session, [viewer.place.withoutRing], server)
            #expect(told.gifts() == ["g1"])
        }
    }

    @Test func `a page of the audience beyond its end is refused`() async throws {
        try await TestServer.run { server async throws in
            let host = try await Robot.host(server)
            for user in ["a", "b", "c"] { _ = try await World.enter("r1", as: user, server) }
            for cursor in 0...3 {
                #expect(try await host.ask(.audience(cursor: "\(cursor)")).audience.count == 3 - cursor)
            }
            for cursor in ["4", "50000", "\(Int.max)"] {
                #expect(try await host.code(.audience(cursor: cursor)) == 110_040)
            }
        }
    }
}
