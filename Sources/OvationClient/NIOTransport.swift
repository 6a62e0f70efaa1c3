public import NIOCore
public import NIOSSL

/// Carries frames over a WebSocket, with SwiftNIO, on Linux and Apple's systems alike.
///
/// Speaks the subprotocol `ovation.v1.json`, masks what it sends, answers pings, and for `wss` verifies the server's
/// certificate and name. The default shares the trust roots of the system among all clients of the process.
public struct NIOTransport: Transport {
    /// The subprotocol that is asked for and insisted on.
    public static let subprotocol = "ovation.v1.json"
    /// The longest message that is taken from a server, in bytes: snapshots of large lives are long.
    public static let messageBytesMax = 4 * 1_024 * 1_024

    /// What this client runs on, as the server's callbacks name it.
    static var platform: String {
        #if os(iOS)
            "iOS"
        #elseif os(macOS)
            "Mac"
        #elseif os(Android)
            "Android"
        #elseif os(Windows)
            "Windows"
        #else
            "Unknown"
        #endif
    }

    private let tls: Result<NIOSSLContext, any Error>?

    /// Makes a transport that trusts whom the system trusts.
    public init() { tls = nil }

    /// Makes a transport with its own idea of whom to trust, for a server with a certificate of a private authority for
    /// instance.
    ///
    /// A configuration that cannot be used fails every connection to a `wss` server.
    public init(tlsConfiguration: TLSConfiguration) {
        tls = Result { try NIOSSLContext(configuration: tlsConfiguration) }
    }

    /// Made once, because reading the system's trust roots takes long and much memory.
    private static let systemTLS = Result { try NIOSSLContext(configuration: .makeClientConfiguration()) }

    /// Begins a connection.
    public func connect(
        to endpoint: TransportEndpoint, on eventLoop: any EventLoop,
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportConnection {
        let connection = NIOTransportConnection(eventLoop: eventLoop, deliver: deliver)
        connection.connect(to: endpoint, tls: endpoint.isSecure ? tls ?? Self.systemTLS : nil)
        return connection
    }
}
