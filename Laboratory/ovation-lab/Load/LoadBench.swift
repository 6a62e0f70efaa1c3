import Foundation
import NIOCore
import OvationModel

/// What a scenario works with: the viewers, the server as far as it can be looked at, and the line that shows how it goes.
final class LoadBench: Sendable {
    let fleet: LoadFleet
    let plan: LoadPlan
    let gift: GiftID?
    private let serverPID: Int32?
    private let progress: LoadProgress

    init(fleet: LoadFleet, plan: LoadPlan, gift: GiftID?, serverPID: Int32?, progress: LoadProgress) {
        self.fleet = fleet
        self.plan = plan
        self.gift = gift
        self.serverPID = serverPID
        self.progress = progress
    }

    /// Says what is being done now.
    func begin(_ step: String) { progress.begin(step) }

    /// What the server has used; nil where it cannot be looked at.
    var serverUsage: ProcessUsage? { serverPID.flatMap { ProcessUsage.read(pid: $0) } }

    /// The processors on which the server may run; empty where it cannot be looked at.
    var serverProcessors: [Int] { serverPID.map { Machine.processors(of: String($0)) } ?? [] }

    /// What this process has used.
    var ownUsage: ProcessUsage? { ProcessUsage.read(pid: ProcessInfo.processInfo.processIdentifier) }

    /// What the server says of itself; nil over TLS, and where the page is not reachable.
    func metrics() async -> MetricsPage? {
        guard fleet.target.tls == nil else { return nil }
        return await MetricsPage.fetch(host: fleet.target.host, address: fleet.target.address)
    }

    /// The traffic of the plan.
    var traffic: LoadTraffic {
        LoadTraffic(
            chatPerSecond: plan.chatPerSecond, giftsPerSecond: plan.giftsPerSecond, likesPerSecond: plan.likesPerSecond,
            textBytes: plan.textBytes, gift: plan.giftsPerSecond > 0 ? gift : nil)
    }

    func pause(seconds: Double) async throws {
        try await Task.sleep(for: .milliseconds(Int64(seconds * 1_000)))
    }

    /// What was counted and used in a stretch of time.
    struct Window: Sendable {
        var statistics: LoadStatistics
        var seconds: Double
        var serverCPUSeconds: Double?
        var toolCPUSeconds: Double?
        var serverBytes: Int?

        var deliveriesPerSecond: Double { Double(statistics.deliveries) / seconds }
        var chatP50: Double { Double(statistics.chat.quantile(0.5)) / 1e6 }
        var chatP99: Double { Double(statistics.chat.quantile(0.99)) / 1e6 }
        var giftP99: Double { Double(statistics.gifts.quantile(0.99)) / 1e6 }
        var serverMicrosecondsPerDelivery: Double? {
            statistics.deliveries > 0 ? serverCPUSeconds.map { $0 * 1e6 / Double(statistics.deliveries) } : nil
        }
    }

    /// Counts while something goes on.
    func measure(_ work: () async throws -> Void) async throws -> Window {
        _ = try await fleet.statistics(reset: true)
        let serverBefore = serverUsage
        let toolBefore = ownUsage
        let begin = NIODeadline.now()
        try await work()
        let seconds = Double((NIODeadline.now() - begin).nanoseconds) / 1e9
        let serverAfter = serverUsage
        let toolAfter = ownUsage
        return Window(
            statistics: try await fleet.statistics(reset: true), seconds: seconds,
            serverCPUSeconds: serverAfter.flatMap { after in serverBefore.map { after.cpuSeconds - $0.cpuSeconds } },
            toolCPUSeconds: toolAfter.flatMap { after in toolBefore.map { after.cpuSeconds - $0.cpuSeconds } },
            serverBytes: serverAfter?.residentBytes)
    }

    /// Lets all viewers in, over the ramp of the plan, and says how many are in.
    func admitAll(_ viewers: Range<Int>) async throws -> Int {
        begin("\(viewers.count) viewers come in")
        let already = try await fleet.census().present
        try await fleet.connect(
            viewers, perSecond: plan.rampSeconds > 0 ? max(1, Double(viewers.count) / plan.rampSeconds) : nil,
            inFlightMax: plan.handshakesAtOnce)
        let wanted = already + viewers.count
        let census = try await fleet.settle(seconds: plan.rampSeconds + plan.patienceSeconds) {
            $0.present + $0.over >= wanted
        }
        return census.present - already
    }
}

/// What a scenario is to do.
struct LoadPlan: Sendable, Equatable {
    var viewers: Int
    var chatPerSecond: Double
    var giftsPerSecond: Double
    var likesPerSecond: Double
    /// Bytes of a message's text; 0 for what people write.
    var textBytes: Int
    var rampSeconds: Double
    var durationSeconds: Double
    /// How many handshakes may be under way at a time.
    var handshakesAtOnce: Int
    /// How long it waits for something that should have happened long ago.
    var patienceSeconds: Double
    /// The largest p99 that is accepted, in milliseconds; nil where none was asked for.
    var p99MillisecondsMax: Double?
}

extension LoadReport {
    /// The figures of a stretch of time in which viewers listened.
    ///
    /// - Parameter tellsCost: whether the server did little else, so that its CPU time may be divided by the deliveries.
    mutating func add(_ window: LoadBench.Window, prefix: String = "", tellsCost: Bool = true) {
        let statistics = window.statistics
        func key(_ name: String) -> String {
            prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
        }
        func label(_ name: String) -> String { prefix.isEmpty ? name : "\(prefix): \(name)" }
        figure(key("deliveriesPerSecond"), label("deliveries a second"), window.deliveriesPerSecond.rounded())
        if !statistics.chat.isEmpty {
            figure(key("chatP50Milliseconds"), label("message, median"), window.chatP50, "ms")
            figure(key("chatP99Milliseconds"), label("message, 99 %"), window.chatP99, "ms")
            figure(key("chatMaxMilliseconds"), label("message, slowest"), Double(statistics.chat.max) / 1e6, "ms")
        }
        if !statistics.gifts.isEmpty {
            figure(
                key("giftP50Milliseconds"), label("gift, median"), Double(statistics.gifts.quantile(0.5)) / 1e6, "ms")
            figure(key("giftP99Milliseconds"), label("gift, 99 %"), window.giftP99, "ms")
        }
        if tellsCost {
            figure(
                key("serverMicrosecondsPerDelivery"), label("server CPU a delivery"),
                window.serverMicrosecondsPerDelivery, "µs")
        }
        figure(key("serverCores"), label("server CPU"), window.serverCPUSeconds.map { $0 / window.seconds }, "cores")
        figure(key("serverBytes"), label("server memory"), window.serverBytes.map { Double($0) / 1e6 }, "MB")
        figure(key("toolCores"), label("CPU of this tool"), window.toolCPUSeconds.map { $0 / window.seconds }, "cores")
        figure(
            key("sendLagP99Milliseconds"), label("sent late by this tool, 99 %"),
            statistics.lag.isEmpty ? nil : Double(statistics.lag.quantile(0.99)) / 1e6, "ms")
    }

    /// What was sent and what became of it.
    mutating func add(sent statistics: LoadStatistics) {
        count(
            "sent", "sent",
            ["messages": statistics.sentChat, "gifts": statistics.sentGifts, "likes": statistics.sentLikes])
        count("dropped", "messages that the server dropped, and said so", statistics.droppedChat)
        count("errors", "refused, by error code", statistics.errors.stringKeys)
        count("closes", "connections that the server ended, by close code", statistics.closes.stringKeys)
        if let problem = statistics.firstProblem { notes.append("the first thing that went wrong: \(problem)") }
    }

    /// That nothing was lost that was not announced, and no gift at all.
    mutating func check(_ losses: LoadLosses) {
        count(
            "losses", "losses",
            [
                "announced": Int(losses.announced), "unannounced": Int(losses.unannounced),
                "stored": Int(losses.stored), "unansweredGifts": losses.unansweredGifts,
                "repeated": Int(losses.repeated),
            ],
            labels: [
                "unannounced": "not announced", "stored": "gifts and control",
                "unansweredGifts": "orders without an answer", "repeated": "told twice",
            ])
        check("no event is lost without a word", Double(losses.unannounced), most: 0)
        check("no gift or control event is lost", Double(losses.stored), most: 0)
        check("every order of gifts is answered", Double(losses.unansweredGifts), most: 0)
    }

    /// That what was measured was the server and not the tool.
    mutating func checkTool(_ window: LoadBench.Window) {
        let late = Double(window.statistics.lag.quantile(0.99)) / 1e6
        check("this tool sends on time, 99 %, ms", late, most: 250)
        if let used = window.toolCPUSeconds, used / window.seconds > 0.95 {
            notes.append("This tool used a whole core, so latencies are partly its own.")
        }
    }
}

extension [Int: Int] {
    var stringKeys: [String: Int] { [String: Int](uniqueKeysWithValues: map { (String($0.key), $0.value) }) }
}

extension [UInt16: Int] {
    var stringKeys: [String: Int] { [String: Int](uniqueKeysWithValues: map { (String($0.key), $0.value) }) }
}
