import AsyncHTTPClient
import Dispatch
import Logging
import NIOCore
import OvationModel
import OvationObservability
import OvationSupport
import Synchronization

/// The one session with Janus: everything that Ovation has there belongs to it.
///
/// A question for events is always under way, which keeps the session alive at Janus; a ping beside it notices a Janus that hangs. When
/// either fails, all that was there counts as lost, ``onLost`` is called once, and a new session is made, for as long as it takes. May be
/// called from any task.
final class JanusLink: Sendable {
    /// Something in a session with Janus that carries one publisher or viewer.
    struct Handle: Hashable, Sendable {
        let session: UInt64
        let id: UInt64

        var path: String { "/\(session)/\(id)" }
    }

    private struct State {
        var session: UInt64?
        /// Questions whose answer comes as an event, by their transaction.
        var waiting: [String: FirstOutcome<JanusMessage>] = [:]
        var requests = 0
        var lastFailure: JanusFailure?
        var isEnding = false
    }

    /// The pause before another attempt, which doubles up to the longest.
    private static let pauseMilliseconds: ClosedRange<Int64> = 250...5_000
    /// How often Janus is asked whether it is there.
    private static let pingMilliseconds: Int64 = 5_000

    private let http: HTTPClient
    private let client: JanusClient
    private let configuration: RTCConfiguration
    private let ids: IDSource
    private let metrics: RTCMetrics
    private let logger: Logger
    private let state = Mutex(State())
    private let onEvent: @Sendable (JanusMessage) -> Void
    private let onOpen: @Sendable () async -> Void
    private let onLost: @Sendable () -> Void

    /// - Parameters:
    ///   - onEvent: given what Janus tells of handles.
    ///   - onOpen: called with each new session, before anybody may use it.
    ///   - onLost: called when a session is over, and all handles with it.
    init(
        _ configuration: RTCConfiguration, url: String, group: any EventLoopGroup, ids: IDSource, metrics: RTCMetrics,
        logger: Logger, onEvent: @escaping @Sendable (JanusMessage) -> Void,
        onOpen: @escaping @Sendable () async -> Void, onLost: @escaping @Sendable () -> Void
    ) {
        self.configuration = configuration
        self.ids = ids
        self.metrics = metrics
        self.logger = logger
        self.onEvent = onEvent
        self.onOpen = onOpen
        self.onLost = onLost
        http = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: .janus(configuration))
        client = JanusClient(
            http, url: url, secret: configuration.janusSecret, milliseconds: configuration.answerMilliseconds)
    }

    deinit { http.shutdown(queue: .global()) { _ in } }

    /// Whether there is a session.
    var isOpen: Bool { state.withLock { $0.session != nil } }

    // MARK: - Running

    /// Holds the session until the task is cancelled. ``end()`` ends it then.
    func run() async {
        var pause = Self.pauseMilliseconds.lowerBound
        while !Task.isCancelled {
            do {
                let session = try await open()
                pause = Self.pauseMilliseconds.lowerBound
                await hold(session)
            } catch {
                note(error)
            }
            try? await Task.sleep(for: .milliseconds(pause))
            pause = min(pause * 2, Self.pauseMilliseconds.upperBound)
        }
    }

    private func open() async throws(JanusFailure) -> UInt64 {
        let info = try await client.requireFit()
        let made = try await client.post(JanusRequest("create", transaction: ids.makeText()))
        guard let session = made.data?.id else { throw .nonsense }
        state.withLock { state in
            state.session = session
            state.lastFailure = nil
        }
        metrics.janusIsUp(true)
        logger.info(
            "a session with Janus began",
            metadata: [LogKeys.mediaServer: "janus", LogKeys.serverVersion: "\(info.versionText ?? "")"])
        await onOpen()
        return session
    }

    /// Hears events until the session is over.
    private func hold(_ session: UInt64) async {
        let failure = await withTaskGroup(of: JanusFailure.self) { group in
            group.addTask { await self.hear(session) }
            group.addTask { await self.ping(session) }
            let first = await group.next() ?? .away
            group.cancelAll()
            return first
        }
        // A server that stops tells Janus, and its publishers, in ``end()``.
        guard !Task.isCancelled else { return }
        lose(session)
        note(failure)
    }

    private func hear(_ session: UInt64) async -> JanusFailure {
        while !Task.isCancelled {
            do {
                for message in try await client.events(of: session) {
                    if message.janus == "timeout", message.sender == nil {
                        return .refused(458, "the session timed out")
                    }
                    hear(message)
                }
            } catch {
                return error
            }
        }
        return .away
    }

    private func hear(_ message: JanusMessage) {
        if let transaction = message.transaction, message.janus == "event" || message.janus == "error" {
            let waiting = state.withLock { $0.waiting.removeValue(forKey: transaction) }
            if let waiting { return waiting.end(.success(message)) }
        }
        if message.sender != nil { onEvent(message) }
    }

    private func ping(_ session: UInt64) async -> JanusFailure {
        while !Task.isCancelled {
            do { try await Task.sleep(for: .milliseconds(Self.pingMilliseconds)) } catch { break }
            do {
                _ = try await client.post(JanusRequest("keepalive", transaction: ids.makeText()), "/\(session)")
            } catch {
                return error
            }
        }
        return .away
    }

    private func lose(_ session: UInt64) {
        let waiting = state.withLock { state -> [FirstOutcome<JanusMessage>] in
            if state.session == session { state.session = nil }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        metrics.janusIsUp(false)
        for outcome in waiting { outcome.end(.failure(JanusFailure.away)) }
        onLost()
    }

    /// Says once what is wrong, however long it lasts.
    private func note(_ failure: JanusFailure) {
        metrics.janusAnswered(failure.label)
        let isNews = state.withLock { state in
            defer { state.lastFailure = failure }
            return state.lastFailure != failure
        }
        guard isNews else { return }
        logger.warning(
            "there is no session with Janus",
            metadata: [LogKeys.mediaServer: "janus", LogKeys.error: "\(failure.sentence)"])
    }

    /// Ends what is open at Janus, with all handles. It may take the time of one answer.
    func end() async {
        let session = state.withLock { state -> UInt64? in
            state.isEnding = true
            return state.session
        }
        if let session {
            _ = try? await client.post(JanusRequest("destroy", transaction: ids.makeText()), "/\(session)")
            lose(session)
        }
        try? await http.shutdown()
    }
}

// MARK: - Requests

extension JanusLink {
    /// Makes a handle of VideoRoom.
    func attach() async throws(JanusFailure) -> Handle {
        guard let session = state.withLock({ $0.session }) else { throw .away }
        var request = JanusRequest("attach", transaction: ids.makeText())
        request.plugin = JanusInfo.videoRoom
        let sent = request
        let answer = try await counted { [client] () async throws(JanusFailure) in
            try await client.post(sent, "/\(session)")
        }
        guard let id = answer.data?.id else { throw .nonsense }
        return Handle(session: session, id: id)
    }

    /// Asks VideoRoom something, and waits for its answer, which may come as an event.
    func ask(
        _ body: JanusRequest.Body, _ handle: Handle, jsep: JanusRequest.Description? = nil
    ) async throws(JanusFailure) -> JanusMessage {
        var request = JanusRequest("message", transaction: ids.makeText())
        request.body = body
        request.jsep = jsep
        let sent = request
        return try await counted { [self] () async throws(JanusFailure) in try await self.answer(to: sent, handle) }
    }

    /// Hands candidates of a client on.
    func trickle(_ candidates: [JanusRequest.Candidate], isLast: Bool, _ handle: Handle) async throws(JanusFailure) {
        if !candidates.isEmpty {
            var request = JanusRequest("trickle", transaction: ids.makeText())
            request.candidates = candidates
            let sent = request
            _ = try await counted { [client] () async throws(JanusFailure) in try await client.post(sent, handle.path) }
        }
        guard isLast else { return }
        var request = JanusRequest("trickle", transaction: ids.makeText())
        request.candidate = JanusRequest.Candidate(completed: true)
        let sent = request
        _ = try await counted { [client] () async throws(JanusFailure) in try await client.post(sent, handle.path) }
    }

    /// Ends a handle, and the connection of its client. It counts among no requests: however busy Janus is, who is removed goes.
    func detach(_ handle: Handle) async throws(JanusFailure) {
        guard state.withLock({ $0.session }) == handle.session else { return }
        let request = JanusRequest("detach", transaction: ids.makeText())
        _ = try await client.post(request, handle.path)
    }

    private func answer(to request: JanusRequest, _ handle: Handle) async throws(JanusFailure) -> JanusMessage {
        let outcome = FirstOutcome<JanusMessage>()
        state.withLock { $0.waiting[request.transaction] = outcome }
        defer { _ = state.withLock { $0.waiting.removeValue(forKey: request.transaction) } }
        let answer = try await client.post(request, handle.path)
        guard answer.janus == "ack" else { return answer }
        do {
            let event = try await withDeadline(milliseconds: configuration.answerMilliseconds) {
                try await outcome.value()
            }
            return try JanusClient.checked(event)
        } catch let failure as JanusFailure {
            throw failure
        } catch {
            throw .late
        }
    }

    /// Does a request where fewer than the limit are under way, and counts what came of it.
    private func counted(
        _ work: @Sendable () async throws(JanusFailure) -> JanusMessage
    ) async throws(JanusFailure) -> JanusMessage {
        let isAdmitted = state.withLock { state in
            guard !state.isEnding, state.requests < configuration.requestsMax else { return false }
            state.requests += 1
            return true
        }
        guard isAdmitted else {
            metrics.janusAnswered(JanusFailure.busy.label)
            throw .busy
        }
        defer { state.withLock { $0.requests -= 1 } }
        do {
            let answer = try await work()
            metrics.janusAnswered("answered")
            return answer
        } catch {
            metrics.janusAnswered(error.label)
            throw error
        }
    }
}

extension HTTPClient.Configuration {
    /// How Janus is called: no redirects, no waiting for ever, a bounded number of connections.
    static func janus(_ rtc: RTCConfiguration) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .milliseconds(Int64(rtc.answerMilliseconds))), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 16
        return configuration
    }
}
