import AsyncHTTPClient
import NIOCore

extension HTTPClient.Configuration {
    /// The configuration of a client that connects to one checked address of a name, and never looks a name up by itself.
    ///
    /// `Host`, SNI and the certificate's check keep the name. A redirect is an answer like any other, because its address has not been
    /// checked.
    package init(pinning host: String, to address: String, connectMilliseconds: Int64) {
        self.init(
            redirectConfiguration: .disallow, timeout: .init(connect: .milliseconds(connectMilliseconds)),
            decompression: .disabled)
        // An address stands in the URL itself and is not overridden.
        if host != address { dnsOverride = [host: address] }
        httpVersion = .http1Only
        connectionPool.retryConnectionEstablishment = false
    }
}
