import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1
import OvationObservability

/// Turns whatever a route throws into an answer.
///
/// What nobody foresaw is a bare 500 with the id of the request; what happened is in the log and nowhere else.
package struct FailureResponses: RouterMiddleware {

    package init() {
    }
    typealias Context = HTTPRequestContext

    func handle(
        _ request: Request, context: HTTPRequestContext,
        next: (Request, HTTPRequestContext) async throws -> Response
    ) async throws -> Response {
        let failure: HTTPFailure
        do {
            return try await next(request, context)
        } catch let thrown as HTTPFailure {
            failure = thrown
        } catch let error as HTTPParserError {
            // The connection answers it and ends: nothing that follows on it could be read.
            throw error
        } catch let error as any HTTPResponseError {
            failure = Self.failure(for: error, request)
        } catch is CancellationError {
            failure = HTTPFailure(
                status: .serviceUnavailable, name: "serverShuttingDown", message: "The server is shutting down.")
        } catch {
            context.logger.error("request failed", metadata: [LogKeys.error: "\(error)"])
            failure = HTTPFailure(
                status: .internalServerError, name: "internalError",
                message: "The server failed. Its log says why, under this request id.")
        }
        let response = failure.response(requestID: context.requestID)
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// What the router and the decoding of bodies throw.
    private static func failure(for error: any HTTPResponseError, _ request: Request) -> HTTPFailure {
        if error.status == .notFound {
            guard HTTPRequest.Method.defined.contains(request.method) else {
                return HTTPFailure(
                    status: .notImplemented, name: "notImplemented", message: "This server does not know the method.")
            }
            return .notFound
        }
        let own = error as? HTTPError
        return HTTPFailure(
            status: error.status, name: "http\(error.status.code)", message: own?.body ?? error.status.reasonPhrase,
            headers: own?.headers ?? [:])
    }
}
