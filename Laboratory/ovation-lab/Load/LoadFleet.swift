import Foundation
import NIOCore
import NIOPosix
import OvationModel

/// All viewers of a run, over the event loops of the tool.
final class LoadFleet: Sendable {
    let target: LoadTarget
    private let group: MultiThreadedEventLoopGroup
    private let shards: [LoadShard]
    private let hostileGroup: MultiThreadedEventLoopGroup
    /// Hostile users have an event loop of their own: on one with the honest users it would be the tool that keeps these waiting.
    let hostileShard: LoadShard

    init(target: LoadTarget, eventLoops: Int) {
        self.target = target
        group = MultiThreadedEventLoopGroup(numberOfThreads: eventLoops)
        shards = group.makeIterator().enumerated().map { LoadShard(eventLoop: $1, number: $0, target: target) }
        hostileGroup = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        hostileShard = LoadShard(eventLoop: hostileGroup.next(), number: eventLoops, target: target)
    }

    /// Which loop a viewer is on: those of a live are spread, and the first of each is where the live's traffic comes from.
    private func shard(of viewer: Int) -> Int { (viewer / target.rooms + viewer % target.rooms) % shards.count }

    private func byShard(_ viewers: [Int]) -> [[Int]] {
        var split = Array(repeating: [Int](), count: shards.count)
        for viewer in viewers { split[shard(of: viewer)].append(viewer) }
        return split
    }

    func each<Value: Sendable>(_ work: @escaping @Sendable (LoadShard) -> Value) async throws -> [Value] {
        var values: [Value] = []
        for shard in shards { values.append(try await shard.submit(work)) }
        return values
    }

    // MARK: - Lives

    /// Creates the lives, and says which gift is the cheapest.
    ///
    /// - Throws: ``LoadProblem`` where a live cannot be created within a minute.
    func createRooms() async throws -> GiftID? {
        for number in 0..<target.rooms {
            try await shards[shard(of: number)].submit { $0.createRoom(number) }
        }
        try await poll(seconds: 60, "the lives were not created") {
            try await self.each { shard in
                (
                    shard.areRoomsCreated && (shard.cheapestGift != nil || !shard.hasOwners),
                    shard.statistics.firstProblem
                )
            }
        }
        return try await each { $0.cheapestGift ?? nil }.compactMap { $0 }.first
    }

    /// Asks the owner of a live where to publish its picture: a path with a ticket for one connection.
    ///
    /// - Throws: ``LoadProblem`` where the server does not say it.
    func publishAddress(of number: Int) async throws -> String {
        let shard = shards[shard(of: number)]
        try await shard.submit { $0.askToPublish(number) }
        try await poll(seconds: 60, "nobody says where to publish") {
            [try await shard.submit { ($0.publishAddress(of: number) != nil, $0.statistics.firstProblem) }]
        }
        guard let address = try await shard.submit({ $0.publishAddress(of: number) }) else {
            throw LoadProblem("nobody says where to publish")
        }
        return address
    }

    /// Ends the lives and closes everything.
    func shutDown() async {
        _ = try? await each { $0.endRooms() }
        try? await poll(seconds: 10, "") { try await self.each { ($0.areRoomsEnded, nil) } }
        _ = try? await each { $0.leave() }
        try? await endHostile()
        try? await group.shutdownGracefully()
        try? await hostileGroup.shutdownGracefully()
    }

    // MARK: - Viewers

    func connect(
        _ viewers: Range<Int>, until goal: LoadViewer.Goal = .present, perSecond: Double? = nil,
        inFlightMax: Int = 256, receiveBufferBytes: Int? = nil
    ) async throws {
        let count = Double(shards.count)
        for (shard, numbers) in zip(shards, byShard(Array(viewers))) {
            try await shard.submit {
                $0.connect(
                    numbers, until: goal, perSecond: perSecond.map { $0 / count },
                    inFlightMax: max(1, inFlightMax / Int(count)), receiveBufferBytes: receiveBufferBytes)
            }
        }
    }

    func proceed(to goal: LoadViewer.Goal) async throws { _ = try await each { $0.proceed(to: goal) } }

    func drop(_ viewers: Range<Int>) async throws {
        for (shard, numbers) in zip(shards, byShard(Array(viewers))) { try await shard.submit { $0.drop(numbers) } }
    }

    func reconnect(_ viewers: Range<Int>, inFlightMax: Int) async throws {
        let count = shards.count
        for (shard, numbers) in zip(shards, byShard(Array(viewers))) {
            try await shard.submit { $0.reconnect(numbers, inFlightMax: max(1, inFlightMax / count)) }
        }
    }

    func setReading(_ isReading: Bool, _ viewers: Range<Int>) async throws {
        for (shard, numbers) in zip(shards, byShard(Array(viewers))) {
            try await shard.submit { $0.setReading(isReading, numbers) }
        }
    }

    func setReconnects(_ reconnects: Bool) async throws { _ = try await each { $0.setReconnects(reconnects) } }

    func setOffersCompression(_ offers: Bool) async throws { _ = try await each { $0.setOffersCompression(offers) } }

    // MARK: - Traffic

    /// Begins to send into every live.
    func begin(_ traffic: LoadTraffic) async throws {
        var rooms = Array(repeating: [Int](), count: shards.count)
        for number in 0..<target.rooms { rooms[shard(of: number)].append(number) }
        for (shard, numbers) in zip(shards, rooms) { try await shard.submit { $0.begin(traffic, rooms: numbers) } }
    }

    /// Lets everybody who is in listen to what all tap, and waits until the server has answered so many.
    func listen(viewers: Int) async throws {
        _ = try await each { $0.listen() }
        try await poll(seconds: 60, "not everybody listens") {
            let listening = try await self.statistics().listening
            return [(listening >= viewers, nil)]
        }
    }

    /// Lets everybody who is in take a seat, and waits until the server has answered so many.
    func sit(viewers: Int) async throws {
        _ = try await each { $0.sit() }
        try await poll(seconds: 60, "not everybody sits") {
            let statistics = try await self.statistics()
            return [(statistics.listening >= viewers, statistics.firstProblem)]
        }
    }

    /// Waits until every change of a seat is answered, and returns how many are not.
    func unansweredSeatChanges(patienceSeconds: Double) async throws -> Int {
        let end = ContinuousClock.now + .seconds(patienceSeconds)
        while true {
            let left = try await each(\.unansweredSeatChanges).reduce(0, +)
            if left == 0 || ContinuousClock.now >= end { return left }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    func stopSending() async throws { _ = try await each { $0.stopSending() } }

    // MARK: - Looking

    func census() async throws -> LoadCensus { try await each(\.census).reduce(LoadCensus(), +) }

    /// What was counted; with `reset` it begins anew.
    func statistics(reset: Bool = false) async throws -> LoadStatistics {
        var sum = LoadStatistics()
        for statistics in try await each({ $0.take(reset: reset) }) { sum.merge(statistics) }
        return sum
    }

    /// Waits until all viewers are as far as they were told to go, or are over.
    @discardableResult
    func settle(seconds: Double, _ isSettled: @escaping @Sendable (LoadCensus) -> Bool) async throws -> LoadCensus {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let census = try await census()
            if isSettled(census) || ContinuousClock.now >= end { return census }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Waits until nothing more comes, then compares what each viewer saw with what its live told.
    func losses(drainSeconds: Double) async throws -> LoadLosses {
        let end = ContinuousClock.now + .seconds(drainSeconds)
        var quietSince = ContinuousClock.now
        var last = -1
        while ContinuousClock.now < end {
            let bytes = try await statistics().bytes
            let unanswered = try await each(\.unansweredGifts).reduce(0, +)
            if bytes != last {
                last = bytes
                quietSince = .now
            } else if unanswered == 0, ContinuousClock.now - quietSince > .milliseconds(500) {
                break
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        var places: [Int: (seq: Int64, durable: Int64)] = [:]
        for some in try await each(\.places) {
            places.merge(some) { (max($0.seq, $1.seq), max($0.durable, $1.durable)) }
        }
        let told = places
        return try await each { $0.losses(places: told) }.reduce(LoadLosses(), +)
    }

    /// Asks every loop again and again until all say yes.
    private func poll(
        seconds: Double, _ failure: String,
        _ ask: @escaping @Sendable () async throws -> [(isDone: Bool, problem: String?)]
    ) async throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let answers = try await ask()
            if answers.allSatisfy(\.isDone) { return }
            if let problem = answers.compactMap(\.problem).first { throw LoadProblem("\(failure): \(problem)") }
            if ContinuousClock.now >= end { throw LoadProblem("\(failure) within \(Int(seconds)) s") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

/// Why a load cannot be made.
struct LoadProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
