import Foundation
import NIOCore
import OvationClient
import OvationMedia
import OvationModel
import OvationProcess

/// Viewers receive gifts while others play the picture of the same lives. Rounds with players and rounds without alternate, so that other
/// work of the machine affects both. The difference is the cost of the picture.
struct MediaScenario: LoadScenario, Equatable {
    let name = "media"
    /// The number of players, over all lives.
    let players: Int
    /// The bit rate of each live's picture.
    let bitsPerSecond: Int
    /// How long a fragment lasts.
    let fragmentMilliseconds: Int
    /// The number of rounds. Each measures with players and without.
    let rounds: Int
    /// Over how many seconds the players arrive, in each round.
    let rampSeconds: Double
    /// True to measure nginx in each round as well.
    let isBesideNginx: Bool
    /// How many times higher the p99 of gifts may be with players. Ten milliseconds more are always accepted.
    let giftTimesMax: Double
    /// Bounds of design: the first picture, and how far behind the publisher a fragment's beginning is seen.
    static let firstPictureMillisecondsMax = 1_500.0
    static let behindMillisecondsMax = 3_000.0
    static let giftMillisecondsMore = 10.0
    static let nginxTimesMax = 2.0

    /// The result of one round.
    private struct Round {
        var without: LoadBench.Window
        var with: LoadBench.Window
        var tally: MediaTally
        var memoryBytes: Double?
        var nginxSecondsPerMegabyte: Double?

        /// The CPU time that the players added to the server, for each byte that they got.
        var secondsPerMegabyte: Double? {
            guard let with = with.serverCPUSeconds, let without = without.serverCPUSeconds, tally.bytes > 0 else {
                return nil
            }
            return (with - without * self.with.seconds / self.without.seconds) / (Double(tally.bytes) / 1e6)
        }
    }

    func run(_ bench: LoadBench) async throws -> LoadReport {
        guard let endpoint = bench.fleet.target.endpoint else { throw LoadProblem("The server has no address.") }
        var report = bench.report(name)
        let entered = try await bench.admitAll(0..<bench.plan.viewers)
        let memoryBefore = bench.serverUsage?.residentBytes
        let audience = MediaAudience(target: bench.fleet.target)
        let outcome: Result<(rounds: [Round], first: MediaTally, memoryPublished: Int?), any Error>
        do {
            outcome = .success(
                try await withThrowingTaskGroup(of: Outcome.self) { group in
                    for number in 0..<bench.fleet.target.rooms {
                        let source = MediaSource(
                            endpoint: endpoint, publishing: .address(try await bench.fleet.publishAddress(of: number)),
                            target: bench.fleet.target, number: number, bitsPerSecond: bitsPerSecond,
                            fragmentMilliseconds: fragmentMilliseconds)
                        group.addTask {
                            try await source.run()
                            return .published
                        }
                    }
                    group.addTask { .measured(try await measure(bench, audience)) }
                    defer { group.cancelAll() }
                    while let outcome = try await group.next() {
                        if case .measured(let measured) = outcome { return measured }
                    }
                    throw LoadProblem("The publishers ended before the measurement.")
                })
        } catch {
            outcome = .failure(error)
        }
        await audience.shutDown()
        let measured = try outcome.get()
        try await bench.fleet.stopSending()
        let losses = try await bench.fleet.losses(drainSeconds: bench.plan.patienceSeconds)
        let present = try await bench.fleet.census().present
        if let memoryBefore, let published = measured.memoryPublished {
            report.figure(
                "bytesPerLive", "server memory a live with a picture",
                Double(published - memoryBefore) / Double(bench.fleet.target.rooms), "bytes")
        }
        add(measured.rounds, measured.first, to: &report)
        report.check("every viewer is in", Double(entered), least: Double(bench.plan.viewers))
        report.check("nobody was cut off", Double(entered - present), most: 0)
        report.check(losses)
        if let last = measured.rounds.last { report.checkTool(last.without) }
        return report
    }

    private enum Outcome: Sendable {
        case published
        case measured((rounds: [Round], first: MediaTally, memoryPublished: Int?))
    }

    // MARK: - Measuring

    private func measure(
        _ bench: LoadBench, _ audience: MediaAudience
    ) async throws -> (rounds: [Round], first: MediaTally, memoryPublished: Int?) {
        try await bench.fleet.begin(bench.traffic)
        bench.begin("warm-up")
        // The first players check that there is a picture. Meanwhile the ring fills.
        let first = try await play(bench, audience, rounds: 0)
        try await bench.pause(seconds: bench.plan.durationSeconds / 4)
        try await audience.end()
        _ = try await audience.take(reset: true)
        let published = bench.serverUsage?.residentBytes
        var measured: [Round] = []
        for number in 0..<rounds { measured.append(try await round(number, bench, audience)) }
        return (measured, first, published)
    }

    /// Runs one round. Every second round begins with players.
    private func round(_ number: Int, _ bench: LoadBench, _ audience: MediaAudience) async throws -> Round {
        var without: LoadBench.Window?
        if number.isMultiple(of: 2) { without = try await quiet(number, bench) }
        let memoryBefore = bench.serverUsage?.residentBytes
        var tally = try await play(bench, audience, rounds: number + 1)
        bench.begin("round \(number + 1): players")
        let begun = tally
        _ = try await audience.take(reset: true)
        let with = try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
        let memory = bench.serverUsage?.residentBytes
        tally = try await audience.take(reset: true)
        tally.firstPicture.merge(begun.firstPicture)
        tally.failed += begun.failed
        tally.firstProblem = begun.firstProblem ?? tally.firstProblem
        try await audience.end()
        // The server gives back buffers that were full.
        try await bench.pause(seconds: 0.5)
        if without == nil { without = try await quiet(number, bench) }
        let nginx = isBesideNginx ? try await nginxSecondsPerMegabyte(number, bench) : nil
        return Round(
            without: without ?? with, with: with, tally: tally,
            memoryBytes: memory.flatMap { memory in memoryBefore.map { Double(memory - $0) / Double(max(players, 1)) }
            },
            nginxSecondsPerMegabyte: nginx)
    }

    private func quiet(_ number: Int, _ bench: LoadBench) async throws -> LoadBench.Window {
        bench.begin("round \(number + 1): no players")
        return try await bench.measure { try await bench.pause(seconds: bench.plan.durationSeconds) }
    }

    /// Starts the players, and waits until all of them see a picture.
    private func play(_ bench: LoadBench, _ audience: MediaAudience, rounds number: Int) async throws -> MediaTally {
        bench.begin(number == 0 ? "the first players come" : "round \(number): players come")
        _ = try await audience.take(reset: true)
        try await audience.begin(players, perSecond: Double(players) / max(rampSeconds, 0.05))
        let end = ContinuousClock.now + .seconds(rampSeconds + bench.plan.patienceSeconds)
        while true {
            let tally = try await audience.take()
            if tally.playing >= players { return tally }
            if tally.playing + tally.failed >= players, let problem = tally.firstProblem {
                throw LoadProblem("Not every player sees a picture: \(problem)")
            }
            guard ContinuousClock.now < end else {
                throw LoadProblem(
                    "Only \(tally.playing) of \(players) players see a picture. \(tally.firstProblem ?? "")")
            }
            try await bench.pause(seconds: 0.02)
        }
    }

    /// Measures nginx with the same fragments as files, with as many readers at the same rate.
    private func nginxSecondsPerMegabyte(_ number: Int, _ bench: LoadBench) async throws -> Double? {
        bench.begin("round \(number + 1): nginx")
        let fragment = MediaStamp.fragment(bitsPerSecond: bitsPerSecond, milliseconds: fragmentMilliseconds)
        let server = try await FileServer.start(
            fileCount: 12, bytes: fragment, processors: bench.serverProcessors,
            port: Int.random(in: 30_000..<60_000))
        let readers = FileAudience(address: server.address)
        let result: Result<Double?, any Error>
        do {
            try await readers.begin(players, files: server.files, everyMilliseconds: fragmentMilliseconds)
            try await bench.pause(seconds: 2 * Double(fragmentMilliseconds) / 1_000)
            _ = try await readers.take()
            let before = ProcessUsage.read(pid: server.process.id)
            try await bench.pause(seconds: bench.plan.durationSeconds)
            let came = try await readers.take()
            let after = ProcessUsage.read(pid: server.process.id)
            let megabytes = Double(max(came.bytes, 1)) / 1e6
            if let before, let after {
                result = .success((after.cpuSeconds - before.cpuSeconds) / megabytes)
            } else {
                result = .success(nil)
            }
        } catch {
            result = .failure(error)
        }
        await readers.shutDown()
        await server.stop()
        return try result.get()
    }

    // MARK: - Telling

    /// The value in the middle; nil for no values.
    static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// The largest p99 of gifts that is accepted with players, given the p99 without.
    static func giftMillisecondsMax(without: Double, times: Double) -> Double {
        max(without * times, without + giftMillisecondsMore)
    }

    private func add(_ rounds: [Round], _ first: MediaTally, to report: inout LoadReport) {
        var all = MediaTally()
        all.firstPicture = first.firstPicture
        for round in rounds { all.merge(round.tally) }
        func milliseconds(_ histogram: LatencyHistogram, _ share: Double) -> Double {
            Double(histogram.quantile(share)) / 1e6
        }
        let seconds = rounds.reduce(0) { $0 + $1.with.seconds }
        let perPlayer = Double(all.bytes) / max(seconds, 0.001) / Double(max(players, 1))
        let wanted = Double(bitsPerSecond) / 8
        let fragment = Double(fragmentMilliseconds)
        report.figure("firstPictureP50Milliseconds", "first picture, median", milliseconds(all.firstPicture, 0.5), "ms")
        report.figure("firstPictureP99Milliseconds", "first picture, 99 %", milliseconds(all.firstPicture, 0.99), "ms")
        report.figure("fragmentAgeP50Milliseconds", "publisher to player, median", milliseconds(all.age, 0.5), "ms")
        report.figure("fragmentAgeP99Milliseconds", "publisher to player, 99 %", milliseconds(all.age, 0.99), "ms")
        report.figure(
            "behindP99Milliseconds", "beginning of a fragment behind the publisher, 99 %",
            milliseconds(all.age, 0.99) + fragment, "ms")
        report.figure("bytesPerSecond", "bytes a second", (perPlayer * Double(players)).rounded())
        report.figure("skips", "players moved on", Double(all.skips))
        report.figure("skippedMilliseconds", "by, together", Double(all.skippedMilliseconds), "ms")
        report.figure(
            "bytesPerPlayer", "server memory a player", Self.median(rounds.compactMap(\.memoryBytes)), "bytes")
        let cost = Self.median(rounds.compactMap(\.secondsPerMegabyte)).map { $0 * 1e6 }
        report.figure("serverMicrosecondsPerMegabyte", "server CPU a MB", cost, "µs")
        let nginx = Self.median(rounds.compactMap(\.nginxSecondsPerMegabyte)).map { $0 * 1e6 }
        report.figure("nginxMicrosecondsPerMegabyte", "nginx, the same as files", nginx, "µs")
        let without = Self.median(rounds.map(\.without.giftP99)) ?? 0
        let with = Self.median(rounds.map(\.with.giftP99)) ?? 0
        report.figure("giftP99WithoutMilliseconds", "gift without players, 99 %, median of rounds", without, "ms")
        report.figure("giftP99WithMilliseconds", "gift with players, 99 %, median of rounds", with, "ms")
        report.count("playerCloses", "players that the server cut off, by close code", all.closes.stringKeys)
        if let problem = all.firstProblem {
            report.notes.append("the first thing that went wrong for a player: \(problem)")
        }
        report.check("no player fails", Double(all.failed), most: 0)
        report.check("of the rate reaches each player, %", perPlayer / wanted * 100, least: 90)
        report.check(
            "first picture, 99 %, ms", milliseconds(all.firstPicture, 0.99), most: Self.firstPictureMillisecondsMax)
        report.check(
            "beginning of a fragment behind the publisher, 99 %, ms", milliseconds(all.age, 0.99) + fragment,
            most: Self.behindMillisecondsMax)
        let gifts = rounds.reduce(0) {
            $0 + min(Int($1.with.statistics.gifts.count), Int($1.without.statistics.gifts.count))
        }
        report.check("gifts arrived with players and without", Double(gifts), least: 1)
        report.check(
            "gift with players, 99 %, ms", with, most: Self.giftMillisecondsMax(without: without, times: giftTimesMax))
        if let cost, let nginx, nginx > 0 {
            report.figure("nginxTimes", "server CPU a MB, times nginx's", cost / nginx)
            report.check("server CPU a MB, times nginx's", cost / nginx, most: Self.nginxTimesMax)
        }
    }
}
