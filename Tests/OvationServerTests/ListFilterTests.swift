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

/// Pages of the list of lives that a search or a filter makes.
@Suite struct ListFilterTests {
    private let directory: RoomDirectory
    private let node: Node

    init() throws {
        node =
            HostedNode(
                configuration: NodeConfiguration(sdkAppID: 1, secret: "secret"),
                storage: try SQLiteStorage(inMemory: LedgerPolicy()), catalogue: GiftCatalogue(),
                eventLoops: [EmbeddedEventLoop()], clock: .system, ids: .system,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ).node
        directory = node.services.directory
    }

    private static func filter(
        _ search: String? = nil, category: Int? = nil, kind: LiveKind? = nil
    ) throws -> ListFilter {
        try ListFilter(search: search, category: category, kind: kind, field: "search")
    }

    /// Adds a live to the list: the one with the lowest number comes first.
    private func publish(_ number: Int, _ change: (inout RoomInfo) -> Void = { _ in }) {
        var info = Samples.info("live\(number)")
        info.totalViewerCount = 10_000 - number
        change(&info)
        directory.publish(
            node.makeRoom(ClaimedRoom(record: Samples.room("live\(number)"), seqBase: 0)),
            listing: RoomListing(info: info, audienceCount: 0))
    }

    /// The numbers of the lives on all pages, and how many lives each page looked at.
    private func pages(
        _ filter: ListFilter, count: Int = 20, isAscending: Bool = false, examinedMax: Int = 1_000
    ) throws -> (lives: [[String]], examined: [Int]) {
        var lives: [[String]] = []
        var examined: [Int] = []
        var cursor = ""
        repeat {
            let page = try #require(
                directory.page(
                    after: cursor, count: count, isAscending: isAscending, filter: filter, examinedMax: examinedMax))
            lives.append(page.rooms.map(\.info.liveID.rawValue))
            examined.append(page.examinedCount)
            cursor = page.cursor
        } while !cursor.isEmpty && lives.count < 1_000
        return (lives, examined)
    }

    @Test func `search, category and kind have to hold together`() throws {
        publish(1) {
            $0.liveName = "Rooftop session"; $0.categoryList = [1, 4]
        }
        publish(2) {
            $0.liveName = "Rooftop talk"; $0.categoryList = [6]; $0.seatLayoutTemplateID = 70
        }
        publish(3) {
            $0.liveName = "Slow train"; $0.liveOwner.userName = "Rooftop Ravi"; $0.categoryList = [4]
        }
        publish(4) {
            $0.liveName = "Rooftop, only for friends"; $0.isPublicVisible = false
        }
        #expect(try pages(Self.filter("ROOFTOP")).lives == [["live1", "live2", "live3"]])
        #expect(try pages(Self.filter("rooftop", kind: .voice)).lives == [["live2"]])
        #expect(try pages(Self.filter("rooftop", category: 4)).lives == [["live1", "live3"]])
        #expect(try pages(Self.filter(category: 4, kind: .voice)).lives == [[]])
        #expect(try pages(Self.filter(kind: .video), isAscending: true).lives == [["live3", "live1"]])
        #expect(try pages(Self.filter("")).examined == [0], "without a filter no live is looked at")
    }

    @Test func `a live is found by its new name, and no more by its old one`() throws {
        publish(1) { $0.liveName = "Morning" }
        var listing = RoomListing(info: Samples.info("live1"), audienceCount: 3)
        listing.info.liveName = "Evening"
        directory.update(listing)
        #expect(try pages(Self.filter("evening")).lives == [["live1"]])
        #expect(try pages(Self.filter("morning")).lives == [[]])
        directory.remove(listing.info.liveID, listing.info.sessionID)
        #expect(try pages(Self.filter("evening")).lives == [[]])
    }

    @Test(arguments: [(1, 1_000), (2, 1_000), (7, 1_000), (20, 1_000), (2, 3), (50, 1), (3, 256), (3, 257)])
    func `every live that a filter admits is on one page, whatever the sizes`(count: Int, examinedMax: Int) throws {
        for number in 0..<300 { publish(number) { $0.categoryList = number % 7 == 3 ? [1] : [] } }
        let wanted = (0..<300).filter { $0 % 7 == 3 }.map { "live\($0)" }
        for isAscending in [false, true] {
            let (lives, examined) = try pages(
                Self.filter(category: 1), count: count, isAscending: isAscending, examinedMax: examinedMax)
            #expect(lives.flatMap { $0 } == (isAscending ? wanted.reversed() : wanted))
            #expect(lives.allSatisfy { $0.count <= count })
            #expect(examined.allSatisfy { $0 <= examinedMax })
            if examinedMax == 1_000 { #expect(lives.last != [], "a page with others behind it has others behind it") }
        }
    }

    @Test func `a search that is too long is refused, and its field is named`() throws {
        #expect(throws: Rejection.self) { try Self.filter(String(repeating: "a", count: 101)) }
        #expect(try !Self.filter(String(repeating: "a", count: 100)).isOpen)
        #expect(try Self.filter("one two").cost == 2)
        #expect(try Self.filter(category: 1).cost == 1)
    }
}
