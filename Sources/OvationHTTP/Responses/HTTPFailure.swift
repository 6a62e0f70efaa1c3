package import HTTPTypes
package import Hummingbird
import OvationWire

/// Why a request is answered with an error. Thrown by routes; the answer has one shape for all of them.
///
/// ```
/// {"error":{"message":"…","name":"methodNotAllowed","requestID":"…","status":405}}
/// ```
package struct HTTPFailure: Error {
    /// The status of the answer.
    var status: HTTPResponse.Status
    /// A name for programs.
    var name: String
    /// What happened, whose fault it is and what to do. Goes to the client.
    var message: String
    /// Headers that belong to the status, `Allow` for instance.
    var headers: HTTPFields = [:]
    /// The number of `Protocol/errors.json`; nil where it has none.
    var code: Int?

    package init(
        status: HTTPResponse.Status, name: String, message: String, headers: HTTPFields = [:], code: Int? = nil
    ) {
        self.status = status
        self.name = name
        self.message = message
        self.headers = headers
        self.code = code
    }

    /// There is nothing at this path.
    package static let notFound = HTTPFailure(
        status: .notFound, name: "notFound",
        message: "There is nothing at this path. The page is at /, the WebSocket at /v1/ws.")

    /// All sockets are taken, and those that are left are for questions about the server's health.
    static let noSocketLeft = HTTPFailure(
        status: .serviceUnavailable, name: "noSocketLeft",
        message: "As many clients are connected as this server takes. Try again later.", headers: [.retryAfter: "5"])

    /// The path is there, but not for this method.
    package static func methodNotAllowed(allowed: some Sequence<HTTPRequest.Method>) -> HTTPFailure {
        let names = allowed.map(\.rawValue).sorted().joined(separator: ", ")
        return HTTPFailure(
            status: .methodNotAllowed, name: "methodNotAllowed", message: "This path answers \(names) only.",
            headers: [.allow: names])
    }

    /// The answer.
    package func response(requestID: String) -> Response {
        struct Body: Encodable {
            struct Failure: Encodable {
                let code: Int?
                let message: String
                let name: String
                let requestID: String
                let status: Int
            }
            let error: Failure
        }
        let failure = Body.Failure(
            code: code, message: message, name: name, requestID: requestID, status: status.code)
        return .json(Body(error: failure), status: status, headers: headers)
    }
}

extension Response {
    /// An answer in JSON, which nobody keeps.
    package static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        let body = ByteBuffer(bytes: WireJSON.bytes(value))
        return Response(status: status, headers: headers, body: .init(byteBuffer: body))
    }
}
