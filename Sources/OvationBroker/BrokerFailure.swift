/// Why a broker does not do what it is asked, or cannot say what came of it.
package enum BrokerFailure: Error, Equatable, CustomStringConvertible {
    /// Nobody listens to the subject of a request: nothing was done.
    case noResponders
    /// There is no connection to the broker. A request that was on its way may have been carried out.
    case disconnected
    /// The message is longer than the broker takes.
    case tooLong(bytes: Int, bytesMax: Int)
    /// More waits to be sent than may. The message was not sent.
    case overloaded
    /// The broker was closed here.
    case closed
    /// The broker, or the library that speaks to it, refuses something.
    case refused(String)

    package var description: String {
        switch self {
        case .noResponders: "nobody listens to the subject of the request"
        case .disconnected: "there is no connection to the broker"
        case .tooLong(let bytes, let bytesMax): "the message has \(bytes) bytes; the broker takes \(bytesMax)"
        case .overloaded: "more waits to be sent than may"
        case .closed: "the broker was closed here"
        case .refused(let reason): "the broker refuses it: \(reason)"
        }
    }
}

/// How the connection to a broker is.
package enum BrokerState: Equatable, Sendable, CustomStringConvertible {
    /// There has been no connection yet.
    case connecting
    /// Messages go and come.
    case connected
    /// The connection was lost. Another one is tried for until the broker is closed.
    case disconnected
    /// Closed by its owner; it never opens again.
    case closed

    package var description: String {
        switch self {
        case .connecting: "connecting"
        case .connected: "connected"
        case .disconnected: "disconnected"
        case .closed: "closed"
        }
    }
}
