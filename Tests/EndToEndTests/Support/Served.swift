import OvationProcess

/// A server that tests connect to, in this process or in its own.
protocol Served: Sendable {
    /// The server's local port.
    var port: Int { get }
}

extension TestServer: Served {}
extension ServerProcess: Served {}
extension ServingProcess: Served {}
