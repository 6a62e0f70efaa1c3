import OvationModel
import Testing

@testable import OvationNode

/// The writes of a live that are under way, and the events that wait for them.
struct KeptInOrderTests {
    private typealias Kept = KeptInOrder<String>

    /// Names actions as text, for comparison in a table.
    private static func words(_ actions: [Kept.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .tell(let event): "tell \(event)"
            case .follow(let event): "follow \(event)"
            case .read(let durable): "read after \(durable)"
            case .pause: "pause"
            case .tellRead(let place): "tell read \(place)"
            case .takeOver(let adopts): adopts ? "take over" : "take over counters"
            case .upToDate: "up to date"
            case .keepEnd: "keep end"
            case .goOn: "go on"
            }
        }
    }

    private static func page(_ numbers: Int64...) -> [Kept.Read] { numbers.map { Kept.Read(durable: $0) } }

    @Test func `events that are stored in order are told at once`() {
        var kept = Kept(reached: 4)
        #expect(Self.words(kept.kept("a", durable: 5)) == ["tell a"])
        #expect(Self.words(kept.kept("b", durable: 6)) == ["tell b"])
        #expect(kept.reached == 6)
    }

    @Test func `an event behind a gap waits until the missing ones have been read and told`() {
        var kept = Kept(reached: 4)
        #expect(Self.words(kept.kept("c", durable: 7)) == ["read after 4"])
        #expect(Self.words(kept.kept("d", durable: 8)) == [])
        #expect(
            Self.words(kept.wasRead(Self.page(5, 6), isFull: false))
                == ["tell read 0", "tell read 1", "tell c", "tell d", "take over", "read after 8"])
        // The second event asked for another reading while the first was under way.
        #expect(Self.words(kept.wasRead([], isFull: false)) == ["take over", "up to date"])
    }

    @Test func `an event that was read meanwhile is not told twice, and its consequences happen once`() {
        var kept = Kept(reached: 4)
        #expect(Self.words(kept.kept("c", durable: 6)) == ["read after 4"])
        #expect(
            Self.words(kept.wasRead(Self.page(5, 6), isFull: false))
                == ["tell read 0", "tell read 1", "follow c", "take over", "up to date"])
    }

    @Test func `after a full page the next one is read`() {
        var kept = Kept(reached: 0)
        #expect(Self.words(kept.mayHaveMissed(nil)) == ["read after 0"])
        #expect(
            Self.words(kept.wasRead(Self.page(1, 2), isFull: true)) == ["tell read 0", "tell read 1", "read after 2"])
        #expect(Self.words(kept.wasRead(Self.page(3), isFull: false)) == ["tell read 0", "take over", "up to date"])
    }

    @Test func `while the storage cannot be read, no event behind the gap is told`() {
        var kept = Kept(reached: 0)
        #expect(Self.words(kept.kept("b", durable: 2)) == ["read after 0"])
        #expect(Self.words(kept.readingFailed()) == ["pause"])
        #expect(Self.words(kept.kept("c", durable: 3)) == [])
        #expect(Self.words(kept.readAfterPause()) == ["read after 0"])
        #expect(
            Self.words(kept.wasRead(Self.page(1), isFull: false))
                == ["tell read 0", "tell b", "tell c", "take over", "up to date"])
    }

    @Test func `an order whose event was told needs no reading`() {
        var kept = Kept(reached: 4)
        #expect(Self.words(kept.mayHaveMissed(4)) == [])
        #expect(Self.words(kept.mayHaveMissed(5)) == ["read after 4"])
    }

    @Test func `while a change is being stored, only counters are taken over, and the rest after its answer`() {
        var kept = Kept(reached: 0)
        kept.beginChange()
        kept.beginChange()
        #expect(Self.words(kept.finishChange(isRefused: true)) == ["read after 0"])
        #expect(Self.words(kept.wasRead([], isFull: false)) == ["take over counters", "up to date"])
        #expect(Self.words(kept.finishChange(isRefused: false)) == ["read after 0"])
        #expect(Self.words(kept.wasRead([], isFull: false)) == ["take over", "up to date"])
    }

    @Test func `the end waits for the orders and the reading under way`() {
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
        // A second request to end gets the first one's outcome.
        #expect(Self.words(kept.askEnd()) == [])
        #expect(Self.words(kept.kept("end", durable: 2)) == ["tell end"])
        kept.ended()
        #expect(kept.isEnding && kept.isEndDecided)
    }

    @Test func `an end that was refused and not stored lets the live continue`() {
        var kept = Kept(reached: 0)
        #expect(Self.words(kept.askEnd()) == ["keep end"])
        #expect(Self.words(kept.endRefused(Rejection(.storageUnavailable))) == ["read after 0"])
        #expect(kept.isEnding)
        #expect(Self.words(kept.wasRead([], isFull: false)) == ["take over", "up to date", "go on"])
        #expect(!kept.isEnding)
        #expect(Self.words(kept.askEnd()) == ["keep end"])
    }

    @Test func `an end that was stored despite a reported failure ends the live`() {
        var kept = Kept(reached: 3)
        #expect(Self.words(kept.askEnd()) == ["keep end"])
        #expect(Self.words(kept.endRefused(Rejection(.storageUnavailable))) == ["read after 3"])
        let page = [Kept.Read(durable: 4), Kept.Read(durable: 5, end: "end"), Kept.Read(durable: 6)]
        #expect(Self.words(kept.wasRead(page, isFull: false)) == ["tell read 0", "tell end"])
        kept.ended()
        // A reading that starts now comes too late.
        #expect(Self.words(kept.mayHaveMissed(nil)) == [])
        #expect(Self.words(kept.wasRead([], isFull: false)) == [])
    }

    @Test func `a live can be given back only while nothing of it is under way`() {
        var kept = Kept(reached: 0)
        #expect(kept.isIdle)
        kept.beginOrder()
        #expect(!kept.isIdle)
        _ = kept.finishOrder()
        kept.beginChange()
        #expect(!kept.isIdle)
        _ = kept.finishChange(isRefused: false)
        #expect(kept.isIdle)
        // An event behind a gap, and the reading for it.
        _ = kept.kept("b", durable: 2)
        #expect(!kept.isIdle)
        _ = kept.wasRead(Self.page(1), isFull: false)
        _ = kept.wasRead([], isFull: false)
        #expect(kept.isIdle)
    }

    @Test func `an end that the rules refuse lets the live continue`() {
        var kept = Kept(reached: 0)
        #expect(Self.words(kept.askEnd()) == ["keep end"])
        #expect(Self.words(kept.endImpossible(Rejection(.roomNotFound))) == ["go on"])
        #expect(!kept.isEnding)
    }
}
