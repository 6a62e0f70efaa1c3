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

/// A connection that is checked once a second, on its event loop.
protocol MediaConnection: AnyObject {
    /// Checks what is due at a time.
    func check(at now: Timestamp)
}
