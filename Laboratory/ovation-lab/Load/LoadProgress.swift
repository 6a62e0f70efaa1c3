import Foundation
import NIOCore
import Synchronization

/// The line that shows how a run goes: once a second, on a terminal only.
final class LoadProgress: Sendable {
    private struct State {
        var step = ""
        var deliveries = 0
        var toldAt = NIODeadline.now()
    }

    private let state = Mutex(State())
    private let isShown: Bool
    private let colors: TerminalColors
    private let started = NIODeadline.now()

    init(isShown: Bool, colors: TerminalColors) {
        self.isShown = isShown
        self.colors = colors
    }

    /// Says what is being done from now on.
    func begin(_ step: String) { state.withLock { $0.step = step } }

    /// Shows the line until the task is cancelled.
    func run(_ fleet: LoadFleet, serverPID: Int32?) async {
        guard isShown else { return }
        var usage = serverPID.flatMap { ProcessUsage.read(pid: $0) }
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
            guard !Task.isCancelled, let statistics = try? await fleet.statistics(),
                let census = try? await fleet.census()
            else { break }
            let now = serverPID.flatMap { ProcessUsage.read(pid: $0) }
            show(statistics, census, server: now.flatMap { now in usage.map { now.cpuSeconds - $0.cpuSeconds } })
            usage = now
        }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }

    private func show(_ statistics: LoadStatistics, _ census: LoadCensus, server: Double?) {
        let now = NIODeadline.now()
        let (step, deliveries, seconds) = state.withLock { state in
            // Counters begin anew with each measurement.
            let more = statistics.deliveries - (statistics.deliveries >= state.deliveries ? state.deliveries : 0)
            let seconds = Double((now - state.toldAt).nanoseconds) / 1e9
            state.deliveries = statistics.deliveries
            state.toldAt = now
            return (state.step, more, seconds)
        }
        let elapsed = (now - started).nanoseconds / 1_000_000_000
        var parts = ["\(elapsed) s", step, "\(LoadReport.number(Double(census.present))) in"]
        if deliveries > 0 {
            parts.append("\(LoadReport.number((Double(deliveries) / seconds).rounded())) deliveries/s")
            let p50 = Double(statistics.chat.quantile(0.5)) / 1e6
            let p99 = Double(statistics.chat.quantile(0.99)) / 1e6
            parts.append("p50 \(LoadReport.number(p50)) p99 \(LoadReport.number(p99)) ms")
        }
        if let server { parts.append("server \(LoadReport.number(server / seconds)) cores") }
        let problems = statistics.connectsFailed + statistics.closes.values.reduce(0, +)
        var line = colors.dim(parts.joined(separator: "  "))
        if problems > 0 { line += "  " + colors.bad("\(problems) connections failed") }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
    }
}
