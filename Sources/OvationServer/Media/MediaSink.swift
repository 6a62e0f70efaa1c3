import NIOCore
import OvationModel

/// Where the picture goes to a player: a WebSocket. Used on its event loop.
protocol MediaSink: AnyObject {
    /// Whether it takes bytes now.
    var isWritable: Bool { get }
    /// Writes whole frames.
    func write(_ frames: ByteBuffer)
    /// Ends it.
    func close(_ code: CloseCode)
}

/// A connection that is looked at once a second, on its event loop.
protocol MediaConnection: AnyObject {
    /// Looks at what time asks for.
    func check(at now: Timestamp)
}
