import OvationModel
import OvationSimulator
import OvationStorage
import OvationTestKit
import Testing

/// The simulator's database keeps the promises of a cluster, as PostgreSQL does.
@Suite struct MemoryClusterTests {
    private struct Node: NodeUnderTest {
        let database: MemoryDatabase
        let memory: MemoryStorage
        let seat: NodeSeat
        let clock: ManualClock

        var storage: any Storage { memory }

        func renew() async -> Bool { database.renew(seat) }

        func die() async {
            database.endSession(of: seat)
            await others()
        }

        func freeze() async throws { await others(seconds: 4) }

        func leave() async throws { database.leave(seat) }

        /// Lets time pass in which only the other nodes renew their leases.
        private func others(seconds: Int64 = 2) async {
            clock.advance(seconds: seconds)
            for node in (try? await memory.cluster?.nodes()) ?? []
            where node.seat != seat && node.leaseAge < .seconds(5) {
                _ = database.renew(node.seat)
            }
        }
    }

    private struct Nodes: ClusterUnderTest {
        let clock = ManualClock()
        let database: MemoryDatabase

        init() { database = MemoryDatabase { [clock] in clock.now.milliseconds } }

        func join(_ name: String) async throws -> any NodeUnderTest {
            let storage = try database.join(name)
            guard let seat = storage.seat else { throw StorageError("a node without a place") }
            return Node(database: database, memory: storage, seat: seat, clock: clock)
        }
    }

    @Test(arguments: ClusterContract.clauses)
    func `the simulator's database keeps the contract of a cluster`(_ clause: ClusterContract.Clause) async throws {
        try await clause.check(Nodes())
    }
}
