import NIOCore
import OvationHTTP
import OvationModel
import OvationSupport

/// Compresses the events of a room once for all viewers who can follow.
///
/// All of them get the same bytes of one stream, so one window serves a thousand connections. A viewer who joins or
/// misses an event gets uncompressed frames until the stream restarts with an empty window. It restarts when a viewer
/// waits for it, at most once per `compressionResetMilliseconds`.
///
/// Confined to the event loop of its room.
final class RoomDeflater {
    /// With the window a stream takes 96 KiB.
    private static let memoryLevel = 6

    private let deflater: RawDeflater
    private let resetNanoseconds: UInt64
    private var resetAt: UInt64?
    private var scratch = ByteBuffer()

    init(limits: Limits) {
        deflater = RawDeflater(
            level: limits.compressionLevel, windowBits: DeflateExtension.sharedWindowBits, memoryLevel: Self.memoryLevel
        )
        resetNanoseconds = UInt64(max(0, limits.compressionResetMilliseconds)) * 1_000_000
    }

    /// Restarts the stream when a viewer waits for it and the interval has passed. Returns whether it did.
    func beginAfresh(isWanted: Bool, at nanoseconds: UInt64) -> Bool {
        guard isWanted else { return false }
        if let resetAt, nanoseconds < resetAt + resetNanoseconds { return false }
        resetAt = nanoseconds
        deflater.reset()
        return true
    }

    /// The next event, as a compressed frame.
    func text(_ payload: [UInt8]) -> ByteBuffer {
        scratch.clear()
        payload.withUnsafeBytes { deflater.append($0, to: &scratch) }
        var frame = ByteBuffer()
        Framing.appendCompressedText(scratch, to: &frame)
        return frame
    }
}
