import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import OvationModel

/// Why the body of a call could not be read. The call is answered all the same, where somebody is there to hear it.
enum RESTBodyFailure: Error {
    /// It is larger than it may be.
    case tooLarge(bytesMax: Int)
    /// It is so large that the connection ends with the answer.
    case farTooLarge(bytesMax: Int)
    /// It did not come in time.
    case timedOut(seconds: Int)
    /// It broke off.
    case aborted
    /// It is not framed as HTTP asks.
    case unreadable

    /// The status of the answer: the connection ends with every other than 200.
    var status: HTTPResponse.Status {
        switch self {
        case .tooLarge: .ok
        case .farTooLarge: .contentTooLarge
        case .timedOut: .requestTimeout
        case .aborted, .unreadable: .badRequest
        }
    }

    /// What the caller is told.
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

/// The body of a call on its way in.
///
/// What is not read here is thrown away by ``RequestWatch`` after the answer.
struct RESTRequestBody {
    private let body: RequestBody
    /// How many bytes it says it has; nil where it does not.
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
        // The rest is thrown away, and the next request can be read, where it is known how much that is and not too much.
        let isInBounds = length.map { $0 <= limits.requestDiscardedBytesMax } ?? false
        return isInBounds
            ? .tooLarge(bytesMax: limits.restBodyBytesMax) : .farTooLarge(bytesMax: limits.restBodyBytesMax)
    }
}
