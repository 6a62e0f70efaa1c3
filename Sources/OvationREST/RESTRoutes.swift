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
    private let origins: OriginPolicy
    /// Bounds the log lines of calls without a known administrator, which anybody can make.
    private let refusals: Mutex<LogThrottle>
    /// The beginning of all request ids of this run.
    private let runID: String
    private let requestCount = Atomic<Int>(0)

    /// Makes the routes of commands.
    ///
    /// - Parameter origins: the pages that may call. A backend sends no `Origin`. A page sends one, and its user may know nothing of the
    ///   call.
    package init(node: Node, origins: OriginPolicy, metrics: RESTMetrics, commands: [RESTCommand] = RESTCommand.all) {
        self.node = node
        self.origins = origins
        let perSecond = node.limits.refusedCallsLoggedPerSecond
        refusals = Mutex(LogThrottle(perSecond: perSecond, burst: perSecond, at: node.services.clock.monotonic()))
        self.metrics = metrics
        self.commands = Dictionary(uniqueKeysWithValues: commands.map { ($0.path, $0) })
        rates = RESTRates(limits: node.limits)
        rooms = RoomAdministration(node: node)
        effects = EffectChecker(node.configuration.callbacks, limits: node.limits)
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
            let now = node.services.clock.wall()
            let administrator = try RESTIdentity.administrator(request.uri.queryParameters, at: now, node)
            logger[metadataKey: LogKeys.userID] = "\(administrator)"
            try rates.admit(command, at: node.services.clock.monotonic())
            if request.headers[.expect] != nil { context.askForBody() }
            let bytes = try await RESTRequestBody(of: request, limits: node.limits).read()
            try await node.waitUntilCertain()
            var rooms = rooms
            rooms.client.address = ClientAddress.of(
                peer: context.peerAddress, forwardedFor: request.headers[values: .xForwardedFor],
                trustedProxies: node.configuration.trustedProxies)
            let call = RESTCall(
                administrator: administrator, requestID: requestID, at: now, node: node, rooms: rooms,
                effects: effects)
            return (.success(try await command.run(bytes, call)), .ok)
        } catch let rejection as Rejection {
            return (.failure(rejection), .ok)
        } catch let failure as RESTBodyFailure {
            return (.failure(failure.rejection), failure.status)
        } catch let error as StorageError {
            logger.error("a REST call failed in the storage", metadata: [LogKeys.error: "\(error)"])
            return (.failure(Rejection(.storageUnavailable)), .ok)
        } catch is CancellationError {
            return (.failure(Rejection(.serverShuttingDown)), .ok)
        } catch {
            logger.error("a REST call failed", metadata: [LogKeys.error: "\(error)"])
            return (.failure(Rejection(.internalError)), .ok)
        }
    }
}

extension Result where Success == any RESTAnswer, Failure == Rejection {
    /// The error of a call; nil if it was not refused.
    fileprivate var code: ErrorCode? {
        if case .failure(let rejection) = self { rejection.code } else { nil }
    }
}
