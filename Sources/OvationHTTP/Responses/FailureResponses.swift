import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1
import OvationObservability

/// Turns whatever a route throws into an answer.
///
/// What nobody foresaw is a bare 500 with the id of the request; what happened is in the log and nowhere else. A browser that follows
/// a wrong link is shown the page, which says so.
package struct FailureResponses: RouterMiddleware {
    /// What a browser gets for a path at which there is nothing; nil where there is no page.
    private let missing: PageFile?

    package init(missing: PageFile? = nil) {
        self.missing = missing
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
        if failure.status == .notFound, let missing, Self.wantsPage(request) {
            return missing.response(toMissing: request)
        }
        let response = failure.response(requestID: context.requestID)
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Whether a person looks at the answer: a browser asks for HTML where it opens a page. The APIs answer everybody alike.
    static func wantsPage(_ request: Request) -> Bool {
        guard request.method == .get || request.method == .head, !request.uri.path.hasPrefix("/v1/"),
            !request.uri.path.hasPrefix("/v4/")
        else { return false }
        return (request.headers[.accept] ?? "").split(separator: ",").contains { range in
            let pieces = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            return pieces.first == "text/html" && !pieces.dropFirst().contains(where: ContentCoding.isZeroWeight)
        }
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
