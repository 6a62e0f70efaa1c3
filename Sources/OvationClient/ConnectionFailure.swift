import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why a connection did not come about, in words for people instead of a library's.
package enum ConnectionFailure: Equatable, CustomStringConvertible {
    /// The certificate is signed by nobody who is trusted here.
    case untrusted
    /// The certificate is for another name.
    case wrongName
    /// The other end closed the connection, or speaks something else.
    case closed
    /// The name of the host leads nowhere.
    case unknownHost(String)
    /// The system's reason, or a library's.
    case other(String)

    /// Understands an error of SwiftNIO and what is built on it.
    package init(_ error: any Error) {
        switch error {
        case let error as IOError: self = .other(String(cString: strerror(error.errnoCode)))
        case let error as NIOConnectionError:
            if let failure = error.connectionErrors.first {
                self = Self(failure.error)
            } else {
                self = .unknownHost(error.host)
            }
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: self = .wrongName
        case let error as NIOSSLExtraError where error == .serverHostnameImpossibleToMatch: self = .wrongName
        case NIOSSLError.handshakeFailed(.sslError(let stack)):
            let reasons = stack.map { "\($0)" }.joined(separator: " ")
            if reasons.contains("CERTIFICATE_VERIFY_FAILED") {
                self = .untrusted
            } else if reasons.contains("WRONG_VERSION_NUMBER") || reasons.contains("HTTP_REQUEST") {
                self = .other("it does not speak TLS; its address begins with http:// or ws://")
            } else {
                self = .other("TLS failed: \(reasons)")
            }
        case NIOSSLError.uncleanShutdown, NIOSSLError.handshakeFailed, ChannelError.eof, is HTTPParserError:
            self = .closed
        // AsyncHTTPClient's own, which this target does not know.
        case _ where "\(error)".contains("remoteConnectionClosed"): self = .closed
        default: self = .other(String(describing: error))
        }
    }

    /// As the end of a sentence.
    package var description: String {
        switch self {
        case .untrusted:
            "its certificate is signed by itself, or by an authority that is not known here, or its time is over"
        case .wrongName: "its certificate is for another name"
        case .closed: "it closes the connection without an answer"
        case .unknownHost(let host): "the name \(host) cannot be resolved"
        case .other(let reason): reason
        }
    }
}
