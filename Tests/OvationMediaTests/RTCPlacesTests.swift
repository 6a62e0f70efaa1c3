import OvationMedia
import OvationModel
import OvationTestKit
import Testing

/// Who has a place among those who publish and watch by WebRTC.
struct RTCPlacesTests {
    private let live: LiveID = Samples.id("r1")
    private let session: LiveSessionID = Samples.id("s1")
    private let start = Timestamp(milliseconds: 1_000)

    private func places(publishers: Int = 10, viewers: Int = 10) -> RTCPlaces {
        RTCPlaces(publishersMax: publishers, viewersMax: viewers, connectSeconds: 15)
    }

    @Test func `a newcomer disturbs nobody before their picture comes, then takes over`() throws {
        var places = places()
        let firstTaken = places.takePublisher(live, session, at: start)
        let first = try #require(firstTaken)
        #expect(places.publisher(of: session) == nil)
        let began = places.connected(first.place.number)
        #expect(began?.replaced == nil)
        let secondTaken = places.takePublisher(live, session, at: start)
        let second = try #require(secondTaken)
        #expect(second.replaced == nil)
        #expect(places.publisher(of: session)?.number == first.place.number)
        let tookOver = places.connected(second.place.number)
        #expect(tookOver?.replaced?.number == first.place.number)
        #expect(places.publisher(of: session)?.number == second.place.number)
        // What belonged to the first is ended by the caller, and takes nothing from the second.
        let ended = places.end(first.place.number)
        #expect(ended.map(\.number) == [first.place.number])
        #expect(places.publisher(of: session)?.number == second.place.number)
    }

    @Test func `of two newcomers the later one stays`() throws {
        var places = places(publishers: 1)
        let firstTaken = places.takePublisher(live, session, at: start)
        let first = try #require(firstTaken)
        let secondTaken = places.takePublisher(live, session, at: start)
        let second = try #require(secondTaken)
        #expect(second.replaced?.number == first.place.number)
        #expect(places.count(.publisher) == 1)
        let isFirstThere = places.answered(first.place.number)
        #expect(!isFirstThere)
        let isSecondThere = places.answered(second.place.number)
        #expect(isSecondThere)
        let other: LiveSessionID = Samples.id("s2")
        let another = places.takePublisher(Samples.id("r2"), other, at: start)
        #expect(another == nil)
    }

    @Test func `viewers from one address have an eighth of the places, and others have theirs`() throws {
        var places = places(viewers: 16)
        let publisherTaken = places.takePublisher(live, session, at: start)
        let publisher = try #require(publisherTaken).place
        _ = places.connected(publisher.number)
        func take(_ origin: String?) -> Result<RTCPlaces.Place, RTCPlaces.ViewerRefusal> {
            places.takeViewer(of: session, from: origin, at: start)
        }
        let first = try take("192.0.2.1").get()
        _ = try take("192.0.2.1").get()
        #expect(take("192.0.2.1") == .failure(.originIsFull))
        _ = try take("192.0.2.2").get()
        for _ in 0..<3 { _ = try take(nil).get() }
        _ = places.end(first.number)
        _ = try take("192.0.2.1").get()
        #expect(take("192.0.2.1") == .failure(.originIsFull))
    }

    @Test func `viewers watch the publisher who is seen, up to the limit, and go with them`() throws {
        var places = places(viewers: 2)
        let early = places.takeViewer(of: session, at: start)
        #expect(early == .failure(.noPicture))
        let publisherTaken = places.takePublisher(live, session, at: start)
        let publisher = try #require(publisherTaken).place
        let before = places.takeViewer(of: session, at: start)
        #expect(before == .failure(.noPicture))
        _ = places.connected(publisher.number)
        let one = try places.takeViewer(of: session, at: start).get()
        let two = try places.takeViewer(of: session, at: start).get()
        let third = places.takeViewer(of: session, at: start)
        #expect(third == .failure(.full))
        let gone = places.end(publisher.number)
        #expect(gone.map(\.number) == [publisher.number, one.number, two.number])
        #expect(places.all.isEmpty && places.count(.viewer) == 0 && places.count(.publisher) == 0)
        let again = places.end(one.number)
        #expect(again.isEmpty)
    }

    @Test func `who is not connected in time is due, who is connected is not`() throws {
        var places = places()
        let publisherTaken = places.takePublisher(live, session, at: start)
        let publisher = try #require(publisherTaken).place
        _ = places.connected(publisher.number)
        let viewer = try places.takeViewer(of: session, at: start).get()
        #expect(places.deadline == start.adding(seconds: 15))
        #expect(places.due(at: start.adding(seconds: 14)).isEmpty)
        #expect(places.due(at: start.adding(seconds: 15)) == [viewer.number])
        _ = places.connected(viewer.number)
        #expect(places.deadline == nil)
    }

    @Test func `many changes leave counts and places in agreement`() {
        var random = SeededGenerator(seed: 28)
        var places = places(publishers: 4, viewers: 6)
        let sessions: [LiveSessionID] = (0..<3).map { Samples.id("s\($0)") }
        for round in 0..<20_000 {
            let session = sessions[Int(random.next() % 3)]
            let number = places.all.randomElement(using: &random) ?? 0
            switch random.next() % 5 {
            case 0: _ = places.takePublisher(live, session, at: start)
            case 1: _ = places.takeViewer(of: session, at: start)
            case 2: if let replaced = places.connected(number)?.replaced { _ = places.end(replaced.number) }
            case 3: _ = places.answered(number)
            default: _ = places.end(number)
            }
            let all = places.all.compactMap { places[$0] }
            let viewers = all.filter { $0.kind == .viewer }
            #expect(viewers.count == places.count(.viewer), "round \(round)")
            #expect(all.count - viewers.count == places.count(.publisher))
            #expect(places.count(.publisher) <= 4 && places.count(.viewer) <= 6)
            // Nobody watches somebody who is gone.
            #expect(viewers.allSatisfy { viewer in viewer.publisher.map { places[$0] != nil } ?? false })
            for session in sessions {
                #expect(all.count { $0.session == session && $0.kind == .publisher } <= 2)
            }
        }
    }
}
