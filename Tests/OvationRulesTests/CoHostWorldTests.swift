import OvationTestKit
import Testing

/// Lives that join, battle and vanish, over a post that loses, repeats and reorders, on homes that crash.
@Suite struct CoHostWorldTests {
    /// How many things happen in a world before it settles.
    private static let steps = 400
    /// Four worlds that are always the same. With `OVATION_VERIFY` as many with new seeds as have a million events.
    private static let seeds: [UInt64] = {
        guard Thoroughness.isWhole else { return Array(1...4) }
        var random = SeededGenerator.printed("CoHostWorldTests")
        return (0..<1_000_000 / steps).map { _ in random.next() }
    }()
    /// Worlds with more events that were once not in agreement at their ends.
    private static let onceWrong: [UInt64] = [
        909_834_175_911_460_261, 783_928_941_688_575_896, 8_267_757_031_268_055_717,
    ]

    private static func world(
        _ seed: UInt64, _ plant: CoHostWorld.Plant? = nil, steps: Int = steps
    ) -> CoHostWorld {
        var world = CoHostWorld(seed: seed, lives: 2 + Int(seed % 5), plant: plant)
        world.run(steps: steps)
        world.settle()
        return world
    }

    @Test
    func `lives and homes get lost, and all end up with the same links and results, and scores are sums of orders`() {
        var (results, events) = (0, 0)
        for seed in Self.seeds {
            let world = Self.world(seed)
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults)")
            results += world.lives.reduce(0) { $0 + $1.results.count }
            events += world.eventCount
        }
        #expect(results > 0, "worlds in which nobody fights show nothing")
        #expect(events >= Self.seeds.count * Self.steps)
        if Thoroughness.isWhole { print("CoHostWorldTests: \(events) events, \(results) results of battles") }
    }

    @Test(arguments: onceWrong) func `a world that once did not agree does so`(seed: UInt64) {
        let world = Self.world(seed, steps: 1_500)
        #expect(world.faults.isEmpty, "seed \(seed): \(world.faults)")
        #expect(world.eventCount >= 1_500)
    }

    /// Worlds whose clock was set back at their end, after which nobody woke who waited for an answer.
    @Test(arguments: [2_070_674_667_303_823_349, 12_555_926_550_079_685_178] as [UInt64])
    func `a request ends in time where the clock is set back`(seed: UInt64) {
        #expect(Self.world(seed).faults.isEmpty)
    }

    @Test(arguments: CoHostWorld.Plant.allCases) func `a planted fault is found`(plant: CoHostWorld.Plant) {
        // Too many lives in a link are rare, so their search begins where there are some.
        let first: UInt64 = plant == .takesAll ? 32 : 1
        #expect((first...first + 50).contains { !Self.world($0, plant).faults.isEmpty })
    }
}
