import OvationMedia
import OvationModel
import Testing

@Suite struct PictureTests {
    private let one = PublisherID(1)
    private let two = PublisherID(2)
    private let three = PublisherID(3)

    private func begin(_ picture: inout Picture<String>, _ publisher: PublisherID, at seconds: Double, width: Int = 160)
        -> [PictureAction]
    {
        picture.received(
            .initialisation("init", byteCount: 100, info: .sample(width: width)), from: publisher, at: .seconds(seconds)
        )
    }

    private func send(_ picture: inout Picture<String>, _ publisher: PublisherID, at seconds: Double) -> [PictureAction]
    {
        picture.received(
            .fragment("\(publisher.rawValue)", span: .at(seconds - 1), jumps: false), from: publisher,
            at: .seconds(seconds))
    }

    /// A picture that has been live since the first second.
    private func live(_ change: (inout MediaLimits) -> Void = { _ in }) -> Picture<String> {
        var limits = MediaLimits()
        change(&limits)
        var picture = Picture<String>(limits: limits, at: noon)
        _ = picture.connected(one, at: noon)
        _ = begin(&picture, one, at: 0)
        _ = send(&picture, one, at: 1)
        return picture
    }

    @Test func `the room learns of a picture with its first fragment`() {
        var picture = Picture<String>(at: noon)
        #expect(picture.status == PictureStatus(state: .none, since: noon, info: nil))
        var actions = picture.connected(one, at: noon)
        actions += begin(&picture, one, at: 0.5)
        #expect(actions.isEmpty)
        #expect(picture.status.state == .none)
        let told = send(&picture, one, at: 1)
        #expect(told == [.tell(PictureStatus(state: .live, since: .seconds(1), info: .sample()))])
        #expect(send(&picture, one, at: 2).isEmpty)
        #expect(picture.deadline == nil)
    }

    @Test func `a clock that was set back by an hour holds up neither the end of a picture nor what the room is told`()
    {
        var interrupted = live()
        _ = interrupted.disconnected(one, isFinished: false, at: .seconds(10))
        #expect(interrupted.tick(at: .seconds(-3_600)).isEmpty)
        let end = interrupted.deadline ?? noon
        #expect(end == .seconds(-3_600).adding(seconds: Int64(MediaLimits().interruptedSecondsMax)))
        #expect(interrupted.tick(at: end) == [.tell(PictureStatus(state: .none, since: end, info: nil))])
        #expect(interrupted.ring.entryNumbers.isEmpty)
        // It goes on meanwhile, and is interrupted again.
        var again = live()
        _ = again.disconnected(one, isFinished: false, at: .seconds(10))
        _ = again.connected(two, at: .seconds(-3_600))
        _ = begin(&again, two, at: -3_599)
        _ = send(&again, two, at: -3_598)
        _ = again.disconnected(two, isFinished: false, at: .seconds(-3_000))
        #expect(again.deadline == .seconds(-3_000).adding(seconds: Int64(MediaLimits().interruptedSecondsMax)))

        var over = live()
        _ = over.end(at: .seconds(10))
        #expect(over.tick(at: .seconds(-3_600)).isEmpty)
        #expect(over.deadline == .seconds(-3_600).adding(seconds: Int64(MediaLimits().windowSeconds)))
        _ = over.tick(at: over.deadline ?? noon)
        #expect(over.ring.entryNumbers.isEmpty && over.deadline == nil)

        var held = live { $0.tellMillisecondsMin = 5_000 }
        #expect(held.disconnected(one, isFinished: true, at: .seconds(2)).isEmpty, "the room was told a second ago")
        #expect(held.tick(at: .seconds(-3_600)).isEmpty)
        let told = held.deadline ?? noon
        #expect(told == .seconds(-3_596))
        #expect(held.tick(at: told) == [.tell(PictureStatus(state: .none, since: .seconds(2), info: nil))])
    }

    @Test func `a new publisher replaces the old one once its stream begins, and not before`() {
        var picture = live()
        var actions = picture.connected(two, at: .seconds(2))
        actions += send(&picture, one, at: 3)
        #expect(actions.isEmpty)
        #expect(picture.publisher == one)
        #expect(begin(&picture, two, at: 4) == [.close(one, .replaced)])
        #expect(picture.publisher == two)
        // These parts were still under way when the old publisher lost, and then its connection ended.
        actions = send(&picture, one, at: 4.5) + begin(&picture, one, at: 4.6)
        actions += picture.disconnected(one, isFinished: false, at: .seconds(5)) + send(&picture, two, at: 6)
        #expect(actions.isEmpty)
        #expect(picture.status.state == .live)
        #expect(picture.status.since == .seconds(1))
    }

    @Test func `a second publisher without a stream leaves the first one alone`() {
        var picture = live()
        var actions = picture.connected(two, at: .seconds(2)) + send(&picture, two, at: 2)
        actions += picture.disconnected(two, isFinished: false, at: .seconds(3))
        #expect(actions.isEmpty)
        #expect(picture.publisher == one)
        actions = picture.connected(two, at: .seconds(4))
        #expect(picture.connected(three, at: .seconds(5)) == [.close(two, .replaced)])
        #expect(begin(&picture, two, at: 6).isEmpty)
        #expect(picture.publisher == one)
        #expect(picture.ring.counts.fragments == 1)
    }

    @Test func `a picture restarted in another size is announced to the room, one in the same size is not`() {
        var picture = live()
        var actions = begin(&picture, one, at: 3) + send(&picture, one, at: 4)
        #expect(actions.isEmpty)
        actions = begin(&picture, one, at: 5, width: 320) + send(&picture, one, at: 6)
        #expect(actions == [.tell(PictureStatus(state: .live, since: .seconds(1), info: .sample(width: 320)))])
    }

    @Test func `a picture whose publisher is lost is interrupted until a publisher returns`() {
        var picture = live()
        #expect(
            picture.disconnected(one, isFinished: false, at: .seconds(3))
                == [.tell(PictureStatus(state: .interrupted, since: .seconds(3), info: .sample()))])
        #expect(picture.ring.entryNumbers.count == 1)
        var actions = picture.connected(two, at: .seconds(5)) + begin(&picture, two, at: 6)
        #expect(actions.isEmpty)
        actions = send(&picture, two, at: 7)
        #expect(actions == [.tell(PictureStatus(state: .live, since: .seconds(7), info: .sample()))])
    }

    @Test func `an interrupted picture counts as none after a time`() {
        var picture = live()
        _ = picture.disconnected(one, isFinished: false, at: .seconds(3))
        #expect(picture.deadline == .seconds(303))
        #expect(picture.tick(at: .seconds(302.9)).isEmpty)
        #expect(
            picture.tick(at: .seconds(303)) == [.tell(PictureStatus(state: .none, since: .seconds(303), info: nil))])
        #expect(picture.deadline == nil)
        #expect(picture.ring.byteCount == 0)
    }

    @Test func `a publisher who stops leaves no picture`() {
        var picture = live()
        #expect(
            picture.disconnected(one, isFinished: true, at: .seconds(3))
                == [.tell(PictureStatus(state: .none, since: .seconds(3), info: nil))])
    }

    @Test func `a stopped publisher's fragments are listed as ended, then discarded`() throws {
        var picture = live()
        let playlist = { (picture: Picture<String>) in
            var list = HLSPlaylist()
            return list.bytes(of: picture.ring).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        _ = send(&picture, one, at: 2)
        var here = ViewerCursor()
        guard case .initialisation = here.step(in: picture.ring) else { return #expect(Bool(false)) }
        _ = picture.disconnected(one, isFinished: true, at: .seconds(3))
        let list = playlist(picture)
        #expect(list.hasSuffix("#EXT-X-ENDLIST\n") && list.contains("#EXTINF"))
        guard case .fragment = here.step(in: picture.ring) else {
            return #expect(Bool(false), "a viewer who is already there gets the rest")
        }
        var newcomer = ViewerCursor()
        guard case .wait = newcomer.step(in: picture.ring) else {
            return #expect(Bool(false), "a newcomer gets nothing from the old stream")
        }
        #expect(picture.deadline == .seconds(15))
        #expect(picture.tick(at: .seconds(15)).isEmpty)
        #expect(picture.ring.byteCount == 0)
        #expect(picture.deadline == nil)
        #expect(playlist(picture).hasSuffix("#EXT-X-ENDLIST\n") && !playlist(picture).contains("#EXTINF"))
    }

    @Test(arguments: [4.0, 60]) func `a publisher who returns after stopping starts a new picture`(seconds: Double) {
        var picture = live()
        _ = send(&picture, one, at: 2)
        let old = picture.ring.entryNumbers
        var here = ViewerCursor()
        while case .initialisation = here.step(in: picture.ring) {}
        _ = picture.disconnected(one, isFinished: true, at: .seconds(3))
        _ = picture.tick(at: .seconds(seconds))
        _ = picture.connected(two, at: .seconds(seconds))
        _ = begin(&picture, two, at: seconds)
        #expect(picture.ring.byteCount == 100, "nothing of the old stream is left")
        _ = send(&picture, two, at: seconds + 1)
        #expect(picture.ring.entryNumbers == old.upperBound..<(old.upperBound + 1))
        #expect(picture.status.state == .live && picture.deadline == nil)
        var list = HLSPlaylist()
        _ = send(&picture, two, at: seconds + 2)
        let text = list.bytes(of: picture.ring).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(text.contains("#EXTINF") && !text.contains("ENDLIST"))
        for name in ["the viewer who stayed", "a newcomer"] {
            var viewer = name == "a newcomer" ? ViewerCursor() : here
            guard case .initialisation = viewer.step(in: picture.ring),
                case .fragment(let entry) = viewer.step(in: picture.ring)
            else {
                Issue.record("\(name) should get the new stream")
                continue
            }
            #expect(entry.payload == "2", "\(name)")
        }
    }

    @Test func `a picture that is stopped or stays interrupted is listed as ended`() {
        for isStopped in [true, false] {
            var picture = live()
            if isStopped {
                _ = picture.stop(at: .seconds(3))
            } else {
                _ = picture.disconnected(one, isFinished: false, at: .seconds(3))
                _ = picture.tick(at: .seconds(303))
            }
            var list = HLSPlaylist()
            let text = list.bytes(of: picture.ring).map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(text.hasSuffix("#EXT-X-ENDLIST\n"))
            #expect(picture.ring.byteCount == 0)
        }
    }

    @Test func `a flapping publisher causes at most one message a second, and the last one is true`() {
        var picture = live()
        var told: [PictureAction] = []
        for index in 0..<200 {
            let now = 2 + Double(index) / 50
            told += picture.tick(at: .seconds(now))
            told +=
                picture.disconnected(one, isFinished: false, at: .seconds(now))
                + picture.connected(one, at: .seconds(now))
            told += begin(&picture, one, at: now) + send(&picture, one, at: now)
        }
        #expect(told.count <= 5)
        told += picture.disconnected(one, isFinished: true, at: .seconds(6))
        told += picture.tick(at: .seconds(7))
        #expect(told.last == .tell(picture.status))
        #expect(picture.status.state == .none)
    }

    @Test func `an unchanged status is not announced again`() {
        var picture = live()
        // The picture breaks off and is back within the second.
        var actions =
            picture.disconnected(one, isFinished: false, at: .seconds(1.2)) + picture.connected(two, at: .seconds(1.3))
        actions += begin(&picture, two, at: 1.4) + send(&picture, two, at: 1.5)
        #expect(actions.isEmpty)
        #expect(picture.tick(at: .seconds(2)) == [.tell(picture.status)])
        #expect(picture.status.since == .seconds(1.5))
        #expect(picture.tick(at: .seconds(9)).isEmpty)
    }

    @Test func `stopping a picture closes all its publishers, and another can start`() {
        var picture = live()
        _ = picture.connected(two, at: .seconds(2))
        #expect(
            picture.stop(at: .seconds(3)) == [
                .close(one, .stopped), .close(two, .stopped),
                .tell(PictureStatus(state: .none, since: .seconds(3), info: nil)),
            ])
        #expect(picture.ring.byteCount == 0)
        #expect(picture.stop(at: .seconds(4)).isEmpty)
        let actions =
            picture.connected(three, at: .seconds(5)) + begin(&picture, three, at: 6) + send(&picture, three, at: 7)
        #expect(actions.count == 1)
        #expect(picture.status.state == .live)
    }

    @Test func `the end of a live closes its publishers and keeps the end visible for a while`() {
        var picture = live()
        #expect(picture.end(at: .seconds(3)) == [.close(one, .liveEnded)])
        #expect(picture.ring.isEnded)
        #expect(picture.ring.byteCount == 1_100)
        #expect(picture.deadline == .seconds(15))
        var actions = picture.end(at: .seconds(4)) + picture.tick(at: .seconds(14)) + send(&picture, one, at: 5)
        actions += picture.disconnected(one, isFinished: true, at: .seconds(5)) + picture.stop(at: .seconds(6))
        #expect(actions.isEmpty)
        #expect(picture.connected(two, at: .seconds(6)) == [.close(two, .liveEnded)])
        #expect(picture.beganElsewhere(two, at: .seconds(6)) == [.close(two, .liveEnded)])
        _ = picture.tick(at: .seconds(15))
        #expect(picture.ring.byteCount == 0)
        #expect(picture.deadline == nil)
    }

    @Test func `a picture from an external media server is announced without codecs`() {
        var picture = Picture<String>(at: noon)
        #expect(
            picture.beganElsewhere(one, at: .seconds(1)) == [
                .tell(PictureStatus(state: .live, since: .seconds(1), info: nil))
            ])
        #expect(picture.beganElsewhere(two, at: .seconds(3)) == [.close(one, .replaced)])
        #expect(picture.disconnected(one, isFinished: false, at: .seconds(4)).isEmpty)
        #expect(
            picture.disconnected(two, isFinished: false, at: .seconds(5))
                == [.tell(PictureStatus(state: .interrupted, since: .seconds(5), info: nil))])
    }

    @Test func `a clock that is set back delays nothing`() {
        var picture = live()
        #expect(picture.disconnected(one, isFinished: true, at: .seconds(-100)).count == 1)
    }

    @Test func `the ring keeps to its byte limit`() {
        var picture = live()
        _ = send(&picture, one, at: 2)
        picture.setRingBytesMax(1_200)
        #expect(picture.ring.entryNumbers.count == 1)
    }
}
