import HTTPTypes
import OvationHTTP
import OvationModel

extension HTTPFailure {
    /// Refuses an upload.
    init(ofUpload rejection: Rejection, headers: HTTPFields) {
        let status: HTTPResponse.Status =
            switch rejection.code {
            case .uploadTicketInvalid, .originRefused, .userFilesFull: .forbidden
            case .uploadsOff: .notFound
            case .uploadTooLarge: .contentTooLarge
            case .uploadTypeRefused: .unsupportedMediaType
            case .uploadInvalid: .unprocessableContent
            case .uploadTooSlow: .requestTimeout
            case .filesFull, .filesDiskFull: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
            case .handshakesTooFrequent, .uplinkTestsTooFrequent: .tooManyRequests
            case .uploadsBusy, .serverShuttingDown: .serviceUnavailable
            case .storageUnavailable: .serviceUnavailable
            default: .badRequest
            }
        var headers = headers
        if rejection.code.isTemporary {
            headers[.retryAfter] = "\(max(((rejection.retryAfterMilliseconds ?? 1_000) + 999) / 1_000, 1))"
        }
        self.init(
            status: status, name: rejection.code.name, message: rejection.message, headers: headers,
            code: rejection.code.rawValue)
    }
}
