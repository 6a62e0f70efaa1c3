import Foundation
import HTTPTypes
package import Hummingbird
import Logging
import OvationBackend
package import OvationHTTP
import OvationModel
package import OvationNode
import OvationObservability
import OvationStorage
import OvationSupport
import Synchronization

/// Answers the calls of the app's backend, `POST /v4/<service>/<command>`.
///
/// The status is 200, as backends of the vendor's API expect, and `ErrorCode` has the outcome. Only what no backend does has another
/// status: a method other than POST, a body that does not arrive or is far too large, a call from a foreign page.
package final class RESTRoutes: HTTPRouteGroup {
    private let node: Node
    private let commands: [String: RESTCommand]
    private let rates: RESTRates
    private let metrics: RESTMetrics
    private let rooms: RoomAdministration
    private let effects: EffectChecker
    private let files: (any FileStorage)?
    private let sessions: ConsoleSessions
    private let origins: OriginPolicy
    /// Bounds the log lines of calls without a known administrator, which anybody can make.
    private let refusals: Mutex<LogThrottle>
    /// The beginning of all request ids of this run.
    private let runID: String
    private let requestCount = Atomic<Int>(0)

    /// Makes the routes of commands.
    ///
    /// - Parameters:
    ///   - origins: the pages that may call. A backend sends no `Origin`. A page sends one, and its user may know nothing of the call.
    ///   - files: what keeps uploaded files; nil if none are taken.
    package init(
        node: Node, origins: OriginPolicy, metrics: RESTMetrics, files: (any FileStorage)? = nil,
        commands: [RESTCommand] = RESTCommand.all
    ) {
        self.node = node
        self.origins = origins
        let perSecond = node.limits.refusedCallsLoggedPerSecond
        refusals = Mutex(LogThrottle(perSecond: perSecond, burst: perSecond, at: node.services.clock.monotonic()))
        self.metrics = metrics
        self.commands = Dictionary(uniqueKeysWithValues: commands.map { ($0.path, $0) })
        rates = RESTRates(limits: node.limits)
        rooms = RoomAdministration(node: node)
        self.files = files
        effects = EffectChecker(node.configuration.callbacks, limits: node.limits)
        sessions = ConsoleSessions(
            limits: node.limits, clock: node.services.clock, ids: node.services.ids, count: metrics.consoleSessions)
        runID = node.services.ids.makeText()
    }

    package func addRoutes(to router: Router<HTTPRequestContext>) {
        router.post("/v4/**") { request, context in await self.answer(request, context) }
    }

    private func answer(_ request: Request, _ context: HTTPRequestContext) async -> Response {
        let started = ContinuousClock.now
        let requestID = "Id-\(runID)-O-Seq-\(requestCount.add(1, ordering: .relaxed).newValue)"
        let command = commands[request.uri.path]
        var logger = context.logger
        logger[metadataKey: LogKeys.restRequestID] = "\(requestID)"
        if let command { logger[metadataKey: LogKeys.restCommand] = "\(command.path)" }
        let (result, status) = await result(of: request, context, command, requestID, &logger)
        let duration = ContinuousClock.now - started
        metrics.answered(command, code: result.code, duration: duration)
        log(result, of: command, after: duration, logger)
        return .json(RESTEnvelope(requestID: requestID, result: result), status: status)
    }

    private func log(
        _ result: Result<any RESTAnswer, Rejection>, of command: RESTCommand?, after duration: Duration,
        _ logger: Logger
    ) {
        var metadata: Logger.Metadata = [
            LogKeys.errorCode: "\(result.code?.rawValue ?? 0)",
            LogKeys.durationMilliseconds: "\(Int64((duration.seconds * 1_000).rounded()))",
        ]
        var level: Logger.Level = command?.effect == .changes ? .info : .debug
        // Without a user id in the log line the caller is unknown, so anybody can make such calls.
        if logger[metadataKey: LogKeys.userID] == nil, level == .info {
            let leftOut = refusals.withLock { $0.admit(at: node.services.clock.monotonic()) }
            if leftOut == nil { level = .debug }
            if let leftOut, leftOut > 0 { metadata[LogKeys.linesLeftOut] = .stringConvertible(leftOut) }
        }
        logger.log(level: level, "REST call answered", metadata: metadata)
    }

    private func result(
        of request: Request, _ context: HTTPRequestContext, _ command: RESTCommand?, _ requestID: String,
        _ logger: inout Logger
    ) async -> (Result<any RESTAnswer, Rejection>, HTTPResponse.Status) {
        guard origins.allows(origin: request.headers[.origin], host: request.head.authority) else {
            return (.failure(Rejection(.originRefused)), .forbidden)
        }
        do {
            guard let command else { throw Rejection(.restCommandUnknown) }
            let address = ClientAddress.of(
                peer: context.peerAddress, forwardedFor: request.headers[values: .xForwardedFor],
                trustedProxies: node.configuration.trustedProxies)
            let now = node.services.clock.wall()
            var early: Data?
            let identity: RESTIdentity
            switch command.caller {
            case .inQuery: identity = try self.identity(of: request, from: address, at: now)
            case .inBody:
                // Before anything is read: who guesses is told to wait.
                if let refusal = node.rates.refusal(ofSignInFrom: AddressKey(address)) { throw refusal }
                let body = try await body(of: request, context)
                early = body
                identity = try RESTIdentity.ofSignIn(body, at: now, node)
            }
            logger[metadataKey: LogKeys.userID] = "\(identity.administrator)"
            try rates.admit(command, at: node.services.clock.monotonic())
            let bytes: Data
            if let early { bytes = early } else { bytes = try await body(of: request, context) }
            try await node.waitUntilCertain()
            var rooms = rooms
            rooms.client.address = address
            let call = RESTCall(
                administrator: identity.administrator, requestID: requestID, at: now, node: node, rooms: rooms,
                effects: effects, files: files, sessions: sessions, token: identity.token,
                provenMilliseconds: identity.provenMilliseconds)
            return try await (run(command, bytes, call, way: identity.way, logger), .ok)
        } catch let rejection as Rejection {
            return (.failure(rejection), .ok)
        } catch let failure as RESTBodyFailure {
            return (.failure(failure.rejection), failure.status)
        } catch {
            return (.failure(Self.rejection(of: error, logger)), .ok)
        }
    }

    /// Who calls, by the token in a header or the UserSig in the query.
    ///
    /// A token that does not hold counts like a sign-in: who guesses tokens is told to wait.
    private func identity(of request: Request, from address: String, at now: Timestamp) throws -> RESTIdentity {
        guard let token = BearerToken.of(request.headers[.authorization]) else {
            return try RESTIdentity.ofQuery(
                request.uri.queryParameters, agent: request.headers[.userAgent], at: now, node)
        }
        do {
            return try RESTIdentity.ofToken(token, in: sessions, node)
        } catch {
            throw node.rates.refusal(ofSignInFrom: AddressKey(address)) ?? error
        }
    }

    private func body(of request: Request, _ context: HTTPRequestContext) async throws -> Data {
        if request.headers[.expect] != nil { context.askForBody() }
        return try await RESTRequestBody(of: request, limits: node.limits).read()
    }

    /// Carries out a call, and keeps a line of what it changed before it is answered.
    private func run(
        _ command: RESTCommand, _ body: Data, _ call: RESTCall, way: OperatorAct.Way, _ logger: Logger
    ) async throws -> Result<any RESTAnswer, Rejection> {
        let result: Result<any RESTAnswer, Rejection>
        do {
            result = .success(try await command.run(body, call))
        } catch let rejection as Rejection {
            result = .failure(rejection)
        } catch {
            result = .failure(Self.rejection(of: error, logger))
        }
        guard let act = RESTOperatorAct.act(of: command, body, call, way: way, code: result.code) else { return result }
        do {
            try await call.rooms.keep(act.write(node.limits))
        } catch {
            // The change is made. To answer that it failed would be wrong, and the log of the server has the call.
            metrics.lostOperatorLine()
            logger.error("a line of the log of operators was not kept", metadata: [LogKeys.error: "\(error)"])
        }
        return result
    }

    /// What is answered where something else than a refusal was thrown.
    private static func rejection(of error: any Error, _ logger: Logger) -> Rejection {
        switch error {
        case let error as StorageError:
            logger.error("a REST call failed in the storage", metadata: [LogKeys.error: "\(error)"])
            return Rejection(.storageUnavailable)
        case is CancellationError: return Rejection(.serverShuttingDown)
        default:
            logger.error("a REST call failed", metadata: [LogKeys.error: "\(error)"])
            return Rejection(.internalError)
        }
    }
}

extension Result where Success == any RESTAnswer, Failure == Rejection {
    /// The error of a call; nil if it was not refused.
    fileprivate var code: ErrorCode? {
        if case .failure(let rejection) = self { rejection.code } else { nil }
    }
}
