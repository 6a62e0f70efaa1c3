import Foundation
import OvationModel
import Testing

@testable import ovation_lab

/// The load tool runs small loads against a real server.
///
/// The tests check that it counts correctly. The machine's speed does not matter, so every bound is generous.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct LoadTests {
    private func load(
        _ scenario: any LoadScenario, viewers: Int = 50, rooms: Int = 1, chat: Double = 20, gifts: Double = 4,
        textBytes: Int = 200, duration: Double = 1, extra: Int = 0, limits: Limits = Self.open, eventLoops: Int = 2
    ) async throws -> LoadReport {
        let report = Box<LoadReport>()
        try await TestServer.run(limits: limits) { server in
            let run = LoadRun(
                destination: .server(server.url), identity: .secret(TestServer.secret), sdkAppID: 1_400_000_001,
                rooms: rooms, eventLoops: eventLoops, serverPID: ProcessInfo.processInfo.processIdentifier, pins: false,
                showsProgress: false, colors: TerminalColors(areOn: false), mark: LoadRun.makeMark())
            let plan = LoadPlan(
                viewers: viewers, chatPerSecond: chat, giftsPerSecond: gifts, likesPerSecond: 5, textBytes: textBytes,
                rampSeconds: 0, durationSeconds: duration, handshakesAtOnce: 16, patienceSeconds: 60,
                p99MillisecondsMax: 120_000)
            await report.set(try await run.run(scenario, plan: plan, connections: viewers + rooms + extra))
        }
        return try #require(await report.value)
    }

    /// Limits that let the tool send as much as it likes.
    private static var open: Limits {
        var limits = Limits()
        limits.roomMessagesPerSecond = 0
        limits.userMessagesPerSecond = 0
        return limits
    }

    private actor Box<Value: Sendable> {
        private(set) var value: Value?
        func set(_ value: Value) { self.value = value }
    }

    /// Expects that all checks of completeness passed. Checks of speed are left out.
    private func expectNothingLost(_ report: LoadReport) {
        for check in report.checks where check.most == 0 || check.name.hasPrefix("every viewer") {
            #expect(check.passed, "\(check.name): \(check.value); \(report.notes)")
        }
        #expect(report.counts(of: "losses")?["unannounced"] == 0)
        #expect(report.counts(of: "losses")?["stored"] == 0)
    }

    private func figure(_ key: String, _ report: LoadReport) -> Double? {
        report.figures.first { $0.key == key }?.value
    }

    @Test func `fifty viewers in two lives receive everything`() async throws {
        let report = try await load(FanoutScenario(), rooms: 2)
        expectNothingLost(report)
        #expect(try #require(figure("deliveriesPerSecond", report)) > 0)
        #expect(figure("chatP99Milliseconds", report) != nil)
        #expect(figure("giftP99Milliseconds", report) != nil)
        #expect(try #require(report.counts(of: "sent")?["gifts"]) > 0)
    }

    /// Parts of two viewers each, so that a few viewers make many parts.
    private static var parted: Limits {
        var limits = Self.open
        limits.partViewersMax = 2
        limits.exactAudienceMax = 8
        return limits
    }

    @Test func `viewers in many parts receive everything while others enter`() async throws {
        let report = try await load(
            JoinStormScenario(withinSeconds: 120, watchers: 5), viewers: 30, gifts: 20, extra: 5, limits: Self.parted)
        expectNothingLost(report)
        #expect(report.counts(of: "losses")?["repeated"] == 0)
    }

    @Test func `viewers in many parts who were cut off come back and receive everything they missed`() async throws {
        let report = try await load(
            ReconnectScenario(withinSeconds: 120, awaySeconds: 0.3, watchers: 5), viewers: 30, gifts: 20, extra: 5,
            limits: Self.parted)
        expectNothingLost(report)
    }

    @Test(.disabled(if: Sanitizer.isOn, "the tool does not keep up with its own load"))
    func `compressed frames of every part are read again without a loss`() async throws {
        var limits = Self.parted
        limits.compressionResetMilliseconds = 50
        let report = try await load(
            CompressionScenario(ratioMax: 0.9, risePercentMax: .infinity), viewers: 30, chat: 60, gifts: 10,
            textBytes: 0, duration: 1, limits: limits)
        expectNothingLost(report)
    }

    @Test func `barrage over the rate is reported as dropped, with the reason, and is not a loss`() async throws {
        var limits = Limits()
        limits.roomMessagesPerSecond = 5
        limits.roomMessagesBurst = 5
        let report = try await load(FanoutScenario(), chat: 100, limits: limits)
        expectNothingLost(report)
        let dropped = report.counts(of: "dropped")
        #expect(try #require(dropped?["MsgFreqCtrl"]) > 0)
    }

    @Test func `fifty viewers enter a busy live at once`() async throws {
        let report = try await load(JoinStormScenario(withinSeconds: 120, watchers: 5), extra: 5)
        expectNothingLost(report)
        #expect(try #require(figure("secondsUntilAllAreIn", report)) > 0)
    }

    @Test func `fifty viewers who were cut off come back and receive everything they missed`() async throws {
        let report = try await load(
            ReconnectScenario(withinSeconds: 120, awaySeconds: 0.5, watchers: 5), extra: 5)
        expectNothingLost(report)
        #expect(figure("resumed", report).map { $0 + (figure("resumedUnrecovered", report) ?? 0) } == 50)
    }

    @Test(.disabled(if: Sanitizer.isOn, "the tool does not keep up with its own load"))
    func `a viewer who stops reading is cut off, comes back and receives every gift`() async throws {
        var limits = Self.open
        limits.slowConnectionSeconds = 1
        let report = try await load(
            SlowConsumersScenario(stalled: 2, risePercentMax: .infinity, bytesPerConnectionMax: .infinity),
            viewers: 6, chat: 400, textBytes: 2_000, duration: 1, limits: limits)
        expectNothingLost(report)
        for name in ["all are in again", "the server felt those who do not read: events left out, connections cut"] {
            #expect(report.checks.first { $0.name == name }?.passed == true, "\(name): \(report.notes)")
        }
    }

    @Test func `compressed frames have the same events in less than half of the bytes`() async throws {
        let report = try await load(
            CompressionScenario(ratioMax: 0.5, risePercentMax: .infinity), viewers: 30, chat: 60, gifts: 0,
            textBytes: 0,
            duration: 2)
        expectNothingLost(report)
        let plain = try #require(figure("plainBytesPerDelivery", report))
        let small = try #require(figure("compressedBytesPerDelivery", report))
        #expect(small > 0 && small < plain / 2, "\(plain) to \(small) bytes a delivery")
        #expect(try #require(figure("compressedDeliveriesPerSecond", report)) > 0)
    }

    @Test func `idle connections are counted and stay open`() async throws {
        let report = try await load(
            IdleScenario(
                bytesPerConnectionMax: .infinity, microsecondsPerHandshakeMax: .infinity, joins: true,
                separatesHandshake: false),
            gifts: 0, duration: 0.5)
        expectNothing(lostIn: report)
        #expect(report.checks.first { $0.name == "every connection is there" }?.value == 50)
    }

    private func expectNothing(lostIn report: LoadReport) {
        for check in report.checks where check.most == 0 { #expect(check.passed, "\(check.name)") }
    }

    @Test func `at twice the highest sustained rate only barrage is dropped`() async throws {
        // The search for that rate ends at once, because its second step is above the last one.
        let report = try await load(
            OverloadScenario(
                fromPerSecond: 10, toPerSecond: 12, sustainedP99Milliseconds: .infinity, sustainedDeliveryPercentMin: 0),
            viewers: 20, duration: 1)
        expectNothingLost(report)
        #expect(figure("maximumPerSecond", report) == 10)
    }

    @Test(.disabled(if: Sanitizer.isOn, "the tool does not keep up with its own load"))
    func `the commands of hostile users of every kind are counted, as are their refusals, and no gift is lost`()
        async throws
    {
        let report = try await load(
            AbuseScenario(hostile: HostileKind.allCases.count, kinds: HostileKind.allCases, risePercentMax: .infinity),
            viewers: 10, gifts: 20, duration: 2, extra: HostileKind.allCases.count, limits: Limits())
        expectNothingLost(report)
        #expect(report.passed, "\(report.checks.filter { !$0.passed })")
        let offered = try #require(report.counts(of: "hostileFirst"))
            .merging(report.counts(of: "hostileOffered") ?? [:], uniquingKeysWith: +)
        for kind in HostileKind.allCases { #expect(offered[kind.rawValue] ?? 0 > 0, "\(kind)") }
        let refused = try #require(report.counts(of: "hostileRefused"))
        #expect(refused["110030"] ?? 0 > 0, "\(refused)")
    }

    @Test func `a storm of reactions becomes a few events whose counts add up`() async throws {
        let report = try await load(
            ReactionsScenario(tapsPerSecond: 800, tapsPerCommand: 4, eventsPerSecondMax: 20, risePercentMax: .infinity),
            viewers: 20, gifts: 10, duration: 1, limits: Limits())
        expectNothingLost(report)
        let failed = report.checks.filter { !$0.passed && !$0.name.hasPrefix("this tool sends on time") }
        #expect(failed.isEmpty, "\(failed)")
        let taps = try #require(report.counts(of: "taps"))
        #expect(taps["taken"] ?? 0 > 0 && taps["taken"] == taps["offered"], "\(taps)")
    }

    @Test(.disabled(if: Sanitizer.isOn, "the tool does not keep up with its own load"))
    func `the players of two lives receive their pictures, and the report has the cost`() async throws {
        let scenario = MediaScenario(
            players: 6, bitsPerSecond: 200_000, fragmentMilliseconds: 200, rounds: 1, rampSeconds: 0,
            isBesideNginx: false, giftTimesMax: .infinity)
        let report = try await load(scenario, viewers: 10, rooms: 2, gifts: 20, duration: 1, extra: 8)
        expectNothingLost(report)
        for name in ["no player fails", "gifts arrived with players and without"] {
            #expect(report.checks.first { $0.name == name }?.passed == true, "\(name): \(report.notes)")
        }
        for key in [
            "firstPictureP99Milliseconds", "fragmentAgeP99Milliseconds", "bytesPerSecond", "giftP99WithMilliseconds",
        ] {
            #expect(try #require(figure(key, report)) > 0, "\(key)")
        }
        for key in ["bytesPerLive", "bytesPerPlayer", "serverMicrosecondsPerMegabyte", "skips"] {
            #expect(figure(key, report) != nil, "\(key)")
        }
    }

    @Test func `a server that does not answer is reported as a problem in words`() async throws {
        let run = LoadRun(
            destination: .server("ws://127.0.0.1:1"), identity: .dev, sdkAppID: 1_400_000_001, rooms: 1, eventLoops: 1,
            serverPID: nil, pins: false, showsProgress: false, colors: TerminalColors(areOn: false),
            mark: LoadRun.makeMark())
        let plan = LoadPlan(
            viewers: 1, chatPerSecond: 1, giftsPerSecond: 0, likesPerSecond: 0, textBytes: 100, rampSeconds: 0,
            durationSeconds: 1, handshakesAtOnce: 1, patienceSeconds: 1, p99MillisecondsMax: nil)
        await #expect(throws: LoadProblem.self) { try await run.run(FanoutScenario(), plan: plan, connections: 2) }
    }

    @Test func `a refused login is reported as what it is`() async throws {
        try await TestServer.run { server in
            let run = LoadRun(
                destination: .server(server.url), identity: .secret("wrong"), sdkAppID: 1_400_000_001, rooms: 1,
                eventLoops: 1, serverPID: nil, pins: false, showsProgress: false,
                colors: TerminalColors(areOn: false), mark: LoadRun.makeMark())
            let plan = LoadPlan(
                viewers: 1, chatPerSecond: 1, giftsPerSecond: 0, likesPerSecond: 0, textBytes: 100, rampSeconds: 0,
                durationSeconds: 1, handshakesAtOnce: 1, patienceSeconds: 1, p99MillisecondsMax: nil)
            do {
                _ = try await run.run(FanoutScenario(), plan: plan, connections: 2)
                Issue.record("the login was not refused")
            } catch let problem as LoadProblem {
                #expect(problem.description.contains("the lives were not created"))
                #expect(problem.description.contains("700"))
            }
        }
    }

    @Test func `the command starts its own server and stops it`() async throws {
        let server = try await LoadServer.start(
            limits: ["roomMessagesPerSecond": 0], options: [], processors: [])
        #expect(ProcessUsage.read(pid: server.pid) != nil)
        await server.stop()
        #expect(ProcessUsage.read(pid: server.pid) == nil)
    }
}
