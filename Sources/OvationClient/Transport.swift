public import Foundation
public import NIOCore
public import OvationModel

/// What carries frames between a client and its server. ``NIOTransport`` is the real one; tests script theirs.
public protocol Transport: Sendable {
    /// Begins a connection.
    ///
    /// Called on `eventLoop`. The answer comes at once; that the connection is there is told by
    /// ``TransportEvent/opened``.
    ///
    /// - Parameters:
    ///   - endpoint: Where to.
    ///   - eventLoop: The client's own loop.
    ///   - deliver: What to tell events to, in order and from one thread, best the event loop's own.
    /// - Returns: The connection. It is used on `eventLoop` only.
    func connect(
        to endpoint: TransportEndpoint, on eventLoop: any EventLoop,
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportConnection
}

/// One connection of a ``Transport``. Used on the client's event loop only.
public protocol TransportConnection: AnyObject {
    /// Sends a text frame. A connection that cannot take it any more drops it and tells
    /// ``TransportEvent/closed(_:_:)``.
    func send(_ text: Data)

    /// Ends the connection. A ``TransportEvent/closed(_:_:)`` follows when it is over.
    ///
    /// - Parameter code: What the close frame says. With `CloseCode.lost` there is no close frame: to the server the
    ///   connection looks lost, and it keeps the client's place.
    func close(_ code: CloseCode)
}

/// What happens to a connection.
public enum TransportEvent: Sendable {
    /// It is there and takes frames.
    case opened
    /// A text message came.
    case text(Data)
    /// Something else came, a ping for instance: the server is alive.
    case alive
    /// It is over, or could not be made. Comes once, and nothing after it. The code is the server's, `CloseCode.lost`
    /// without one.
    case closed(CloseCode, TransportFailure?)
}

/// Why a connection failed.
public struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, in a sentence for people.
    public var message: String
    /// Whether the same attempt will fail again: the certificate is not trusted, or there is no Ovation server at that
    /// address.
    public var isPermanent: Bool

    /// Makes a failure.
    public init(_ message: String, isPermanent: Bool = false) {
        self.message = message
        self.isPermanent = isPermanent
    }

    /// The message.
    public var description: String { message }
}
