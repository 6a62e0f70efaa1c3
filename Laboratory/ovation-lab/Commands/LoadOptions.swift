import ArgumentParser
import Foundation
import OvationCommandLine

/// The flags that all scenarios of `ovation-lab load` share.
struct LoadOptions: ParsableArguments {
    /// What a scenario does where the command line says nothing.
    struct Defaults: Sendable {
        var viewers = 1_000
        var chat = 40.0
        var gifts = 1.0
        var likes = 5.0
        var textBytes = 200
        var ramp = 0.0
        var duration = 10.0
        var atOnce = 256
        /// Limits of a server that is started for it.
        var limits: [String: Int] = [:]
    }

    /// When colours are used.
    enum Color: String, ExpressibleByArgument, CaseIterable, Sendable { case auto, always, never }

    @Option(help: ArgumentHelp("The server (default: OVATION_SERVER_URL, else ws://127.0.0.1:8080).", valueName: "url"))
    var server: String?

    @Flag(
        help: """
            Start a server for this run ("ovation serve --dev", of the same folder or OVATION_BIN, data that are thrown \
            away, no rate limit), on processors of its own where the machine has more than one.
            """)
    var startServer = false

    @Option(
        name: .customLong("server-set"), parsing: .singleValue,
        help: ArgumentHelp("With --start-server: a key of its configuration; may be repeated.", valueName: "key=value"))
    var serverOptions: [String] = []

    @Flag(inversion: .prefixedNo, help: "With --start-server: one processor for the server, the others for this tool.")
    var pin = true

    @Option(help: ArgumentHelp("The server's process, to measure its CPU time and memory.", valueName: "number"))
    var serverPid: Int32?

    @Option(
        help: ArgumentHelp(
            "The app's secret (or OVATION_APP_SECRET); without it the UserSig is \"dev\".", valueName: "text"))
    var secret: String?

    @Option(name: .customLong("sdk-app-id"), help: ArgumentHelp("The app.", valueName: "number"))
    var sdkAppID = 1_400_000_001

    @Option(help: ArgumentHelp("Viewers over all lives.", valueName: "number"))
    var viewers: Int?

    @Option(help: ArgumentHelp("Lives; the viewers are spread over them.", valueName: "number"))
    var rooms = 1

    @Option(help: ArgumentHelp("Messages a second into each live.", valueName: "number"))
    var chat: Double?

    @Option(help: ArgumentHelp("Gifts a second into each live, the cheapest of the catalogue.", valueName: "number"))
    var gifts: Double?

    @Option(help: ArgumentHelp("Likes a second into each live.", valueName: "number"))
    var likes: Double?

    @Option(help: ArgumentHelp("Bytes of a message's text.", valueName: "number"))
    var textBytes: Int?

    @Option(help: ArgumentHelp("Seconds over which viewers come in; 0 for as fast as they can.", valueName: "seconds"))
    var ramp: Double?

    @Option(help: ArgumentHelp("Seconds that are measured.", valueName: "seconds"))
    var duration: Double?

    @Option(help: ArgumentHelp("Handshakes that may be under way at a time.", valueName: "number"))
    var atOnce: Int?

    @Option(help: ArgumentHelp("Threads of this tool (default: one for each two processors).", valueName: "number"))
    var eventLoops: Int?

    @Option(
        name: .customLong("p99-max"),
        help: ArgumentHelp("Fail where 99 % of the messages are not younger than this.", valueName: "ms"))
    var p99Max: Double?

    @Option(help: ArgumentHelp("Seconds to wait for what should have happened long ago.", valueName: "seconds"))
    var patience = 60.0

    @Option(
        help: ArgumentHelp(
            "8 letters and digits in the names of lives (load_MARK_0 …), owners (lo_MARK_0 …) and viewers. A live that is there is used.",
            valueName: "text"))
    var mark: String?

    @Flag(help: "Print JSON: {\"scenario\", \"figures\", \"checks\", \"counts\", \"passed\", …}.")
    var json = false

    @Option(help: ArgumentHelp("auto, always or never; auto is for a terminal without NO_COLOR.", valueName: "when"))
    var color = Color.auto

    func validate() throws {
        func positive(_ value: Double?, _ name: String, from least: Double = 0, to most: Double) throws {
            guard let value, !(value >= least && value <= most) else { return }
            throw ValidationError("\(name) is from \(Self.short(least)) to \(Self.short(most)).")
        }
        try positive(viewers.map(Double.init), "--viewers", from: 1, to: 500_000)
        try positive(Double(rooms), "--rooms", from: 1, to: 10_000)
        try positive(chat, "--chat", to: 1_000_000)
        try positive(gifts, "--gifts", to: 100_000)
        try positive(likes, "--likes", to: 1_000_000)
        try positive(textBytes.map(Double.init), "--text-bytes", from: 64, to: 60_000)
        try positive(ramp, "--ramp", to: 86_400)
        try positive(duration, "--duration", from: 0.1, to: 86_400)
        try positive(atOnce.map(Double.init), "--at-once", from: 1, to: 100_000)
        try positive(eventLoops.map(Double.init), "--event-loops", from: 1, to: 1_024)
        try positive(p99Max, "--p99-max", from: 1, to: 1_000_000)
        try positive(patience, "--patience", from: 1, to: 86_400)
        if let mark, mark.utf8.count != 8 || !mark.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
            throw ValidationError("--mark is 8 letters and digits.")
        }
        if startServer, server != nil { throw ValidationError("Give --server or --start-server, not both.") }
        if startServer, secret != nil {
            throw ValidationError("A server of --start-server knows the UserSig \"dev\" only.")
        }
        if !startServer, !serverOptions.isEmpty { throw ValidationError("--server-set needs --start-server.") }
        if let wrong = serverOptions.first(where: { !$0.contains("=") }) {
            throw ValidationError("\"\(wrong)\" is no key=value, as in --server-set limits.slowConnectionSeconds=5.")
        }
    }

    private static func short(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }

    /// What is to be done, from what was given and the scenario's defaults.
    func plan(_ defaults: Defaults) -> LoadPlan {
        LoadPlan(
            viewers: viewers ?? defaults.viewers, chatPerSecond: chat ?? defaults.chat,
            giftsPerSecond: gifts ?? defaults.gifts, likesPerSecond: likes ?? defaults.likes,
            textBytes: textBytes ?? defaults.textBytes, rampSeconds: ramp ?? defaults.ramp,
            durationSeconds: duration ?? defaults.duration, handshakesAtOnce: atOnce ?? defaults.atOnce,
            patienceSeconds: patience, p99MillisecondsMax: p99Max)
    }

    /// How the run is set up.
    func run(_ defaults: Defaults, environment: [String: String] = ProcessInfo.processInfo.environment) -> LoadRun {
        // The load is meant to reach the viewers, so no rate holds it back unless an option asks for one.
        let open = ["roomMessagesPerSecond": 0, "userMessagesPerSecond": 0]
        let url = server ?? environment["OVATION_SERVER_URL"] ?? "ws://127.0.0.1:8080"
        let secret = startServer ? nil : secret ?? environment["OVATION_APP_SECRET"]
        return LoadRun(
            destination: startServer
                ? .own(limits: open.merging(defaults.limits) { $1 }, options: serverOptions)
                : .server(url),
            identity: secret.map { .secret($0) } ?? .dev, sdkAppID: sdkAppID, rooms: rooms,
            eventLoops: eventLoops ?? max(1, ProcessInfo.processInfo.activeProcessorCount / 2), serverPID: serverPid,
            pins: pin, showsProgress: isatty(STDERR_FILENO) == 1,
            colors: TerminalColors(areOn: usesColors(environment)),
            mark: mark.map { StampMark(run: $0) } ?? LoadRun.makeMark())
    }

    private func usesColors(_ environment: [String: String]) -> Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto: isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
        }
    }

    /// Runs a scenario and says how it went: exits with 0 where everything holds, with 1 where not, with 2 where it could not
    /// be run.
    func perform(_ scenario: any LoadScenario, _ defaults: Defaults, extraConnections: Int = 0) async throws {
        let run = run(defaults)
        let plan = plan(defaults)
        let report: LoadReport
        do {
            report = try await run.run(scenario, plan: plan, connections: plan.viewers + rooms + extraConnections)
        } catch let problem as LoadProblem {
            StandardError.print(problem.description)
            throw ExitCode(2)
        }
        if json { try JSONOutput.print(report) } else { print(report.text(colors: run.colors)) }
        if !report.passed { throw ExitCode(1) }
    }
}
