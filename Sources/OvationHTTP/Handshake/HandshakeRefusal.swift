package import NIOHTTP1
package import OvationModel
import OvationWire

/// The answer to a handshake that is refused: that its address has made too many and when to come again, or that the client may not.
///
/// ```
/// {"error":{"code":110033,"message":"…","name":"handshakesTooFrequent","retryAfterMilliseconds":250,"status":429}}
/// ```
package struct HandshakeRefusal: Sendable {
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    let body: [UInt8]

    private struct Body: Encodable {
        struct Failure: Encodable {
            let code: Int
            let message: String
            let name: String
            let retryAfterMilliseconds: Int64?
            let status: Int
        }
        let error: Failure
    }

    /// Passes on a refusal.
    init(status: HTTPResponseStatus, headers: HTTPHeaders, body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Refuses for a rate.
    ///
    /// - Parameter milliseconds: after how long to come again.
    init(milliseconds: Int64) {
        self.init(
            Rejection(.handshakesTooFrequent, retryAfterMilliseconds: milliseconds), status: .tooManyRequests)
    }

    /// Refuses a client that may not.
    package init(_ rejection: Rejection, status: HTTPResponseStatus) {
        self.status = status
        body = WireJSON.bytes(
            Body(
                error: Body.Failure(
                    code: rejection.code.rawValue, message: rejection.message, name: rejection.code.name,
                    retryAfterMilliseconds: rejection.retryAfterMilliseconds, status: Int(status.code))))
        var headers: HTTPHeaders = [
            "Content-Type": "application/json", "Content-Length": String(body.count), "Connection": "close",
        ]
        if let milliseconds = rejection.retryAfterMilliseconds {
            headers.add(name: "Retry-After", value: String((milliseconds + 999) / 1_000))
        }
        self.headers = headers
    }
}
