import NIOCore

/// Why a server cannot listen on its address.
public struct ListenFailure: Error, CustomStringConvertible {
    /// The address that it was to listen on.
    public let host: String
    /// The port that it was to listen on.
    public let port: Int
    /// The system's number for what is wrong (`errno`); nil where the address is a name that nobody can resolve.
    public let errnoCode: Int32?
    /// What is wrong, in words.
    public let reason: String

    /// Makes a failure of what a bootstrap threw.
    init(_ error: any Error, host: String, port: Int) {
        self.host = host
        self.port = port
        errnoCode = (error as? IOError)?.errnoCode
        reason = error is SocketAddressError ? "the name cannot be resolved" : "\(error)"
    }

    /// What happened, in a sentence.
    public var description: String { "Cannot listen on \(host), port \(port): \(reason)." }
}
