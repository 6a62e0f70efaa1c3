import OvationModel
import OvationRules
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode

/// Each viewer sees every stored event once and in order, whatever the storage loses, delays or stores despite a reported failure.
struct StoredEventsPropertyTests {
    /// A live with viewers in parts, and a storage that numbers events without a gap and sometimes reports a false failure.
    private struct World {
        var random: SeededGenerator
        var kept = KeptInOrder<Int64>(reached: 0)
        var broadcast: Broadcast
        /// The number of the last stored event.
        var last: Int64 = 0
        /// The storage's pending answers; nil for a reported failure.
        var answers: [Int64?] = []
        /// The results of pending readings; nil for a failed one.
        var readings: [(page: [KeptInOrder<Int64>.Read], isFull: Bool)?] = []
        var isPaused = false
        var alarms: [(Broadcast.Alarm, at: UInt64)] = []
        var now: UInt64 = 1
        /// The events that wait for each part, and those that the viewers of each part saw.
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
            perform { $0.divide(in: &$1) }
        }

        mutating func perform(_ work: (inout Broadcast, inout Broadcast.Turn<Free>) -> Void) {
            var turn = Broadcast.Turn(wall: Samples.time, nanoseconds: now, cost: Free())
            work(&broadcast, &turn)
            for action in turn.actions {
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
                case .follow, .takeOver, .upToDate, .keepEnd, .goOn: break
                }
            }
        }

        private mutating func publish(_ durable: Int64) {
            perform {
                $0.publishStored(
                    .roomUpdated, data: [0x7B, 0x7D], durable: durable, at: Samples.time, in: &$1)
            }
        }

        mutating func step() {
            now += UInt64(random.number(0...20)) * 1_000_000
            switch random.number(0...6) {
            case 0, 1:
                // The event is stored, and sometimes its answer is lost.
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
            perform { $0.ring(alarm, at: due, in: &$1) }
        }
    }

    /// A cost of zero for every write.
    private struct Free: WritingCost {
        func nanoseconds(loop: Int) -> UInt64 { 0 }
        var nanosecondsMax: UInt64 { 0 }
    }

    @Test func `every viewer sees every stored event once and in order, in 100,000 random sequences`() async {
        var random = SeededGenerator.printed()
        for _ in 0..<100_000 {
            // Other tests run on the same few threads.
            await Task.yield()
            var world = World(random)
            let before = world.broadcast.lastSeq
            for _ in 0..<12 { world.step() }
            random = world.random
            while !world.answers.isEmpty { world.answer() }
            // A storage that answers again is read to the end.
            world.carryOut(world.kept.mayHaveMissed(nil))
            while !world.readings.isEmpty || world.isPaused { world.read() }
            world.perform { $0.flush(in: &$1) }
            let expected = world.last > 0 ? Array(before + 1...before + world.last) : []
            guard world.kept.reached == world.last, world.broadcast.durable == world.last,
                world.told.allSatisfy({ $0 == expected })
            else {
                Issue.record("stored up to \(world.last), reached \(world.kept.reached), told \(world.told)")
                return
            }
        }
    }
}
