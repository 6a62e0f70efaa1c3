import OvationMedia
import OvationModel
import OvationTestKit
import Synchronization
import Testing

@testable import OvationPictures

/// The publishers at media servers.
final class MediaServerPublishersTests {
    private func connection(_ name: String, _ server: MediaServer = .nginx) -> MediaServerPublishers.Link {
        MediaServerPublishers.Link(server: server, stream: "r1", name: name)
    }

    private let live: LiveID = Samples.id("r1")
    private let ids = Atomic<UInt64>(0)

    private func admit(
        _ publishers: MediaServerPublishers, _ connection: MediaServerPublishers.Link
    ) -> MediaServerPublishers.Publisher? {
        let id = PublisherID(ids.add(1, ordering: .relaxed).newValue)
        return publishers.admit(connection, live, as: id, attempt: publishers.knock(connection))
    }

    @Test func `a publisher who leaves before the key is checked is not admitted`() {
        let publishers = MediaServerPublishers()
        let attempt = publishers.knock(connection("1"))
        #expect(publishers.remove(connection("1")) == nil)
        #expect(publishers.admit(connection("1"), live, as: PublisherID(9), attempt: attempt) == nil)
        #expect(publishers.count == 0)
    }

    @Test func `the later of two attempts over one connection counts`() {
        let publishers = MediaServerPublishers()
        let first = publishers.knock(connection("1"))
        let second = publishers.knock(connection("1"))
        publishers.turnAway(connection("1"), attempt: first)
        #expect(publishers.admit(connection("1"), live, as: PublisherID(9), attempt: first) == nil)
        #expect(publishers.admit(connection("1"), live, as: PublisherID(9), attempt: second) != nil)
    }

    @Test func `a limited number of publishers is known, and the oldest are forgotten`() {
        let publishers = MediaServerPublishers(countMax: 100)
        for number in 0..<1_000 { #expect(admit(publishers, connection("\(number)")) != nil) }
        #expect(publishers.count <= 110)
        #expect(publishers.publisher(connection("999")) != nil)
        #expect(publishers.publisher(connection("0")) == nil)
    }

    @Test func `connections that come and go leave nothing behind`() {
        let publishers = MediaServerPublishers(countMax: 10)
        for number in 0..<1_000 {
            let connection = connection("\(number)")
            let publisher = admit(publishers, connection)
            #expect(publishers.remove(connection) == publisher)
        }
        #expect(publishers.count == 0)
    }

    @Test func `MediaMTX may name one connection in two ways, and nginx and SRS may not`() {
        for (server, isFound) in [(MediaServer.mediamtx, true), (.nginx, false), (.srs, false)] {
            let publishers = MediaServerPublishers()
            let first = admit(publishers, connection("first", server))
            let second = admit(publishers, connection("second", server))
            #expect(first != second)
            #expect(publishers.publisher(connection("other", server)) == (isFound ? second : nil))
            #expect(publishers.publisher(connection("first", server)) == first)
        }
    }

    @Test func `a publisher who was sent away counts as a new one when coming back`() throws {
        let publishers = MediaServerPublishers()
        let first = try #require(admit(publishers, connection("1")))
        publishers.sendAway(connection("1"), PublisherID(99))
        #expect(publishers.publisher(connection("1"))?.isStopped == false)
        publishers.sendAway(connection("1"), first.id)
        #expect(publishers.publisher(connection("1"))?.isStopped == true)
        _ = admit(publishers, connection("1"))
        publishers.sendAway(connection("1"), first.id)
        #expect(publishers.publisher(connection("1"))?.isStopped == false)
    }
}
