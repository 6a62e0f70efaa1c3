import Foundation
import NIOCore
import NIOPosix
import OvationClient
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// One storm: a real server that is killed again and again under real clients, and the books afterwards.
struct Storm {
    /// How hard it blows.
    struct Plan {
        var seed: UInt64
        var orders: Int
        var users: Int
        var kills: Int

        /// A live for every twenty users; each has a host who watches it.
        var lives: Int { max(1, users / 20) }
    }

    /// What became of it.
    struct Outcome: Codable, Sendable {
        var seed: UInt64
        /// Orders that were made, and those that were acknowledged.
        var orders: Int
        var acknowledged: Int
        /// How often the server was killed, and how often an app crashed with an order under way.
        var kills: Int
        var appCrashes: Int
        /// How long another server took to serve after each of them, in milliseconds; empty without another.
        var takeOverMilliseconds: [Int]
        /// Orders that were acknowledged and are not kept, or that no host was shown.
        var lost: Int
        /// Orders that were charged twice, or shown twice.
        var doubled: Int
        /// What does not balance.
        var unbalanced: Int
        /// All of it in sentences.
        var problems: [String]
        var seconds: Double
    }

    let plan: Plan
    let server: any StormTarget

    /// Runs the storm, however it ends within the time that it has.
    func run() async throws -> Outcome {
        let started = ContinuousClock.now
        let record = StormRecord()
        try await server.start()
        // The real clients of hundreds of users in one process: two threads carry them.
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        var random = StormRandom(plan.seed)
        let (counts, crashes) = share(&random)
        let ends = ends(&random)
        do {
            try await blow(server, record, group, counts: counts, crashes: crashes, ends: ends)
        } catch {
            try? await server.end(.killed)
            try? await group.shutdownGracefully()
            throw error
        }
        try await group.shutdownGracefully()
        let status = await server.terminate()
        var audit = StormAudit(record: record, lives: (0..<plan.lives).map(Self.live))
        try await audit.run(try await server.storage())
        if status != 0 { audit.problems.append("The server that was told to stop ended with status \(status).") }
        return Outcome(
            seed: plan.seed, orders: record.orders.count, acknowledged: record.answers.count, kills: ends.count,
            appCrashes: crashes.count, takeOverMilliseconds: server.takeOverMilliseconds,
            lost: audit.lost, doubled: audit.doubled, unbalanced: audit.unbalanced,
            problems: audit.problems, seconds: (ContinuousClock.now - started) / .seconds(1))
    }

    static func live(_ number: Int) -> LiveID { LiveID(unchecked: "storm\(number)") }

    /// How many orders each user makes, and which of them meet a crash of the app (as user × 10,000 + order).
    private func share(_ random: inout StormRandom) -> (counts: [Int], crashes: Set<Int>) {
        var counts = Array(repeating: plan.orders / plan.users, count: plan.users)
        for user in 0..<plan.orders % plan.users { counts[user] += 1 }
        var crashes: Set<Int> = []
        for (user, count) in counts.enumerated() {
            for order in 0..<count where random.below(50) == 0 { crashes.insert(user * 10_000 + order) }
        }
        return (counts, crashes)
    }

    /// After how many acknowledged orders the server is ended, and how.
    private func ends(_ random: inout StormRandom) -> [(count: Int, way: StormEnd)] {
        let last = max(1, plan.orders * 9 / 10)
        let counts = (0..<plan.kills).map { _ in 1 + random.below(last) }.sorted()
        return counts.map { ($0, StormEnd.allCases[random.below(StormEnd.allCases.count)]) }
    }

    private func blow(
        _ server: any StormTarget, _ record: StormRecord, _ group: any EventLoopGroup, counts: [Int], crashes: Set<Int>,
        ends: [(count: Int, way: StormEnd)]
    ) async throws {
        let url = server.url
        let lives = plan.lives
        try await withThrowingTaskGroup(of: Void.self) { storm in
            // Hosts first: a live must be there before anybody enters it.
            var hosts: [(user: StormUser, client: OvationClient)] = []
            for number in 0..<lives {
                let live = Self.live(number)
                let host = StormUser("host\(number)", live: live, serverURL: url, record: record, group: group)
                let client = try await host.logIn { event in
                    if case .room(live, _, .giftReceived(let gift)) = event { record.showed(gift, in: live) }
                }
                try await host.retrying { _ = try await client.createRoom(live, settings: RoomSettings()) }
                hosts.append((host, client))
            }
            storm.addTask { try await Self.end(server, record, ends) }
            storm.addTask {
                try await withThrowingTaskGroup(of: Void.self) { senders in
                    for (number, count) in counts.enumerated() {
                        let user = StormUser(
                            "user\(number)", live: Self.live(number % lives), serverURL: url, record: record,
                            group: group)
                        senders.addTask {
                            try await user.sendOrders(count) { crashes.contains(number * 10_000 + $0) }
                        }
                    }
                    try await senders.waitForAll()
                }
                record.finish()
            }
            try await storm.waitForAll()
            // One more gift a live: when its host is shown it, everything before it was shown.
            for (host, client) in hosts {
                let answer = try await client.sendGift(StormUser.gift, count: 1, to: [], in: host.live)
                record.answered(host.userID, answer.orderID, .success(answer))
                await record.waitUntilShown(host.userID, answer.orderID, in: host.live)
                await client.logOut()
            }
        }
    }

    private static func end(
        _ server: any StormTarget, _ record: StormRecord, _ ends: [(count: Int, way: StormEnd)]
    ) async throws {
        var left = ends[...]
        guard !left.isEmpty else { return }
        for await count in record.progress {
            guard let next = left.first, count >= next.count else { continue }
            left.removeFirst()
            try await server.end(next.way)
            try await server.start()
            if left.isEmpty { return }
        }
    }
}

/// Random numbers that a seed repeats (SplitMix64).
struct StormRandom {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    /// A number below a bound.
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
