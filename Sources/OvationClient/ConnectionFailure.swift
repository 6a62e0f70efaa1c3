import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why a connection failed, in words for people instead of a library's.
package enum ConnectionFailure: Equatable, CustomStringConvertible {
    /// No authority that this machine trusts has signed the certificate.
    case untrusted
    /// The certificate was issued for another host name.
    case wrongName
    /// The other end closed the connection, or speaks another protocol.
    case closed
    /// The host name cannot be resolved.
    case unknownHost(String)
    /// Another reason, in the words of the system or of a library.
    case other(String)

    /// Translates an error of SwiftNIO or of a library that is built on it.
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
        // This error is AsyncHTTPClient's, which this target does not import.
        case _ where "\(error)".contains("remoteConnectionClosed"): self = .closed
        default: self = .other(String(describing: error))
        }
    }

    /// The reason as the end of a sentence.
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
