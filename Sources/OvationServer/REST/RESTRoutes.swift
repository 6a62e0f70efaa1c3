import Hummingbird
import Logging
import OvationModel
import OvationStorage
import Synchronization

/// Answers the calls of the app's backend, `POST /v4/<service>/<command>`.
///
/// The status is always 200, as backends of that API expect; what became of the call is in `ErrorCode`. Only a method other than
/// POST gets a status of its own, from the router.
final class RESTRoutes: HTTPRouteGroup {
    private let node: Node
    private let commands: [String: RESTCommand]
    private let rates: RESTRates
    private let metrics: RESTMetrics
    private let rooms: RoomAdministration
    /// What all request ids of this run have in common.
    private let runID: String
    private let requestCount = Atomic<Int>(0)

    /// Makes the routes of commands.
    init(node: Node, metrics: RESTMetrics, commands: [RESTCommand] = RESTCommand.all) {
        self.node = node
        self.metrics = metrics
        self.commands = Dictionary(uniqueKeysWithValues: commands.map { ($0.path, $0) })
        rates = RESTRates(limits: node.limits)
        rooms = RoomAdministration(node: node)
        runID = node.ids.makeText()
    }

    func addRoutes(to router: Router<HTTPRequestContext>) {
        router.post("/v4/**") { request, context in await self.answer(request, context) }
    }

    private func answer(_ request: Request, _ context: HTTPRequestContext) async -> Response {
        let started = ContinuousClock.now
        let requestID = "Id-\(runID)-O-Seq-\(requestCount.add(1, ordering: .relaxed).newValue)"
        let command = commands[request.uri.path]
        var logger = context.logger
        logger[metadataKey: LogKeys.restRequestID] = "\(requestID)"
        if let command { logger[metadataKey: LogKeys.restCommand] = "\(command.path)" }
        var body = RESTRequestBody(request.body)
        let result = await result(of: request, context, &body, command, requestID, &logger)
        await body.discard()
        let duration = ContinuousClock.now - started
        metrics.answered(command, code: result.code, duration: duration)
        logger.log(
            level: command?.effect == .changes ? .info : .debug, "REST call answered",
            metadata: [
                LogKeys.errorCode: "\(result.code?.rawValue ?? 0)",
                LogKeys.durationMilliseconds: "\(Int64((duration.seconds * 1_000).rounded()))",
            ])
        return .json(RESTEnvelope(requestID: requestID, result: result))
    }

    private func result(
        of request: Request, _ context: HTTPRequestContext, _ body: inout RESTRequestBody, _ command: RESTCommand?,
        _ requestID: String, _ logger: inout Logger
    ) async -> Result<any RESTAnswer, Rejection> {
        do {
            guard let command else { throw Rejection(.restCommandUnknown) }
            let now = node.clock.wall()
            let administrator = try RESTIdentity.administrator(request.uri.queryParameters, at: now, node)
            logger[metadataKey: LogKeys.userID] = "\(administrator)"
            try rates.admit(command, at: node.clock.monotonic())
            let bytes = try await body.read(bytesMax: node.limits.restBodyBytesMax)
            var rooms = rooms
            rooms.client.address = ClientAddress.of(
                peer: context.peerAddress, forwardedFor: request.headers[values: .xForwardedFor],
                trustedProxies: node.configuration.trustedProxies)
            let call = RESTCall(
                administrator: administrator, requestID: requestID, at: now, node: node, rooms: rooms)
            return .success(try await command.run(bytes, call))
        } catch let rejection as Rejection {
            return .failure(rejection)
        } catch let error as StorageError {
            logger.error("a REST call failed in the storage", metadata: [LogKeys.error: "\(error)"])
            return .failure(Rejection(.storageUnavailable))
        } catch is CancellationError {
            return .failure(Rejection(.serverShuttingDown))
        } catch {
            logger.error("a REST call failed", metadata: [LogKeys.error: "\(error)"])
            return .failure(Rejection(.internalError))
        }
    }
}

extension Result where Success == any RESTAnswer, Failure == Rejection {
    /// With what a call was refused; nil where it was not.
    fileprivate var code: ErrorCode? {
        if case .failure(let rejection) = self { rejection.code } else { nil }
    }
}
