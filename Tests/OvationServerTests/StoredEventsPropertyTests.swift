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
        var alarms: [(Alarm, at: UInt64)] = []
        var now: UInt64 = 1
        /// One with a divided loop and one with a whole loop.
        var edges: [Edge] = []

        /// What rings: a live's alarm, or that of a part at an edge.
        enum Alarm {
            case live(Broadcast.Alarm)
            case part(Int, edge: Int)
        }

        /// An edge: the events that wait for each part, and those that the viewers of each part saw.
        struct Edge {
            var schedule: PartSchedule
            var waiting: [[Int64]] = []
            var told: [[Int64]] = []

            mutating func write(_ part: Int, at now: UInt64) {
                schedule.write(part, at: now, cost: Free())
                told[part] += waiting[part]
                waiting[part] = []
            }

            mutating func writeAll(at now: UInt64) {
                for part in schedule.parts.indices where !schedule.parts[part].isEmpty { write(part, at: now) }
            }
        }

        static let pageMax = 3

        init(_ random: SeededGenerator) {
            self.random = random
            var limits = Limits()
            limits.partViewersMax = 2
            limits.historyMax = 4
            broadcast = Broadcast(
                liveID: Samples.id("l"), durable: 0, seqBase: 1_000, hasEdgesElsewhere: self.random.chance(0.5),
                limits: limits)
            broadcast.setMembers(5)
            for (number, viewers) in [4, 1].enumerated() {
                var schedule = PartSchedule(loops: 1, limits: limits)
                _ = schedule.changeViewers(by: viewers, loop: 0)
                _ = schedule.divide()
                let none: [[Int64]] = schedule.parts.map { _ in [] }
                edges.append(Edge(schedule: schedule, waiting: none, told: none))
                var report = EdgeReport(edge: EdgeID(number: UInt16(number)))
                report.isDivided = schedule.isDivided
                broadcast.note(report)
            }
        }

        mutating func perform(_ work: (inout Broadcast, inout Broadcast.Turn) -> Void) {
            var turn = Broadcast.Turn(wall: Samples.time, nanoseconds: now)
            work(&broadcast, &turn)
            for action in turn.actions {
                switch action {
                case .send(let batch): for edge in edges.indices { take(batch, edge) }
                case .flush: for edge in edges.indices { edges[edge].writeAll(at: now) }
                case .wake(let alarm, let due): alarms.append((.live(alarm), at: due))
                case .countGifts, .admit: break
                }
            }
        }

        private mutating func take(_ batch: EdgeMessage.EventBatch, _ edge: Int) {
            edges[edge].schedule.members = batch.members
            for event in batch.events {
                edges[edge].schedule.add(isNumbered: true)
                for part in edges[edge].waiting.indices { edges[edge].waiting[part].append(event.seq ?? 0) }
            }
            for part in edges[edge].waiting.indices {
                switch edges[edge].schedule.decide(part, isNumbered: true, at: now, cost: Free()) {
                case .write: edges[edge].write(part, at: now)
                case .wake(let due): alarms.append((.part(part, edge: edge), at: due))
                case .wait: break
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
            switch alarm {
            case .live(let alarm): perform { $0.ring(alarm, at: due, in: &$1) }
            case .part(let part, let edge):
                if edges[edge].schedule.isDue(part, at: due) { edges[edge].write(part, at: now) }
            }
        }
    }

    /// A cost of zero for every write.
    private struct Free: WritingCost {
        func nanoseconds(loop: Int) -> UInt64 { 0 }
        var nanosecondsMax: UInt64 { 0 }
    }

    @Test func `every viewer sees every stored event once and in order, in random sequences of all that may happen`()
        async
    {
        var random = SeededGenerator.printed()
        for _ in 0..<Thoroughness.rounds(15_000, verify: 100_000) {
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
            let told = world.edges.flatMap(\.told)
            let expected = world.last > 0 ? Array(before + 1...before + world.last) : []
            guard world.kept.reached == world.last, world.broadcast.durable == world.last,
                told.allSatisfy({ $0 == expected })
            else {
                Issue.record("stored up to \(world.last), reached \(world.kept.reached), told \(told)")
                return
            }
        }
    }
}
