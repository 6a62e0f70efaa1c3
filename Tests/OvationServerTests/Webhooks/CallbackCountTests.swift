import Logging
import OvationModel
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationBackend
@testable import OvationObservability
@testable import OvationSupport

/// The server's count of waiting callbacks. When it reaches the limit, the server records no more.
@Suite(.timeLimit(.minutes(5)))
struct CallbackCountTests {
    /// A caller that never calls anybody.
    private struct Nobody: CallbackCaller {
        func post(
            _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
        ) async throws(CallbackFailure) -> [UInt8] { throw .notConfigured }
    }

    private func callbacks(rowsMax: Int, _ registry: PrometheusRegistry = PrometheusRegistry()) -> Callbacks {
        var limits = Limits()
        limits.callbackRowsMax = rowsMax
        return Callbacks(
            CallbackConfiguration(),
            settings: CallbackSettings(
                url: "https://example.com", commands: [CallbackCommand.afterSendGift.rawValue]),
            counts: CallbackCounts(), caller: Nobody(), limits: limits, ids: .system,
            metrics: CallbackMetrics(factory: registry),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func draft(_ callbacks: Callbacks) -> CallbackDraft? {
        callbacks.draft(
            .afterSendGift, about: LiveID(unchecked: "r1"), at: Timestamp(milliseconds: 0), by: .server,
            ["N": .number(1)])
    }

    @Test func `a draft that is never stored does not count against the limit`() {
        let callbacks = callbacks(rowsMax: 2)
        // Five orders are refused. Each would have caused a callback if it had been charged.
        for number in 1...5 { #expect(draft(callbacks) != nil, "\(number)") }
    }
}
