import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import OvationHTTP
import OvationModel

/// Why the body of a call could not be read. The call is still answered, if its connection is open.
enum RESTBodyFailure: Error {
    /// It is larger than it may be.
    case tooLarge(bytesMax: Int)
    /// It is so large that the connection ends with the answer.
    case farTooLarge(bytesMax: Int)
    /// It did not arrive in time.
    case timedOut(seconds: Int)
    /// It broke off.
    case aborted
    /// It is not framed as HTTP asks.
    case unreadable

    /// The status of the answer. With any other than 200, the connection ends.
    var status: HTTPResponse.Status {
        switch self {
        case .tooLarge: .ok
        case .farTooLarge: .contentTooLarge
        case .timedOut: .requestTimeout
        case .aborted, .unreadable: .badRequest
        }
    }

    /// The refusal that answers the call.
    var rejection: Rejection {
        switch self {
        case .tooLarge(let bytesMax), .farTooLarge(let bytesMax):
            Rejection(.httpRequestInvalid, "The body is larger than \(bytesMax) bytes.")
        case .timedOut(let seconds):
            Rejection(.httpRequestInvalid, "The body did not come within \(seconds) seconds.")
        case .aborted: Rejection(.httpRequestInvalid, "The body ended before it was whole.")
        case .unreadable: Rejection(.httpRequestInvalid, "The body is not framed as HTTP asks.")
        }
    }
}

/// The body of a call that is being received.
///
/// ``RequestWatch`` discards the rest after the answer.
struct RESTRequestBody {
    private let body: RequestBody
    /// The number of bytes that its header names; nil if it names none.
    private let length: Int?
    private let limits: Limits

    init(of request: Request, limits: Limits) {
        body = request.body
        length = request.headers[.contentLength].flatMap { Int($0) }
        self.limits = limits
    }

    /// Reads the whole body.
    func read() async throws(RESTBodyFailure) -> Data {
        let bytesMax = limits.restBodyBytesMax
        if let length, length > bytesMax { throw tooLarge }
        var data = Data()
        do {
            for try await part in body {
                guard data.count + part.readableBytes <= bytesMax else { throw tooLarge }
                data.append(contentsOf: part.readableBytesView)
            }
        } catch let failure as RESTBodyFailure {
            throw failure
        } catch RequestFailure.timedOut {
            throw .timedOut(seconds: limits.requestTimeoutSeconds)
        } catch RequestFailure.unreadable {
            throw .unreadable
        } catch {
            throw .aborted
        }
        // A connection that is cut ends the body without an error.
        if let length, data.count < length { throw .aborted }
        return data
    }

    private var tooLarge: RESTBodyFailure {
        // If the size of the rest is known and not too large, it is discarded, and the next request can be read.
        let isInBounds = length.map { $0 <= limits.requestDiscardedBytesMax } ?? false
        return isInBounds
            ? .tooLarge(bytesMax: limits.restBodyBytesMax) : .farTooLarge(bytesMax: limits.restBodyBytesMax)
    }
}
