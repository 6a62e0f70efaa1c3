import OvationModel
import OvationRules
import OvationTestKit
import OvationWire
import Testing

@testable import OvationServer

/// Whatever a storage loses, delays or keeps in silence: each viewer is told every stored event once, in the order of their numbers.
struct StoredEventsPropertyTests {
    /// A storage that keeps events under numbers without a gap and may fail to say so, a live, and viewers in parts.
    private struct World {
        var random: SeededGenerator
        var kept = KeptInOrder<Int64>(reached: 0)
        var broadcast: Broadcast
        /// The number of the last event that is kept.
        var last: Int64 = 0
        /// Answers of the storage that are under way; nil for one that says that it failed.
        var answers: [Int64?] = []
        /// Readings that are under way: what each will say.
        var readings: [(page: [KeptInOrder<Int64>.Read], isFull: Bool)?] = []
        var isPaused = false
        var alarms: [(Broadcast.Alarm, at: UInt64)] = []
        var now: UInt64 = 1
        /// What waits for each part, and what the viewers of each were told.
        var waiting: [[Int64]] = [[], [], []]
        var told: [[Int64]] = [[], [], []]

        static let pageMax = 3

        init(_ random: SeededGenerator) {
            self.random = random
            var limits = Limits()
            limits.partViewersMax = 2
            limits.historyMax = 4
            broadcast = Broadcast(
                liveID: Samples.id("l"), durable: 0, loops: 2, homeLoop: 0, limits: limits, at: Samples.time)
            broadcast.setMembers(5)
            for _ in 0..<4 where broadcast.changeViewers(by: 1, loop: 0) {}
            _ = broadcast.changeViewers(by: 1, loop: 1)
            perform { $0.divide(now: $1, cost: Free(), &$2) }
        }

        mutating func perform(_ work: (inout Broadcast, Broadcast.Moment, inout [Broadcast.Action]) -> Void) {
            var actions: [Broadcast.Action] = []
            work(&broadcast, Broadcast.Moment(wall: Samples.time, nanoseconds: now), &actions)
            for action in actions {
                switch action {
                case .add(let event): for part in waiting.indices { waiting[part].append(event.seq ?? 0) }
                case .write(let part, _):
                    told[part] += waiting[part]
                    waiting[part] = []
                case .wake(let alarm, let due): alarms.append((alarm, at: due))
                case .countGifts, .admit, .divide: break
                }
            }
        }

        mutating func carryOut(_ actions: [KeptInOrder<Int64>.Action], page: [KeptInOrder<Int64>.Read] = []) {
            for action in actions {
                switch action {
                case .tell(let durable): publish(durable)
                case .tellRead(let place): publish(page[place].durable)
                case .read(let after):
                    let stored = Array((after + 1..<max(last, after) + 1).prefix(Self.pageMax))
                    let isFull = stored.count == Self.pageMax
                    readings.append(
                        random.number(0...4) == 0 ? nil : (stored.map { .init(durable: $0) }, isFull))
                case .pause: isPaused = true
                case .follow, .takeOver, .upToDate, .endAsRead, .keepEnd, .goOn: break
                }
            }
        }

        private mutating func publish(_ durable: Int64) {
            perform {
                $0.publishStored(
                    .roomUpdated, data: [0x7B, 0x7D], durable: durable, at: Samples.time, now: $1, cost: Free(), &$2)
            }
        }

        mutating func step() {
            now += UInt64(random.number(0...20)) * 1_000_000
            switch random.number(0...6) {
            case 0, 1:
                // Kept, and the answer is lost now and then.
                last += 1
                answers.append(random.number(0...3) == 0 ? nil : last)
            case 2: answers.append(nil)
            case 3, 4: answer()
            case 5: read()
            default: ring()
            }
        }

        mutating func answer() {
            guard !answers.isEmpty else { return }
            let answer = answers.removeFirst()
            carryOut(answer.map { kept.kept($0, durable: $0) } ?? kept.mayHaveMissed(nil))
        }

        mutating func read() {
            if isPaused {
                isPaused = false
                return carryOut(kept.readAfterPause())
            }
            guard !readings.isEmpty else { return }
            guard let (page, isFull) = readings.removeFirst() else { return carryOut(kept.readingFailed()) }
            carryOut(kept.wasRead(page, isFull: isFull), page: page)
        }

        mutating func ring() {
            guard !alarms.isEmpty else { return }
            let (alarm, due) = alarms.removeFirst()
            now = max(now, due)
            perform { $0.ring(alarm, at: due, now: $1, cost: Free(), &$2) }
        }
    }

    /// Writing takes no time.
    private struct Free: WritingCost {
        func nanoseconds(loop: Int) -> UInt64 { 0 }
        var nanosecondsMax: UInt64 { 0 }
    }

    @Test func `every viewer is told every stored event once and in order, in 100,000 random sequences`() {
        var random = SeededGenerator.printed()
        for _ in 0..<100_000 {
            var world = World(random)
            let before = world.broadcast.lastSeq
            for _ in 0..<12 { world.step() }
            random = world.random
            while !world.answers.isEmpty { world.answer() }
            // A storage that answers in the end is read to the end.
            world.carryOut(world.kept.mayHaveMissed(nil))
            while !world.readings.isEmpty || world.isPaused { world.read() }
            world.perform { $0.flush(now: $1, cost: Free(), &$2) }
            let expected = world.last > 0 ? Array(before + 1...before + world.last) : []
            guard world.kept.reached == world.last, world.broadcast.durable == world.last,
                world.told.allSatisfy({ $0 == expected })
            else {
                Issue.record("\(world.last) are kept, \(world.kept.reached) reached: \(world.told)")
                return
            }
        }
    }
}
