public import NIOCore
public import NIOSSL

/// A transport that carries frames over a WebSocket. It uses SwiftNIO on both Linux and Apple's systems.
///
/// It speaks the subprotocol `ovation.v1.json`, masks its frames and answers pings. For `wss` it verifies the server's certificate and
/// name. All clients of a process that use the default share the system's trust roots.
public struct NIOTransport: Transport {
    /// The WebSocket subprotocol. A server that does not agree to it is refused.
    public static let subprotocol = "ovation.v1.json"
    /// The longest message that is accepted from a server, in bytes. Snapshots of large lives are long.
    public static let messageBytesMax = 4 * 1_024 * 1_024

    /// The name of this client's platform, as it appears in the server's callbacks.
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

    /// Makes a transport that trusts the certificates that the system trusts.
    public init() { tls = nil }

    /// Makes a transport with its own trust settings, for instance for a server whose certificate comes from a private authority.
    ///
    /// If the configuration cannot be used, every connection to a `wss` server fails.
    public init(tlsConfiguration: TLSConfiguration) {
        tls = Result { try NIOSSLContext(configuration: tlsConfiguration) }
    }

    /// The shared TLS context. It is made once, because reading the system's trust roots is slow and needs much memory.
    private static let systemTLS = Result { try NIOSSLContext(configuration: .makeClientConfiguration()) }

    /// Begins a connection. See ``Transport/connect(to:on:deliver:)``.
    public func connect(
        to endpoint: TransportEndpoint, on eventLoop: any EventLoop,
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportConnection {
        let connection = NIOTransportConnection(eventLoop: eventLoop, deliver: deliver)
        connection.connect(to: endpoint, tls: endpoint.isSecure ? tls ?? Self.systemTLS : nil)
        return connection
    }
}
