import OvationProcess

/// A server that tests connect to, in this process or in one of its own.
protocol Served: Sendable {
    /// Its port on this machine.
    var port: Int { get }
}

extension TestServer: Served {}
extension ServerProcess: Served {}
extension ServingProcess: Served {}
