import Foundation
import OvationTestKit
import Testing

/// Lives that join, battle and vanish, over a post that loses, repeats and reorders, on homes that crash.
@Suite struct CoHostWorldTests {
    /// With `OVATION_VERIFY` a thousand worlds with seeds of their own, else some that are always the same.
    private static let seeds: [UInt64] = {
        guard Thoroughness.isWhole else { return Array(1...4) }
        let first = UInt64(Date().timeIntervalSince1970)
        return Array(first..<first + 1_000)
    }()

    private static func world(_ seed: UInt64, _ plant: CoHostWorld.Plant? = nil) -> CoHostWorld {
        var world = CoHostWorld(seed: seed, lives: 2 + Int(seed % 5), plant: plant)
        world.run(steps: 400)
        world.settle()
        return world
    }

    @Test
    func `lives and homes get lost, and all end up with the same links and results, and scores are sums of orders`() {
        var results = 0
        for seed in Self.seeds {
            let world = Self.world(seed)
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults)")
            results += world.lives.reduce(0) { $0 + $1.results.count }
        }
        #expect(results > 0, "worlds in which nobody fights show nothing")
    }

    @Test(arguments: CoHostWorld.Plant.allCases) func `a planted fault is found`(plant: CoHostWorld.Plant) {
        // Too many lives in a link are rare, so their search begins where there are some.
        let first: UInt64 = plant == .takesAll ? 32 : 1
        #expect((first...first + 50).contains { !Self.world($0, plant).faults.isEmpty })
    }
}
