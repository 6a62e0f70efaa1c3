import DequeModule
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
        /// The version that the settings have in the storage, or will have when the changes under way are kept.
        var version: Int64
        var changesUnderWay = 0
        /// Another number after each change of the settings.
        var installs = 0
        var wanted: Set<CallbackCommand>
        /// How many callbacks are kept and wait. Callbacks on their way to the storage are not counted, because many of them are never
        /// kept: those of an order that is refused, for instance, and nobody would tell us.
        var waiting: Int
        /// Whether a batch has failed since, so that the number may be wrong.
        var mustCount = false
        var fullLoggedAt = Timestamp(milliseconds: .min)
        /// The newest answers of the backend, the newest last.
        var answers: Deque<CallbackAnswered> = []

        mutating func install(_ settings: CallbackSettings, version: Int64) {
            self.settings = settings
            self.version = version
            installs += 1
            wanted = Set(CallbackCommand.allCases.filter(settings.wants))
        }
    }

    package let configuration: CallbackConfiguration
    private let policy: CallbackAddressPolicy
    package let metrics: CallbackMetrics
    private let caller: any CallbackCaller
    /// What was in force at first, and is where nothing was ever kept.
    private let initial: CallbackSettings
    private let limits: Limits
    private let ids: IDSource
    private let logger: Logger
    private let state: Mutex<State>
    private let wakeUp: AsyncStream<Void>.Continuation
    /// Yields when there may be something to deliver.
    let wakeUps: AsyncStream<Void>

    /// Makes what a node tells and asks.
    ///
    /// - Parameters:
    ///   - settings: what is in force.
    ///   - version: the version of the settings in the storage.
    package init(
        _ configuration: CallbackConfiguration, settings: CallbackSettings, version: Int64 = 0, counts: CallbackCounts,
        caller: any CallbackCaller, limits: Limits, ids: IDSource, metrics: CallbackMetrics, logger: Logger
    ) {
        self.configuration = configuration
        policy = CallbackAddressPolicy(
            allowedNetworks: configuration.allowedNetworks, allowedPorts: configuration.allowedPorts)
        self.caller = caller
        initial = settings
        self.limits = limits
        self.ids = ids
        self.metrics = metrics
        self.logger = logger
        var state = State(settings: settings, version: version, wanted: [], waiting: counts.waiting)
        state.install(settings, version: version)
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

    /// How long a question to the backend may take.
    var patienceMilliseconds: Int { limits.callbackTimeoutMilliseconds }

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
    /// How often a change is made before it is refused because other servers are always faster, and how often settings are read that change
    /// meanwhile.
    private static let attemptsMax = 5

    /// Changes the settings. They are in force at once, and kept when this returns.
    ///
    /// Where another server has changed them, its settings are taken over and changed.
    ///
    /// - Throws: what `edit` throws, or `storageUnavailable`. Then what was kept before is in force again.
    package func change(
        through journal: Journal, storage: any Storage, on eventLoop: any EventLoop,
        _ edit: (inout CallbackSettings) throws(Rejection) -> Void
    ) async throws(Rejection) {
        for _ in 1...Self.attemptsMax {
            let (changed, outcome) = try submit(edit, to: journal, on: eventLoop)
            let result: Result<StorageOutcome, any Error>
            do { result = .success(try await outcome.value()) } catch { result = .failure(error) }
            state.withLock { state in
                state.changesUnderWay -= 1
                // Another change that failed may have brought back what was kept before this one.
                if case .success(.version(let version)) = result, version > state.version {
                    state.install(changed, version: version)
                }
            }
            switch result {
            case .success(.outdated): await restore(from: storage)
            case .success: return wake()
            case .failure(let error):
                await restore(from: storage)
                throw error as? Rejection ?? Rejection(.storageUnavailable)
            }
        }
        throw Rejection(.tooFrequent, "Other servers change the callback all the time. Try again in a second.")
    }

    /// Brings a change into force and has it kept.
    ///
    /// The journal gets it under the lock, so that two changes are kept in the order in which they came into force. Each expects the
    /// version that the one before it makes.
    private func submit(
        _ edit: (inout CallbackSettings) throws(Rejection) -> Void, to journal: Journal, on eventLoop: any EventLoop
    ) throws(Rejection) -> (changed: CallbackSettings, outcome: FirstOutcome<StorageOutcome>) {
        let outcome = FirstOutcome<StorageOutcome>()
        let result: Result<CallbackSettings, Rejection> = state.withLock { state in
            var settings = state.settings
            do throws(Rejection) { try edit(&settings) } catch { return .failure(error) }
            let write = StorageWrite.setting(
                CallbackSettings.name, WireJSON.bytes(settings), ifVersion: state.version)
            state.install(settings, version: state.version + 1)
            state.changesUnderWay += 1
            journal.submit(write, on: eventLoop) { outcome.end($0.mapError { $0 as any Error }) }
            return .success(settings)
        }
        return (try result.get(), outcome)
    }

    /// Takes over settings that another server has changed. A change of one's own that is under way finds them itself.
    ///
    /// - Throws: where they cannot be read.
    package func follow(_ versions: StoredVersions, in storage: any Storage) async throws {
        let isOther = state.withLock { $0.changesUnderWay == 0 && $0.version != versions[.callbackSettings] }
        guard isOther else { return }
        try await read(from: storage)
        wake()
    }

    private func restore(from storage: any Storage) async {
        // If the storage cannot be read either, the settings in force stay until the next change or start.
        try? await read(from: storage)
    }

    private func read(from storage: any Storage) async throws {
        for _ in 1...Self.attemptsMax {
            let before = state.withLock { $0.installs }
            // First the version: the settings that are read after it are at least as new.
            let version = try await storage.versions()[.callbackSettings]
            let settings = try await CallbackSettings(keptIn: storage, orElse: initial)
            let isDone = state.withLock { state in
                guard state.installs == before else { return false }
                if state.version != version || state.settings != settings { state.install(settings, version: version) }
                return true
            }
            if isDone { return }
        }
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
        try await post(callback, settings, milliseconds: milliseconds)
    }

    /// Posts a callback, and notes how that went.
    func post(
        _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
    ) async throws(CallbackFailure) -> [UInt8] {
        let started = ContinuousClock.now
        do throws(CallbackFailure) {
            let answer = try await caller.post(callback, settings, milliseconds: milliseconds)
            note(callback, nil, since: started)
            return answer
        } catch {
            note(callback, error, since: started)
            throw error
        }
    }

    private func note(_ callback: Callback, _ failure: CallbackFailure?, since started: ContinuousClock.Instant) {
        let duration = ContinuousClock.now - started
        metrics.posted(failure, duration: duration)
        // Nothing was posted, so nothing says how the backend is.
        guard failure != .notConfigured else { return }
        let answered = CallbackAnswered(
            command: callback.command, id: callback.id, started: started, duration: duration, failure: failure)
        state.withLock { state in
            if state.answers.count >= CallbackAnswered.keptMax { state.answers.removeFirst() }
            state.answers.append(answered)
        }
    }

    /// How the backend answered lately, the newest first: at most ``CallbackAnswered/keptMax`` since this server began.
    package var answers: [CallbackAnswered] { state.withLock { $0.answers.reversed() } }
}
