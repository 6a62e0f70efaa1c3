import OvationModel
import Testing

@testable import OvationServer

/// What of a live is being kept, and what waits for it.
struct KeptInOrderTests {
    private typealias Kept = KeptInOrder<String>

    /// Actions, written so that a table can name them.
    private static func words(_ actions: [Kept.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .tell(let event): "tell \(event)"
            case .follow(let event): "follow \(event)"
            case .read(let durable): "read after \(durable)"
            case .pause: "pause"
            case .tellRead(let place): "tell read \(place)"
            case .endAsRead(let place): "end as read \(place)"
            case .takeOver(let adopts): adopts ? "take over" : "take over counters"
            case .upToDate: "up to date"
            case .keepEnd: "keep end"
            case .goOn: "go on"
            }
        }
    }

    private static func page(_ numbers: Int64...) -> [Kept.Read] { numbers.map { Kept.Read(durable: $0) } }

    @Test func `events that come in order are told at once`() {
        var kept = Kept(reached: 4)
        #expect(Self.words(kept.kept("a", durable: 5)) == ["tell a"])
        #expect(Self.words(kept.kept("b", durable: 6)) == ["tell b"])
        #expect(kept.reached == 6)
    }

    @Test func `an event behind a gap waits until what is in the gap was read and told`() {
        var kept = Kept(reached: 4)
        #expect(Self.words(kept.kept("c", durable: 7)) == ["read after 4"])
        #expect(Self.words(kept.kept("d", durable: 8)) == [])
        #expect(
            Self.words(kept.wasRead(Self.page(5, 6), isFull: false))
                == ["tell read 0", "tell read 1", "tell c", "tell d", "take over", "read after 8"])
        // The second event asked for a reading of its own while the first was under way.
        #expect(Self.words(kept.wasRead([], isFull: false)) == ["take over", "up to date"])
    }

    @Test func `an event that was read meanwhile is not told twice, and what follows from it is done once`() {
        var kept = Kept(reached: 4)
        #expect(Self.words(kept.kept("c", durable: 6)) == ["read after 4"])
        #expect(
            Self.words(kept.wasRead(Self.page(5, 6), isFull: false))
                == ["tell read 0", "tell read 1", "follow c", "take over", "up to date"])
    }

    @Test func `a full page is read on behind its last event`() {
        var kept = Kept(reached: 0)
        #expect(Self.words(kept.mayHaveMissed(nil)) == ["read after 0"])
        #expect(
            Self.words(kept.wasRead(Self.page(1, 2), isFull: true)) == ["tell read 0", "tell read 1", "read after 2"])
        #expect(Self.words(kept.wasRead(Self.page(3), isFull: false)) == ["tell read 0", "take over", "up to date"])
    }

    @Test func `while the storage cannot be read, nothing behind the gap is told`() {
        var kept = Kept(reached: 0)
        #expect(Self.words(kept.kept("b", durable: 2)) == ["read after 0"])
        #expect(Self.words(kept.readingFailed()) == ["pause"])
        #expect(Self.words(kept.kept("c", durable: 3)) == [])
        #expect(Self.words(kept.readAfterPause()) == ["read after 0"])
        #expect(
            Self.words(kept.wasRead(Self.page(1), isFull: false))
                == ["tell read 0", "tell b", "tell c", "take over", "up to date"])
    }

    @Test func `an order that is known to be told asks for no reading`() {
        var kept = Kept(reached: 4)
        #expect(Self.words(kept.mayHaveMissed(4)) == [])
        #expect(Self.words(kept.mayHaveMissed(5)) == ["read after 4"])
    }

    @Test func `while a change is being kept, only counters are taken over, and all else when it is answered`() {
        var kept = Kept(reached: 0)
        kept.beginChange()
        kept.beginChange()
        #expect(Self.words(kept.finishChange(isRefused: true)) == ["read after 0"])
        #expect(Self.words(kept.wasRead([], isFull: false)) == ["take over counters", "up to date"])
        #expect(Self.words(kept.finishChange(isRefused: false)) == ["read after 0"])
        #expect(Self.words(kept.wasRead([], isFull: false)) == ["take over", "up to date"])
    }

    @Test func `the end waits for the orders under way, and for what is read`() {
        var kept = Kept(reached: 0)
        kept.beginOrder()
        kept.beginOrder()
        #expect(Self.words(kept.askEnd()) == [])
        #expect(kept.isEnding && !kept.isEndDecided)
        #expect(Self.words(kept.finishOrder()) == [])
        #expect(Self.words(kept.mayHaveMissed(nil)) == ["read after 0"])
        #expect(Self.words(kept.finishOrder()) == [])
        #expect(
            Self.words(kept.wasRead(Self.page(1), isFull: false))
                == ["tell read 0", "take over", "up to date", "keep end"])
        #expect(kept.isEndDecided)
        // A second wish is answered with the first one's outcome.
        #expect(Self.words(kept.askEnd()) == [])
        #expect(Self.words(kept.kept("end", durable: 2)) == ["tell end"])
        kept.ended()
        #expect(kept.isEnding && kept.isEndDecided)
    }

    @Test func `an end that is refused and not kept lets the live go on`() {
        var kept = Kept(reached: 0)
        #expect(Self.words(kept.askEnd()) == ["keep end"])
        #expect(Self.words(kept.endRefused(Rejection(.storageUnavailable))) == ["read after 0"])
        #expect(kept.isEnding)
        #expect(Self.words(kept.wasRead([], isFull: false)) == ["take over", "up to date", "go on"])
        #expect(!kept.isEnding)
        #expect(Self.words(kept.askEnd()) == ["keep end"])
    }

    @Test func `an end that is refused and kept all the same ends the live`() {
        var kept = Kept(reached: 3)
        #expect(Self.words(kept.askEnd()) == ["keep end"])
        #expect(Self.words(kept.endRefused(Rejection(.storageUnavailable))) == ["read after 3"])
        let page = [Kept.Read(durable: 4), Kept.Read(durable: 5, isEnd: true), Kept.Read(durable: 6)]
        #expect(Self.words(kept.wasRead(page, isFull: false)) == ["tell read 0", "end as read 1"])
        kept.ended()
        // A reading that is asked for now comes too late.
        #expect(Self.words(kept.mayHaveMissed(nil)) == [])
        #expect(Self.words(kept.wasRead([], isFull: false)) == [])
    }

    @Test func `an end that the rules refuse after all lets the live go on`() {
        var kept = Kept(reached: 0)
        #expect(Self.words(kept.askEnd()) == ["keep end"])
        #expect(Self.words(kept.endImpossible(Rejection(.roomNotFound))) == ["go on"])
        #expect(!kept.isEnding)
    }
}
