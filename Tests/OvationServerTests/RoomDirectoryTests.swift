import Logging
import NIOEmbedded
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationSupport

/// The lives of each owner, the robots of each live, and the last known profile of each user.
@Suite struct RoomDirectoryTests {
    private func makeNode() throws -> Node {
        HostedNode(
            configuration: NodeConfiguration(sdkAppID: 1, secret: "secret"),
            storage: try SQLiteStorage(inMemory: LedgerPolicy()), catalogue: GiftCatalogue(),
            eventLoops: [EmbeddedEventLoop()], clock: .system, ids: .system,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).node
    }

    private func publish(_ live: String, _ node: Node, countsFor owner: UserID? = nil) -> RoomRuntime {
        let room = node.makeRoom(ClaimedRoom(record: Samples.room(live), seqBase: 0))
        node.services.directory.publish(
            room, listing: RoomListing(info: Samples.info(live), audienceCount: 0), countsFor: owner)
        return room
    }

    private func start(of room: RoomRuntime) -> LiveSessionID { Samples.info(room.liveID.rawValue).sessionID }

    @Test func `a user is a robot only in the lives that list them as one`() throws {
        let node = try makeNode()
        let directory = node.services.directory
        let (one, two) = (publish("one", node), publish("two", node))
        let (ann, ben) = (Samples.user("ann").userID, Samples.user("ben").userID)
        directory.note(robots: [ann, ben], in: one.liveID, start(of: one))
        directory.note(robots: [ben], in: two.liveID, start(of: two))
        #expect(directory.rooms(withRobot: ann) == [one.liveID])
        #expect(directory.rooms(withRobot: ben) == [one.liveID, two.liveID])
        #expect(directory.rooms(withRobot: Samples.host.userID) == [])
        directory.note(robots: [ann], in: one.liveID, start(of: one))
        #expect(directory.rooms(withRobot: ben) == [two.liveID])
        directory.remove(two.liveID, start(of: two))
        directory.remove(one.liveID, start(of: one))
        #expect(directory.rooms(withRobot: ben) == [] && directory.rooms(withRobot: ann) == [])
        directory.note(robots: [ann], in: one.liveID, start(of: one))
        #expect(directory.rooms(withRobot: ann) == [], "a live that is gone has no robots")
    }

    @Test func `the list has lives of other nodes, until they are over or run here`() throws {
        let node = try makeNode()
        let directory = node.services.directory
        let own = publish("own", node)
        func names() -> Set<String> {
            Set(directory.page(after: "", count: 9)?.rooms.map(\.info.liveID.rawValue) ?? [])
        }
        func elsewhere(_ live: String, viewers: Int = 0) -> RoomListing {
            RoomListing(info: Samples.info(live), audienceCount: viewers)
        }
        directory.setElsewhere([elsewhere("far", viewers: 3), elsewhere("farther"), elsewhere("own", viewers: 9)])
        #expect(names() == ["own", "far", "farther"])
        let counts =
            directory.page(after: "", count: 9)?.rooms.map { ($0.info.liveID.rawValue, $0.audienceCount) } ?? []
        #expect(
            Dictionary(uniqueKeysWithValues: counts) == ["own": 0, "far": 3, "farther": 0],
            "what runs here is known better")
        #expect(directory.room(Samples.id("far")) == nil && directory.info(of: Samples.id("far")) == nil)
        #expect(directory.count == 1 && directory.audienceCounts == [own.liveID: 0])
        directory.setElsewhere([elsewhere("far", viewers: 5)])
        #expect(names() == ["own", "far"])
        _ = publish("far", node)
        directory.setElsewhere([])
        #expect(names() == ["own", "far"])
    }

    @Test func `a late report from an earlier start of a live changes nothing`() throws {
        let node = try makeNode()
        let directory = node.services.directory
        let one = publish("one", node)
        let (now, earlier) = (start(of: one), LiveSessionID(unchecked: "earlier"))
        var listing = RoomListing(info: Samples.info("one"), audienceCount: 7)
        listing.info.sessionID = earlier
        directory.update(listing)
        directory.note(robots: [Samples.alice.userID], in: one.liveID, earlier)
        directory.remove(one.liveID, earlier)
        #expect(directory.room(one.liveID) === one)
        #expect(directory.viewerCount == 0 && directory.rooms(withRobot: Samples.alice.userID) == [])
        directory.remove(one.liveID, now)
        #expect(directory.room(one.liveID) == nil)
        directory.update(RoomListing(info: Samples.info("one"), audienceCount: 7))
        #expect(directory.viewerCount == 0, "a live that is gone is not listed again")
    }

    @Test func `a user has a limited number of lives, including those that are being created`() throws {
        let node = try makeNode()
        let directory = node.services.directory
        let owner = Samples.host.userID
        func claim(_ live: String, _ owner: UserID? = Samples.host.userID, max: Int? = 2) -> String {
            switch directory.claim(Samples.id(live), countsFor: owner, livesMax: max) {
            case .claimed: "claimed"
            case .exists: "exists"
            case .busy: "busy"
            case .tooMany: "too many"
            }
        }
        #expect(claim("one") == "claimed")
        #expect(claim("one") == "busy")
        let one = publish("one", node, countsFor: owner)
        #expect(claim("one") == "exists")
        #expect(claim("two") == "claimed")
        #expect(claim("three") == "too many")
        #expect(claim("three", nil, max: nil) == "claimed", "a live of the backend counts for no user")
        #expect(claim("four", max: nil) == "claimed")
        directory.abandon(Samples.id("four"))
        directory.abandon(Samples.id("two"))
        directory.abandon(Samples.id("two"))
        #expect(claim("two") == "claimed")
        #expect(claim("five") == "too many")
        directory.remove(one.liveID, start(of: one))
        #expect(claim("five") == "claimed")
        #expect(claim("six", Samples.alice.userID) == "claimed")
    }

    @Test func `a profile that lives already know is no news, whatever the storage had before`() throws {
        let node = try makeNode()
        let hub = node.hub
        let before = Samples.user("ann")
        var after = before
        after.userName = "Annabel"
        #expect(!hub.isNews(before, since: before))
        #expect(hub.isNews(after, since: before))
        #expect(hub.isNews(after, since: before), "the profile of a user who is not logged in is not remembered")
        let connection = ConnectionAddress(edge: EdgeID(number: 0), loop: 0, number: 1)
        let session: SessionID = Samples.id("s1")
        _ = hub.open(session, user: before.userID, connection: connection, at: Samples.time)
        #expect(hub.isNews(after, since: before))
        #expect(!hub.isNews(after, since: before))
        #expect(hub.isNews(before, since: before), "another change was told meanwhile")
        #expect(hub.isNews(after, since: nil))
        _ = hub.close(session, connection: connection)
        #expect(hub.isNews(after, since: before))
        #expect(!hub.isNews(after, since: after))
    }

    @Test func `while many answers are pending, each connection gets its share of them`() {
        var limits = Limits()
        limits.answersPendingMax = 100
        let share = AnswerShare(limits: limits)
        #expect(share.allowance == 64)
        for connection in 0..<20 {
            for number in 0..<5 { share.began(isFirst: number == 0) }
            #expect(share.pendingCount == (connection + 1) * 5)
        }
        #expect(share.allowance == 5)
        for _ in 0..<80 { share.began(isFirst: true) }
        #expect(share.allowance == 2, "every connection may have at least two pending answers")
        for _ in 0..<81 { share.ended(isLast: true) }
        #expect(share.allowance == 64)
        limits.answersPendingMax = 0
        let open = AnswerShare(limits: limits)
        for _ in 0..<10_000 { open.began(isFirst: true) }
        #expect(open.allowance == 64)
    }
}
