import Hummingbird
import Logging
package import NIOCore
import OvationObservability

/// What is known of a request while it is answered.
package struct HTTPRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Names the request in every log line about it and in the answer's `X-Request-Id`.
    package private(set) var requestID: String
    /// The address at the other end of the connection; a proxy's, behind one.
    package let peerAddress: String?
    private let channel: any Channel

    /// The same as ``requestID``, under the name that Hummingbird has for it.
    var id: String { requestID }

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peerAddress = source.channel.remoteAddress?.ipAddress
        requestID = source.logger[metadataKey: Self.hummingbirdKey]?.description ?? RequestID().description
        logger[metadataKey: Self.hummingbirdKey] = nil
        logger[metadataKey: LogKeys.requestID] = "\(requestID)"
    }

    /// Goes on under the id that a proxy in front gave the request, so that both logs can be put side by side.
    ///
    /// An id that is longer than 64 bytes, or has anything but letters, digits, `.`, `_` and `-`, is left aside: it
    /// would travel into logs.
    mutating func adopt(requestID offered: String) {
        guard (1...64).contains(offered.utf8.count), offered.utf8.allSatisfy(Self.isAllowed) else { return }
        requestID = offered
        logger[metadataKey: LogKeys.requestID] = "\(offered)"
    }

    /// Tells a client that waits for a word before it sends the body (`Expect: 100-continue`) that it may.
    package func askForBody() { channel.triggerUserOutboundEvent(RequestWatch.BodyWanted(), promise: nil) }

    /// Says that the body is a stream, which may come for as long as there is never a silence of this length.
    package func streamBody(silence: TimeAmount) {
        channel.triggerUserOutboundEvent(RequestWatch.BodyStreams(silence: silence), promise: nil)
    }

    /// Ends a body that is a stream: who reads it is told `RequestFailure.streamEnded`. May be called on any thread.
    package func endBody() { channel.triggerUserOutboundEvent(RequestWatch.BodyEnds(), promise: nil) }

    /// Whether the connection is still there.
    package var isConnected: Bool { channel.isActive }

    private static let hummingbirdKey = "hb.request.id"

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
