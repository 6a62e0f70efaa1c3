package import OvationModel

/// How the app's backend answered a callback. It is kept for the operator who wonders why callbacks wait.
package struct CallbackAnswered: Sendable {
    /// The newest answers that a server keeps, in memory. They are a few kilobytes.
    package static let keptMax = 50

    /// What was told or asked.
    package let command: CallbackCommand
    /// The callback's id, which the backend has seen as `webhook-id`.
    package let id: String
    /// When it was posted.
    package let started: ContinuousClock.Instant
    /// How long it took until the answer was whole, or the callback had failed.
    package let duration: Duration
    /// Why there is no answer; nil where there is one.
    package let failure: CallbackFailure?

    /// How long ago it was posted, in whole seconds.
    package var ageSeconds: Int64 { (ContinuousClock.now - started).components.seconds }
    /// How long it took, in milliseconds.
    package var milliseconds: Int64 { Self.milliseconds(duration) }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}

extension Callbacks {
    /// Posts a callback that tells nothing, so that an operator sees whether the backend answers, and how fast. It is signed as all others.
    ///
    /// - Parameter url: where to, for an address that is not configured yet; nil for the configured one. It has passed
    ///   ``refusal(ofURL:)``.
    /// - Returns: how it was answered.
    package func tryOut(_ url: String?, by client: Callback.Client, at now: Timestamp) async -> CallbackAnswered {
        var settings = settings
        settings.url = url ?? settings.url
        let callback = Callback(
            id: makeID(), command: .test,
            body: CallbackJSON.body(.test, ["EventTime": .number(now.milliseconds)]), client: client)
        let started = ContinuousClock.now
        var failure: CallbackFailure?
        do throws(CallbackFailure) {
            _ = try await post(callback, settings, milliseconds: patienceMilliseconds)
        } catch {
            failure = error
        }
        return CallbackAnswered(
            command: .test, id: callback.id, started: started, duration: ContinuousClock.now - started,
            failure: failure)
    }
}
