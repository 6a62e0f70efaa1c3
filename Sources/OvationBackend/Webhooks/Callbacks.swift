import Foundation
package import Logging
package import NIOCore
package import OvationModel
package import OvationStorage
package import OvationSupport
import OvationWire
import Synchronization

/// What the app's backend wants to hear and be asked, and the way to it.
///
/// It is asked on every change and every message, so it keeps what is in force in memory. A change is made here first and then kept in
/// the storage, so that it holds for the next callback.
package final class Callbacks: Sendable {
    private struct State {
        var settings: CallbackSettings
        var wanted: Set<CallbackCommand>
        /// How many callbacks are kept and wait. Callbacks on their way to the storage are not counted, because many of them are never
        /// kept: those of an order that is refused, for instance, and nobody would tell us.
        var waiting: Int
        /// Whether a batch has failed since, so that the number may be wrong.
        var mustCount = false
        var fullLoggedAt = Timestamp(milliseconds: .min)

        mutating func install(_ settings: CallbackSettings) {
            self.settings = settings
            wanted = Set(CallbackCommand.allCases.filter(settings.wants))
        }
    }

    package let configuration: CallbackConfiguration
    private let policy: CallbackAddressPolicy
    package let metrics: CallbackMetrics
    private let caller: any CallbackCaller
    private let limits: Limits
    private let ids: IDSource
    private let logger: Logger
    private let state: Mutex<State>
    private let wakeUp: AsyncStream<Void>.Continuation
    /// Yields when there may be something to deliver.
    let wakeUps: AsyncStream<Void>

    package init(
        _ configuration: CallbackConfiguration, settings: CallbackSettings, counts: CallbackCounts,
        caller: any CallbackCaller, limits: Limits, ids: IDSource, metrics: CallbackMetrics, logger: Logger
    ) {
        self.configuration = configuration
        policy = CallbackAddressPolicy(
            allowedNetworks: configuration.allowedNetworks, allowedPorts: configuration.allowedPorts)
        self.caller = caller
        self.limits = limits
        self.ids = ids
        self.metrics = metrics
        self.logger = logger
        var state = State(settings: settings, wanted: [], waiting: counts.waiting)
        state.install(settings)
        self.state = Mutex(state)
        (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        metrics.counted(waiting: counts.waiting, dead: counts.dead)
    }

    /// What is in force.
    package var settings: CallbackSettings { state.withLock { $0.settings } }

    /// Whether a callback is to be sent.
    package func wants(_ command: CallbackCommand) -> Bool { state.withLock { $0.wanted.contains(command) } }

    /// Why a URL cannot be configured; nil if it can. A name is looked up with each callback and not here, because it may lead
    /// elsewhere tomorrow.
    package func refusal(ofURL text: String) -> String? {
        do throws(CallbackFailure) {
            let url = try CallbackURL(text)
            return policy.refusal(ofPort: url.port) ?? (url.isAddress ? policy.refusal(ofAddress: url.host) : nil)
        } catch {
            guard case .addressRefused(let reason) = error else { return error.description }
            return reason
        }
    }

    /// Says that there may be something to deliver.
    func wake() { wakeUp.yield() }

    /// Ends `wakeUps`.
    func finish() { wakeUp.finish() }

    /// An id that no other callback has.
    func makeID() -> String { "msg_" + ids.makeText() }

    /// What names a message.
    package func makeTag() -> MessageTag { MessageTag(id: makeID(), random: UInt32(truncatingIfNeeded: ids.next())) }
}

// MARK: - Settings

extension Callbacks {
    /// Changes the settings. They are in force at once, and kept when this returns.
    ///
    /// - Throws: what `edit` throws, or `storageUnavailable`. Then what was kept before is in force again.
    package func change(
        through journal: Journal, storage: any Storage, on eventLoop: any EventLoop,
        _ edit: (inout CallbackSettings) throws(Rejection) -> Void
    ) async throws(Rejection) {
        let outcome = FirstOutcome<StorageOutcome>()
        // The journal gets it under the lock, so that two changes are kept in the order in which they came into force.
        let refusal: Rejection? = state.withLock { state in
            var settings = state.settings
            do throws(Rejection) { try edit(&settings) } catch { return error }
            state.install(settings)
            let write = StorageWrite.setting(CallbackSettings.name, WireJSON.bytes(settings))
            journal.submit(write, on: eventLoop) { outcome.end($0.mapError { $0 as any Error }) }
            return nil
        }
        if let refusal { throw refusal }
        do {
            _ = try await outcome.value()
        } catch {
            await restore(from: storage)
            throw error as? Rejection ?? Rejection(.storageUnavailable)
        }
        wake()
    }

    private func restore(from storage: any Storage) async {
        // If the storage cannot be read either, the settings in force stay until the next change or start.
        guard let kept = try? await storage.setting(CallbackSettings.name),
            let settings = try? WireJSON.decode(CallbackSettings.self, from: Data(kept))
        else { return }
        state.withLock { $0.install(settings) }
    }
}

// MARK: - Telling and asking

extension Callbacks {
    /// The callback to record together with its change; nil if the backend does not want it, or too many wait already. Callbacks that
    /// are on their way to the storage when the limit is reached are still recorded, so there may be that many more.
    package func draft(
        _ command: CallbackCommand, about liveID: LiveID, at now: Timestamp, by client: Callback.Client,
        _ fields: @autoclosure () -> [String: CallbackJSON]
    ) -> CallbackDraft? {
        let hasRoom: Bool? = state.withLock { state in
            guard state.wanted.contains(command) else { return nil }
            guard state.waiting < limits.callbackRowsMax else {
                if now.milliseconds(since: state.fullLoggedAt) >= Self.fullLogIntervalMilliseconds {
                    state.fullLoggedAt = now
                    logger.error(
                        "callbacks are not recorded because too many wait for their delivery",
                        metadata: ["callbacks.waiting": "\(state.waiting)"])
                }
                return false
            }
            return true
        }
        guard let hasRoom else { return nil }
        guard hasRoom else {
            metrics.notRecorded()
            return nil
        }
        return CallbackDraft(
            id: makeID(), liveID: liveID, command: command.rawValue, at: now,
            body: CallbackJSON.body(command, fields()), clientAddress: client.address,
            clientPlatform: client.platform.rawValue)
    }

    /// A full outbox is worth a line a minute.
    private static let fullLogIntervalMilliseconds: Int64 = 60_000

    /// How many callbacks are known to be kept and to wait.
    package var waiting: Int { state.withLock { $0.waiting } }

    /// Whether the storage is to be asked how many there are.
    var mustCount: Bool { state.withLock { $0.mustCount } }

    /// Takes the number of callbacks that the storage reports with each batch that changes it; nil if the batch failed.
    package func counted(_ counts: CallbackCounts?) {
        state.withLock { state in
            state.waiting = counts?.waiting ?? state.waiting
            state.mustCount = counts == nil
        }
        guard let counts else { return }
        metrics.counted(waiting: counts.waiting, dead: counts.dead)
    }

    /// Asks the backend, within the time that a question may take.
    package func ask(
        _ command: CallbackCommand, id: String? = nil, by client: Callback.Client,
        _ fields: [String: CallbackJSON]
    ) async throws(CallbackFailure) -> CallbackAnswer {
        let callback = Callback(
            id: id ?? makeID(), command: command, body: CallbackJSON.body(command, fields), client: client)
        return try CallbackAnswer(try await post(callback, milliseconds: limits.callbackTimeoutMilliseconds))
    }

    /// Asks the app's backend whether a user may enter a live; nil when the user may.
    package func refusal(toJoin liveID: LiveID, _ user: UserID, _ client: Callback.Client, at now: Timestamp) async
        -> Rejection?
    {
        do throws(CallbackFailure) {
            let answer = try await ask(.beforeJoin, by: client, CallbackBodies.join(user, liveID, at: now))
            let info = answer.info.isEmpty ? nil : answer.info
            switch answer.code {
            case 0: return nil
            case 10_100...10_200: return Rejection(ErrorCode(rawValue: answer.code), info)
            default: return Rejection(.permissionDenied, info)
            }
        } catch {
            return configuration.joinsPassOnSilence ? nil : Rejection(.permissionDenied, error.description)
        }
    }

    /// Posts a callback that was recorded.
    func deliver(_ draft: CallbackDraft) async throws(CallbackFailure) {
        // A newer version of the server recorded a command that this one does not know, so this one cannot post it.
        guard let command = CallbackCommand(rawValue: draft.command) else { throw .malformed }
        let client = Callback.Client(
            address: draft.clientAddress, platform: Callback.Client.Platform(rawValue: draft.clientPlatform) ?? .unknown
        )
        let callback = Callback(id: draft.id, command: command, body: draft.body, client: client)
        _ = try await post(callback, milliseconds: limits.callbackDeliveryTimeoutMilliseconds)
    }

    private func post(_ callback: Callback, milliseconds: Int) async throws(CallbackFailure) -> [UInt8] {
        let started = ContinuousClock.now
        do throws(CallbackFailure) {
            let answer = try await caller.post(callback, settings, milliseconds: milliseconds)
            metrics.posted(nil, duration: ContinuousClock.now - started)
            return answer
        } catch {
            metrics.posted(error, duration: ContinuousClock.now - started)
            throw error
        }
    }
}
