import OvationModel
import OvationStorage
import Testing

@testable import OvationNode

/// What a node remembers of lives that it does not run.
struct RememberedHomesTests {
    private let home = LiveHome(
        sessionID: LiveSessionID(unchecked: "s1"), node: NodeSeat(slot: 2, incarnation: 1), epoch: 1)
    private let live = LiveID(unchecked: "live")

    private static func ids(_ numbers: Range<Int>) -> [LiveID] { numbers.map { LiveID(unchecked: "made up \($0)") } }

    private static func memory(unknownMax: Int = 3, milliseconds: Int = 1_000) -> RememberedHomes {
        var limits = Limits()
        limits.unknownLivesMax = unknownMax
        limits.unknownLiveMilliseconds = milliseconds
        return RememberedHomes(limits: limits)
    }

    @Test func `what was read counts for a second, and an id that is on nowhere only for a node that hears of starts`()
    {
        var memory = Self.memory()
        let made = Self.ids(0..<1)[0]
        memory.take(memory.begin(), of: [live, made], [live: home], at: 100)
        #expect(memory.answer(live, at: 1_099, isHearing: false) == .on(home))
        #expect(memory.answer(made, at: 1_099, isHearing: true) == .nowhere)
        #expect(memory.answer(made, at: 1_099, isHearing: false) == nil)
        #expect(memory.answer(live, at: 1_100, isHearing: true) == nil)
        #expect(memory.answer(made, at: 1_100, isHearing: true) == nil)
    }

    @Test func `that nobody runs a live counts for a tenth of a second, and what a process runs while it is there`() {
        var memory = Self.memory()
        var (nobodys, other) = (home, home)
        nobodys.node = nil
        other.node = NodeSeat(slot: 3, incarnation: 1)
        let ids = Self.ids(0..<2)
        memory.take(memory.begin(), of: [live] + ids, [live: home, ids[0]: nobodys, ids[1]: other], at: 0)
        #expect(memory.answer(ids[0], at: 99, isHearing: true) == .on(nobodys))
        #expect(memory.answer(ids[0], at: 100, isHearing: true) == nil)
        memory.forgetHomes(at: NodeSeat(slot: 2, incarnation: 1))
        #expect(memory.answer(live, at: 100, isHearing: true) == nil)
        #expect(memory.answer(ids[1], at: 100, isHearing: true) == .on(other))
        memory.forgetHome(of: ids[1])
        #expect(memory.answer(ids[1], at: 100, isHearing: true) == nil)
    }

    @Test func `ids that somebody makes up displace no live, and each other only when their time is over`() {
        var memory = Self.memory(unknownMax: 3)
        memory.take(memory.begin(), of: [live], [live: home], at: 0)
        memory.take(memory.begin(), of: Self.ids(0..<5), [:], at: 0)
        let known = Self.ids(0..<5).filter { memory.answer($0, at: 1, isHearing: true) == .nowhere }
        #expect(known.count == 3)
        for first in stride(from: 10, to: 30_000, by: 1_000) {
            memory.take(memory.begin(), of: Self.ids(first..<first + 1_000), [:], at: 2)
        }
        #expect(memory.answer(live, at: 3, isHearing: true) == .on(home))
        memory.take(memory.begin(), of: Self.ids(5..<7), [:], at: 1_000)
        #expect(memory.answer(Self.ids(6..<7)[0], at: 1_001, isHearing: true) == .nowhere)
    }

    @Test func `a live that begins is forgotten as missing, also by a reading that was under way meanwhile`() {
        var memory = Self.memory()
        memory.take(memory.begin(), of: [live], [:], at: 0)
        #expect(memory.answer(live, at: 1, isHearing: true) == .nowhere)
        memory.forget(live)
        #expect(memory.answer(live, at: 1, isHearing: true) == nil)
        // Asked before the start was stored, answered after word of it had come.
        let reading = memory.begin()
        memory.forget(live)
        memory.take(reading, of: [live], [:], at: 2)
        #expect(memory.answer(live, at: 3, isHearing: true) == nil)
        let other = memory.begin()
        memory.forgetUnknown()
        memory.take(other, of: [live], [:], at: 4)
        #expect(memory.answer(live, at: 5, isHearing: true) == nil, "word of it may have been lost")
    }

    @Test func `with a limit of 0 no id is remembered as missing`() {
        for var memory in [Self.memory(unknownMax: 0), Self.memory(milliseconds: 0)] {
            memory.take(memory.begin(), of: [live], [:], at: 0)
            #expect(memory.answer(live, at: 0, isHearing: true) == nil)
        }
    }
}
