import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// The visits of users to lives.
    static let visits: [Clause] = [
        Clause("a user's visit to a start is known from its first entry") { storage in
            let (one, two) = (Samples.info("one").sessionID, Samples.info("two").sessionID)
            let (alice, bob) = (Samples.alice.userID, Samples.bob.userID)
            _ = try await storage.commit([
                .createRoom(Samples.room("one")), .createRoom(Samples.room("two")),
                .changeRoom(one, [], [Samples.draft("e1")]), .visits([Visit(alice, since: 1)], of: one),
            ])
            let outcomes = try await storage.commit([
                .changeRoom(one, [], [Samples.draft("e2")]),
                .visits([Visit(alice, since: 2), Visit(bob, since: 2)], of: one),
            ])
            try expect(outcomes.last, is: .kept)
            try expect(try await storage.visit(of: alice, in: one, of: Samples.id("one")), is: PastVisit(since: 1))
            try expect(try await storage.visit(of: bob, in: one, of: Samples.id("one")), is: PastVisit(since: 2))
            try expect(try await storage.visit(of: Samples.host.userID, in: one, of: Samples.id("one")), is: nil)
            try expect(try await storage.visit(of: alice, in: two, of: Samples.id("two")), is: nil)
            try expect(try await storage.visit(of: alice, in: one, of: Samples.id("two")), is: nil)
            _ = try await storage.commit(one: .end(one))
            try expect(try await storage.visit(of: alice, in: one, of: Samples.id("one")), is: PastVisit(since: 1))
        },
        Clause("a visit ends with the next removal, and another begins with the next entry") { storage in
            let session = Samples.info().sessionID
            let (alice, bob) = (Samples.alice.userID, Samples.bob.userID)
            func visit(_ user: UserID) async throws -> PastVisit? {
                try await storage.visit(of: user, in: session, of: Samples.id("live"))
            }
            _ = try await storage.commit([
                .createRoom(Samples.room()), .visits([Visit(alice, since: 0), Visit(bob, since: 0)], of: session),
                .changeRoom(session, [], [Samples.draft("audience.muted", about: alice)]),
                .changeRoom(session, [], [Samples.draft("audience.kicked", about: alice)]),
                .changeRoom(session, [], [Samples.draft("audience.banned")]),
                .changeRoom(session, [], [Samples.draft("audience.banned", about: alice)]),
            ])
            try expect(try await visit(alice), is: PastVisit(since: 0, removedAt: 2))
            try expect(try await visit(bob), is: PastVisit(since: 0))
            // Alice entered after the stored removals, although the room knew only of the first event by then.
            _ = try await storage.commit(one: .visits([Visit(alice, since: 1)], of: session))
            try expect(try await visit(alice), is: PastVisit(since: 4))
            _ = try await storage.commit(one: .visits([Visit(alice, since: 3)], of: session))
            try expect(try await visit(alice), is: PastVisit(since: 4))
            _ = try await storage.commit([
                .changeRoom(session, [], [Samples.draft("e")]),
                .changeRoom(session, [], [Samples.draft("audience.kicked", about: alice)]),
            ])
            try expect(try await visit(alice), is: PastVisit(since: 4, removedAt: 6))
        },
        Clause("a first visit begins after the ban that was lifted before it") { storage in
            let session = Samples.info().sessionID
            let bob = Samples.bob.userID
            _ = try await storage.commit([
                .createRoom(Samples.room()),
                .changeRoom(session, [], [Samples.draft("e"), Samples.draft("audience.banned", about: bob)]),
                .changeRoom(session, [], [Samples.draft("audience.banned")]),
                .visits([Visit(bob, since: 0)], of: session),
            ])
            let visit = try await storage.visit(of: bob, in: session, of: Samples.id("live"))
            try expect(visit, is: PastVisit(since: 2))
        },
        Clause("a visit to an unknown start does not fail its batch") { storage in
            let session = Samples.info().sessionID
            let outcomes = try await storage.commit([
                .createRoom(Samples.room()), .visits([Visit(Samples.bob.userID, since: 0)], of: Samples.id("none")),
                .visits([], of: session), .changeRoom(session, [], [Samples.draft("e")]),
            ])
            try expect(outcomes.map(\.withoutBase), is: [.kept, .kept, .kept, .event(durable: 1)])
        },
        Clause("visits to starts that ended long ago are forgotten, and others are kept") { storage in
            let lives = ["old", "young", "open"]
            let user = Samples.alice.userID
            for live in lives {
                let session = Samples.info(live).sessionID
                _ = try await storage.commit([
                    .createRoom(Samples.room(live)), .visits([Visit(user, since: 0)], of: session),
                ])
            }
            for (live, seconds) in [("old", Int64(10)), ("young", 20)] {
                let end = StorageWrite.endRoom(
                    Samples.info(live).sessionID, at: Samples.time.adding(seconds: seconds), reason: .endedByHost,
                    RoomStatistics(), Samples.draft("room.ended"))
                _ = try await storage.commit(one: end)
            }
            _ = try await storage.commit(
                one: .visits(
                    Samples.info("open").sessionID, [Visit(Samples.bob.userID, since: 0)],
                    forgettingBefore: Samples.time.adding(seconds: 20)))
            let kept = try await lives.asyncMap {
                try await storage.visit(of: user, in: Samples.info($0).sessionID, of: Samples.id($0)) != nil
            }
            try expect(kept, is: [false, true, true])
        },
    ]
}

extension StorageWrite {
    /// Visits that cause no others to be forgotten.
    fileprivate static func visits(_ visits: [Visit], of session: LiveSessionID) -> StorageWrite {
        .visits(session, visits, forgettingBefore: Timestamp(milliseconds: 0))
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
