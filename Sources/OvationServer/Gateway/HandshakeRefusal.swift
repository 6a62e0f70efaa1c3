import NIOHTTP1
import OvationModel
import OvationWire

/// The answer to a handshake whose address has made too many: status 429, and when to come again.
///
/// ```
/// {"error":{"code":110033,"message":"…","name":"handshakesTooFrequent","retryAfterMilliseconds":250,"status":429}}
/// ```
struct HandshakeRefusal {
    let headers: HTTPHeaders
    let body: [UInt8]

    private struct Body: Encodable {
        struct Failure: Encodable {
            let code: Int
            let message: String
            let name: String
            let retryAfterMilliseconds: Int64
            let status: Int
        }
        let error: Failure
    }

    init(milliseconds: Int64) {
        let code = ErrorCode.handshakesTooFrequent
        body = WireJSON.bytes(
            Body(
                error: Body.Failure(
                    code: code.rawValue, message: code.defaultMessage, name: code.name,
                    retryAfterMilliseconds: milliseconds, status: 429)))
        headers = [
            "Content-Type": "application/json", "Content-Length": String(body.count), "Connection": "close",
            "Retry-After": String((milliseconds + 999) / 1_000),
        ]
    }
}
