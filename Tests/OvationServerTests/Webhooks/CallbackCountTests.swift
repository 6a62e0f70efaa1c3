import Logging
import OvationModel
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationServer

/// How many callbacks wait, as the server knows it: what it goes by when it refuses to record more.
@Suite(.timeLimit(.minutes(5)))
struct CallbackCountTests {
    /// Nobody to call.
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

    @Test func `what is never kept takes no place from what is`() {
        let callbacks = callbacks(rowsMax: 2)
        // Orders that are refused: each was to be told if it had been charged.
        for number in 1...5 { #expect(draft(callbacks) != nil, "\(number)") }
    }
}
