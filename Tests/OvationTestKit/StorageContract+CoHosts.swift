import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// What lives have to do with others, and the links and battles between them.
    static let coHosts: [Clause] = [
        Clause("a live keeps what it has to do with others, and the last record counts") { storage in
            var record = Samples.room()
            _ = try await storage.commit([
                .createRoom(record), .createRoom(Samples.room("other")),
                .changeRoom(record.info.sessionID, [.coHosts(member(1)), .coHosts(member(2))], []),
            ])
            record.coHosts = member(2)
            try expect(try await storage.openRooms().first, is: record)
            try expect(try await storage.openRooms().last?.coHosts, is: CoHostRecord(), "another live has its own")
            _ = try await storage.commit(one: .changeRoom(record.info.sessionID, [.coHosts(CoHostRecord())], []))
            try expect(try await storage.openRooms().first?.coHosts, is: CoHostRecord())
        },
        Clause("the coins of a battle are those of the orders between its beginning and its end in the ledger") {
            storage in
            let session = Samples.room().info.sessionID
            func order(_ id: String, _ gift: Gift) -> StorageWrite { .order(Samples.order(id, gift)) }
            _ = try await storage.commit([
                .createRoom(Samples.room()), .credit(Samples.alice, 5_000, "c"), order("before", Samples.rocket),
                .changeRoom(session, [.coHosts(fighter(isClosed: false))], []), order("first", Samples.cake),
            ])
            _ = try await storage.commit([
                order("second", Samples.rose), .changeRoom(session, [.coHosts(fighter(isClosed: true))], []),
                order("after", Samples.rocket),
                // Whatever a live believes that was crashed: what the storage counted stands.
                .changeRoom(session, [.coHosts(fighter(isClosed: true))], []),
            ])
            let side = try await storage.openRooms().first?.coHosts.side
            try expect(side?.coinsBefore, is: 1_000)
            try expect(side?.coinsInAll, is: 100)
        },
        Clause("an ended live has nothing to do with others") { storage in
            var record = Samples.room(session: "s1")
            record.coHosts = member(1)
            _ = try await storage.commit(one: .createRoom(record))
            try expect(try await storage.openRooms(), is: [record])
            _ = try await storage.commit(one: .end(record.info.sessionID))
            try expect(try await storage.lastRoom(record.info.liveID)?.coHosts, is: CoHostRecord())
        },
        Clause("links and battles are kept by themselves, and forgotten") { storage in
            let (link, battle) = (
                CoHostCourse.link(course("l1")), CoHostCourse.battle(BattleCourse(fight, ticket: ticket))
            )
            _ = try await storage.commit([
                .coHostCourse(id: link.id, link), .coHostCourse(id: battle.id, battle),
                .coHostCourse(id: "link/l2", .link(course("l2"))), .coHostCourse(id: "link/l2", nil),
                .coHostCourse(id: "link/l0", nil),
            ])
            try expect(try await storage.coHostCourses(), is: [battle, link])
            let other = CoHostCourse.link(
                CoHostLinkCourse(Samples.id("l1"), founder: CoHostPlace(host: host, ticket: ticket), templateID: 2))
            _ = try await storage.commit(one: .coHostCourse(id: link.id, other))
            try expect(try await storage.coHostCourses(), is: [battle, other])
        },
    ]

    private static let ticket = CoHostTicket(unchecked: "s1-1")
    private static let host = CoHost(liveID: Samples.id("r1"), user: Samples.host)

    private static var fight: Battle {
        Battle(
            battleID: Samples.id("s1-1"), seconds: 60, needsResponse: false, extensionInfo: "é",
            createdAt: Samples.time, deadline: Samples.time, sides: [BattleSide(host: host, state: .taking)])
    }

    private static func course(_ id: String) -> CoHostLinkCourse {
        CoHostLinkCourse(Samples.id(id), founder: CoHostPlace(host: host, ticket: ticket), templateID: 600)
    }

    private static func member(_ version: Int64) -> CoHostRecord {
        var record = CoHostRecord()
        record.tickets = version
        record.membership = CoHostRecord.Membership(
            ticket: ticket,
            link: CoHostLink(linkID: Samples.id("l1"), version: version, templateID: 600, hosts: [host]))
        return record
    }

    private static func fighter(isClosed: Bool) -> CoHostRecord {
        var battle = fight
        battle.phase = .on
        var record = CoHostRecord()
        record.side = CoHostRecord.Side(ticket: ticket, battle: battle, isInviter: true, isKnown: true)
        record.side?.isClosed = isClosed
        return record
    }
}
