import OvationTestKit
import Testing

@testable import TUILiveKit

@Suite struct GiftEffectQueueTests {
    private typealias Queue = GiftEffectQueue<Show>

    private func names(_ queue: Queue) -> [String] { queue.waiting.map(\.description) }

    @Test func `the first effect starts at once, and the others wait`() {
        var queue = Queue()
        #expect(queue.insert(Show("ax"), at: 0).begin == Show("ax"))
        #expect(queue.insert(Show("bx"), at: 0).begin == nil)
        #expect(queue.insert(Show("cx"), at: 0).begin == nil)
        #expect(queue.finish(at: 1) == Show("bx"))
        #expect(queue.finish(at: 2) == Show("cx"))
        #expect(queue.finish(at: 3) == nil)
        #expect(queue.current == nil && queue.deadline == nil)
    }

    @Test func `repeated gifts of one sender wait as one with their counts added`() {
        var queue = Queue()
        _ = queue.insert(Show("ax"), at: 0)
        _ = queue.insert(Show("bx", 2), at: 0)
        _ = queue.insert(Show("cx"), at: 0)
        _ = queue.insert(Show("bx", 3), at: 0)
        // The playing effect is not counted up, because its count is already on the screen.
        _ = queue.insert(Show("ax"), at: 0)
        #expect(names(queue) == ["bx×5", "cx×1", "ax×1"])
        _ = queue.insert(Show("bx", .max), at: 0)
        #expect(queue.waiting[0].count == .max)
    }

    @Test func `the user's own gifts go first and keep their order`() {
        var queue = Queue()
        for name in ["ax", "bx", "mx", "cx", "my"] { _ = queue.insert(Show(name), at: 0) }
        #expect(names(queue) == ["mx×1", "my×1", "bx×1", "cx×1"])
    }

    @Test func `a full queue drops the last gift that is not the user's own`() {
        var queue = Queue()
        _ = queue.insert(Show("zz"), at: 0)
        for letter in "abcdefghijklmnopqrst" where letter != "m" { _ = queue.insert(Show("\(letter)x"), at: 0) }
        _ = queue.insert(Show("mx"), at: 0)
        #expect(queue.waiting.count == 20 && queue.waiting[0] == Show("mx"))
        #expect(queue.insert(Show("ux"), at: 0).leftOut == Show("ux"))
        #expect(queue.insert(Show("my"), at: 0).leftOut == Show("tx"))
        #expect(queue.waiting.count == 20)
    }

    @Test func `a queue full of the user's own gifts drops the oldest`() {
        var queue = Queue(waitingMax: 2)
        for name in ["zz", "ma", "mb"] { _ = queue.insert(Show(name), at: 0) }
        #expect(queue.insert(Show("mc"), at: 0).leftOut == Show("ma"))
        #expect(names(queue) == ["mb×1", "mc×1"])
    }

    @Test func `a file that never arrives and an effect that never ends become overdue`() {
        var queue = Queue(fileMilliseconds: 10, playMilliseconds: 100)
        _ = queue.insert(Show("ax"), at: 1_000)
        #expect(!queue.isOverdue(at: 1_009) && queue.isOverdue(at: 1_010))
        #expect(queue.start(at: 1_005) == true)
        #expect(!queue.isOverdue(at: 1_104) && queue.isOverdue(at: 1_105))
        #expect(queue.start(at: 1_006) == false, "an effect that already plays does not start again")
    }

    @Test func `random gifts each start, are counted or are dropped, and at most twenty wait`() {
        var random = SeededGenerator.printed()
        var queue = Queue()
        var (offered, seen): (UInt, UInt) = (0, 0)
        for step in 0..<5_000 {
            if Bool.random(using: &random) {
                let name =
                    "\("abcm".randomElement(using: &random) ?? "a")\("uvwxyz".randomElement(using: &random) ?? "x")"
                let (begin, leftOut) = queue.insert(Show(name), at: Int64(step))
                offered += 1
                seen += (begin?.count ?? 0) + (leftOut?.count ?? 0)
            } else {
                seen += queue.finish(at: Int64(step))?.count ?? 0
            }
            #expect(queue.waiting.count <= 20)
            #expect(offered == seen + queue.waiting.reduce(0) { $0 + $1.count })
            let isFirstOwn = queue.waiting.map(\.isOwn)
            #expect(isFirstOwn == isFirstOwn.sorted { $0 && !$1 })
        }
    }
}
