public import OvationModel
import OvationRules
public import OvationStorage

/// A storage that several nodes share, for ``ClusterContract``.
public protocol ClusterUnderTest: Sendable {
    /// Has a node join, which then renews its lease by itself.
    ///
    /// - Throws: `StorageError` if another node has the name.
    func join(_ name: String) async throws -> any NodeUnderTest
}

/// A node that has joined.
public protocol NodeUnderTest: Sendable {
    /// What it keeps things in.
    var storage: any Storage { get }

    /// Renews its lease. Returns false if it is gone.
    func renew() async -> Bool

    /// Ends it like `kill -9`: its sessions are over, and nobody tells the others.
    func die() async

    /// Stops it like `SIGSTOP`: its sessions are there, and nothing renews its lease, which is out at once.
    func freeze() async throws

    /// Has it leave in order.
    func leave() async throws
}

extension NodeUnderTest {
    /// The part of the storage that it shares.
    ///
    /// - Throws: ``ContractViolation`` if it shares none.
    public var cluster: any ClusterStorage {
        get throws {
            guard let cluster = storage.cluster else {
                throw ContractViolation(description: "a node that joined shares nothing")
            }
            return cluster
        }
    }

    /// Claims lives until there are none, or until it has some.
    ///
    /// A frozen node is fenced with the second look, because its sessions are ended with the first.
    public func claim(limit: Int = 200, looks: Int = 2) async throws -> [LiveID] {
        for _ in 1..<looks {
            let claimed = try await cluster.claimRooms(limit: limit)
            if !claimed.isEmpty { return claimed.map(\.record.info.liveID) }
        }
        return try await cluster.claimRooms(limit: limit).map(\.record.info.liveID)
    }
}

/// The promises of every storage that several nodes share, as clauses; see ``StorageContract``.
public enum ClusterContract {
    /// One promise.
    public struct Clause: Sendable, CustomStringConvertible {
        /// The promise as a sentence.
        public let description: String
        private let body: @Sendable (any ClusterUnderTest) async throws -> Void

        init(_ sentence: String, body: @escaping @Sendable (any ClusterUnderTest) async throws -> Void) {
            description = sentence
            self.body = body
        }

        /// Checks the promise on an empty storage, whose nodes may be gone afterwards.
        public func check(_ cluster: any ClusterUnderTest) async throws { try await body(cluster) }
    }

    /// Every promise.
    public static let clauses: [Clause] = joining + homes + fences + claims + orders + billing

    static let a: LiveID = Samples.id("a")
    private static let b: LiveID = Samples.id("b")

    /// Begins lives, and returns where the numbers of their events begin.
    @discardableResult
    static func begin(_ lives: String..., on node: any NodeUnderTest) async throws -> [Int64] {
        let outcomes = try await node.storage.commit(lives.map { .createRoom(Samples.room($0)) })
        let bases = outcomes.compactMap { if case .started(let base) = $0 { base } else { nil } }
        try expect(bases.count, is: lives.count, "\(outcomes)")
        return bases
    }

    /// A change of a live, with an event.
    private static func change(_ live: String) -> StorageWrite {
        .changeRoom(Samples.id("\(live)-1"), [.admin(Samples.alice.userID, true)], [Samples.draft("admin.set")])
    }

    private static let joining: [Clause] = [
        Clause("nodes get slots of their own, and are listed") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            let nodes = try await one.cluster.nodes()
            try expect(nodes.map(\.name), is: ["one", "two"])
            try expect(nodes.map(\.seat), is: [try one.cluster.seat, try two.cluster.seat])
            try expect(nodes.map(\.state), is: [.serving, .serving])
            try expect(Set(nodes.map(\.seat.slot)).count, is: 2)
        },
        Clause("a second node of a name is refused while the first lives") { cluster in
            let one = try await cluster.join("one")
            try await expectStorageError("a second node of the name") { _ = try await cluster.join("one") }
            try expect(await one.renew(), "the first goes on")
        },
        Clause("a node that begins again gets its slot, a higher incarnation, and none of its lives at once") {
            cluster in
            let one = try await cluster.join("one")
            let before = try one.cluster.seat
            try await begin("a", on: one)
            await one.die()
            let again = try await cluster.join("one")
            let after = try again.cluster.seat
            try expect(after.slot == before.slot && after.incarnation > before.incarnation, "\(before) then \(after)")
            try expect(try await again.storage.openStart(of: a)?.home, is: .nobody)
            try expect(try await again.storage.openRooms(), is: [])
            try expect(try await again.claim(), is: [a])
            try expect(try await again.storage.openRooms().map(\.info.liveID), is: [a])
        },
        Clause("a node that leaves is gone, and its slot and its lives are free") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            try await one.leave()
            try expect(try await two.cluster.nodes().first?.state, is: .gone)
            try expect(try await two.claim(looks: 1), is: [a])
            let three = try await cluster.join("three")
            try expect(try three.cluster.seat.slot, is: try one.cluster.seat.slot)
            try expect(try three.cluster.seat.incarnation > one.cluster.seat.incarnation, "incarnations rise")
        },
    ]

    private static let homes: [Clause] = [
        Clause("the home of a live is the node that began it") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            let home = try await two.cluster.home(of: a)
            try expect(
                home, is: LiveHome(sessionID: Samples.id("a-1"), node: try one.cluster.seat, epoch: home?.epoch ?? 0))
            try expect(try await one.storage.openStart(of: a)?.home, is: .here)
            try expect(try await two.storage.openStart(of: a)?.home, is: .node(try one.cluster.seat.slot))
            try expect(try await two.cluster.home(of: b), is: nil)
            try expect(try await one.storage.openRooms().count, is: 1)
            try expect(try await two.storage.openRooms(), is: [], "a node's open lives are those that it runs")
        },
        Clause("a live that is on at another node is taken") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            let start = try await two.storage.openStart(of: a)
            let outcome = try await two.storage.commit([.createRoom(Samples.room("a", session: "second"))])
            try expect(outcome, is: start.map { [.taken($0)] } ?? [])
        },
        Clause("only the home writes for a live, and what else is in the batch is kept") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            try await begin("b", on: two)
            let visit = Visit(Samples.bob.userID, since: 0)
            let outcomes = try await two.storage.commit([
                change("a"), change("b"), .end(Samples.id("a-1")), .counters(Samples.id("a-1"), RoomStatistics()),
                .visits(Samples.id("a-1"), [visit], forgettingBefore: Samples.time),
                .callbacksOfLastWrite([]),
            ])
            try expect(Array(outcomes.prefix(5)), is: [.moved, .event(durable: 1), .moved, .moved, .moved])
            try expect(try await one.storage.lastRoom(a)?.admins, is: [])
            try expect(try await one.storage.lastRoom(a)?.endedAt, is: nil)
            try expect(
                try await one.storage.visit(of: Samples.bob.userID, in: Samples.id("a-1"), of: a), is: nil)
            try expect(try await one.storage.commit([change("a")]), is: [.event(durable: 1)])
        },
        Clause("a live that has ended has no home, and an end that is repeated is answered by any node") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            try expect(try await one.storage.commit([.end(Samples.id("a-1"))]), is: [.event(durable: 1)])
            try expect(try await two.cluster.home(of: a), is: nil)
            try expect(try await two.storage.commit([.end(Samples.id("a-1"))]), is: [.event(durable: 1)])
            try expect(try await two.claim(), is: [])
        },
        Clause("a live that was given back is its old home's no more, until a node claims it") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", "b", on: one)
            let epoch = try await one.cluster.home(of: a)?.epoch ?? 0
            try await one.cluster.release([Samples.id("a-1")])
            try expect(try await two.cluster.home(of: a)?.node, is: nil)
            try expect(try await two.storage.openStart(of: a)?.home, is: .nobody)
            try expect(try await one.storage.commit([change("a"), change("b")]), is: [.moved, .event(durable: 1)])
            try await two.cluster.release([Samples.id("b-1")])
            try expect(try await one.cluster.home(of: b)?.node, is: try one.cluster.seat, "only the home gives it back")
            try expect(try await two.claim(looks: 1), is: [a])
            try expect(try await two.storage.commit([change("a")]), is: [.event(durable: 1)])
            try expect(try await one.cluster.home(of: a)?.epoch ?? 0 > epoch, "epochs rise")
        },
        Clause("what an old home still had on its way is refused when it has claimed the live again") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            try await one.cluster.release([Samples.id("a-1")])
            try expect(try await two.claim(looks: 1), is: [a])
            try await two.cluster.release([Samples.id("a-1")])
            try expect(try await one.claim(looks: 1), is: [a])
            try expect(try await two.storage.commit([change("a")]), is: [.moved])
            try expect(try await one.storage.commit([change("a")]), is: [.event(durable: 1)])
        },
    ]

    private static let fences: [Clause] = [
        Clause("the lives of a node that lives are left alone") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            try expect(await one.renew(), "the lease is renewed")
            try expect(try await two.claim(), is: [])
            try expect(try await one.storage.commit([change("a")]), is: [.event(durable: 1)])
        },
        Clause("the lives of a node that died are claimed, and go on where they were") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            let bases = try await begin("a", "b", on: one)
            _ = try await one.storage.commit([change("a")])
            await one.die()
            let claimed = try await two.cluster.claimRooms(limit: 200)
            try expect(claimed.map(\.record.info.liveID), is: [a, b])
            try expect(claimed.map(\.record.durable), is: [1, 0])
            let isAbove = zip(claimed, bases).allSatisfy { $0.seqBase > $1 }
            try expect(isAbove, "numbers of events never come again: \(bases), then \(claimed.map(\.seqBase))")
            try expect(try await two.cluster.nodes().first?.state, is: .gone)
            try expect(try await two.storage.commit([change("a")]), is: [.event(durable: 2)])
            try expect(try await two.cluster.home(of: a)?.node, is: try two.cluster.seat)
        },
        Clause("a node whose lease was late is gone: what it commits is refused whole, and it learns why") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            try await one.freeze()
            try expect(try await two.claim(), is: [a])
            // It wakes, and goes on where it was.
            try await expectStorageError("a commit of a node that is gone") {
                _ = try await one.storage.commit([
                    change("a"), .credit(Samples.alice, 5, "c"), .createRoom(Samples.room("b")),
                ])
            }
            try await expectStorageError("a node that is gone") { try await one.storage.secure() }
            try await expectStorageError("a claim of a node that is gone") {
                _ = try await one.cluster.claimRooms(limit: 9)
            }
            try expect(await one.renew(), is: false)
            try expect(try await two.storage.balance(of: .user(Samples.alice.userID)), is: nil)
            try expect(try await two.storage.lastRoom(a)?.admins, is: [])
            try expect(try await two.cluster.home(of: b), is: nil)
            try await two.storage.secure()
        },
    ]

    private static let claims: [Clause] = [
        Clause("lives are claimed so many at a time, and each by one node") { cluster in
            let (one, two, three) = (
                try await cluster.join("one"), try await cluster.join("two"), try await cluster.join("three")
            )
            let lives = (1...7).map { "live\($0)" }
            _ = try await one.storage.commit(lives.map { .createRoom(Samples.room($0)) })
            try await one.leave()
            async let first = two.cluster.claimRooms(limit: 3)
            async let second = three.cluster.claimRooms(limit: 3)
            let (seconds, thirds) = (
                try await first.map(\.record.info.liveID), try await second.map(\.record.info.liveID)
            )
            try expect(seconds.count == 3 && thirds.count == 3, "\(seconds) and \(thirds)")
            let last = try await two.claim(limit: 3, looks: 1)
            try expect(last.count, is: 1)
            try expect(Set(seconds + thirds + last), is: Set(lives.map { Samples.id($0) }))
            try expect(try await three.claim(limit: 3), is: [])
            try expect(try await two.storage.openRooms().count, is: 4)
        },
        Clause("a claim of none claims none") { cluster in
            let one = try await cluster.join("one")
            try await begin("a", on: one)
            try await one.cluster.release([Samples.id("a-1")])
            try expect(try await one.claim(limit: 0), is: [])
            try expect(try await one.claim(), is: [a])
        },
    ]

    private static let orders: [Clause] = [
        Clause("an order with one id in lives of two homes is charged once") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            try await begin("b", on: two)
            _ = try await one.storage.commit([.credit(Samples.alice, 10, "c")])
            async let first = one.storage.commit([.order(Samples.order("o", live: "a"))])
            async let second = two.storage.commit([.order(Samples.order("o", live: "b"))])
            let outcomes = try await first + second
            let charged = outcomes.filter { if case .order(.charged, _) = $0 { true } else { false } }
            try expect(charged.count, is: 1, "\(outcomes)")
            try expect(try await two.storage.balance(of: .user(Samples.alice.userID))?.amount, is: 9)
            try expect(try await one.storage.auditLedger().problems, is: [])
        },
        Clause("nodes write one ledger, which balances after one of them has died") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            try await begin("b", on: two)
            _ = try await one.storage.commit([.credit(Samples.alice, 10, "c")])
            for number in 0..<3 {
                _ = try await one.storage.commit([.order(Samples.order("a\(number)", live: "a"))])
                _ = try await two.storage.commit([.order(Samples.order("b\(number)", live: "b"))])
            }
            await one.die()
            try expect(try await two.claim(), is: [a])
            _ = try await two.storage.commit([.order(Samples.order("last", live: "a"))])
            try expect(try await two.storage.balance(of: .user(Samples.alice.userID))?.amount, is: 3)
            try expect(try await two.storage.auditLedger().problems, is: [])
        },
        Clause("an order for a live that is another's now is not charged") { cluster in
            let (one, two) = (try await cluster.join("one"), try await cluster.join("two"))
            try await begin("a", on: one)
            _ = try await one.storage.commit([.credit(Samples.alice, 10, "c")])
            let order = Samples.order("o", live: "a")
            try expect(try await two.storage.commit([.order(order)]), is: [.moved])
            try expect(try await two.storage.order(order.key), is: nil)
            try expect(try await two.storage.balance(of: .user(Samples.alice.userID))?.amount, is: 10)
            guard case .order(.charged, _)? = try await one.storage.commit([.order(order)]).first else {
                throw ContractViolation(description: "expected that the home charges it")
            }
        },
    ]
}
