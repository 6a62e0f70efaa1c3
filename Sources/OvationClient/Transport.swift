public import Foundation
public import NIOCore
public import OvationModel

/// Carries frames between a client and its server. ``NIOTransport`` is the real one, and tests script their own.
public protocol Transport: Sendable {
    /// Begins a connection.
    ///
    /// It is called on `eventLoop` and returns at once. ``TransportEvent/opened`` tells when the connection is open.
    ///
    /// - Parameters:
    ///   - endpoint: The server's WebSocket.
    ///   - eventLoop: The client's event loop.
    ///   - deliver: The closure to call with each event, in order and from one thread. The event loop's thread is best.
    /// - Returns: The connection, which is used on `eventLoop` only.
    func connect(
        to endpoint: TransportEndpoint, on eventLoop: any EventLoop,
        deliver: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportConnection
}

/// One connection of a ``Transport``. It is used on the client's event loop only.
public protocol TransportConnection: AnyObject {
    /// Sends a text frame. A connection that can no longer send drops the frame and reports ``TransportEvent/closed(_:_:)``.
    func send(_ text: Data)

    /// Ends the connection. ``TransportEvent/closed(_:_:)`` follows when it has ended.
    ///
    /// - Parameter code: The code of the close frame. With `CloseCode.lost` there is no close frame: to the server the connection looks
    ///   lost, and it keeps the user in their lives.
    func close(_ code: CloseCode)
}

/// An event of a connection.
public enum TransportEvent: Sendable {
    /// The connection is open and accepts frames.
    case opened
    /// A text message arrived.
    case text(Data)
    /// Something else arrived, for instance a ping, which shows that the server is alive.
    case alive
    /// The connection ended, or could not be made. This is the last event. The code is the server's, or `CloseCode.lost` if it sent none.
    case closed(CloseCode, TransportFailure?)
}

/// The reason why a connection failed.
public struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, in a sentence for people.
    public var message: String
    /// Whether the same attempt will fail again, for instance because the certificate is not trusted or because there is no Ovation server
    /// at this address.
    public var isPermanent: Bool

    /// Makes a failure.
    public init(_ message: String, isPermanent: Bool = false) {
        self.message = message
        self.isPermanent = isPermanent
    }

    /// The same as ``message``.
    public var description: String { message }
}
