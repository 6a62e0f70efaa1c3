/// How fast the bytes of an upload come, and whether that is fast enough. Pure.
///
/// A file that trickles is never silent, and holds one of few places for as long as an upload may take. Time is cut into windows; an
/// upload with too few bytes in two of them, one after the other, is too slow. One says nothing: a connection stalls, or the server does.
public struct UploadPace: Hashable, Sendable {
    private let bytesPerSecondMin: Int
    private let windowMilliseconds: Int64
    private var windowStart: Int64 = 0
    private var windowBytes = 0
    private var slowWindows = 0

    /// How many windows, one after the other, make an upload too slow.
    private static let slowWindowsMax = 2

    /// Begins with an upload.
    ///
    /// - Parameters:
    ///   - bytesPerSecondMin: the bytes of a second that are enough; 0 bounds nothing.
    ///   - windowSeconds: over how many seconds they are counted.
    public init(bytesPerSecondMin: Int, windowSeconds: Int) {
        self.bytesPerSecondMin = bytesPerSecondMin
        windowMilliseconds = Int64(min(max(1, windowSeconds), 86_400)) * 1_000
    }

    /// Counts bytes that came.
    ///
    /// - Parameter elapsed: milliseconds since the upload began.
    /// - Returns: False if the upload is too slow.
    public mutating func take(_ byteCount: Int, at elapsed: Int64) -> Bool {
        windowBytes += byteCount
        let length = elapsed - windowStart
        guard length >= windowMilliseconds else { return true }
        let isSlow = Double(windowBytes) * 1_000 < Double(bytesPerSecondMin) * Double(length)
        slowWindows = isSlow ? slowWindows + 1 : 0
        (windowStart, windowBytes) = (elapsed, 0)
        return slowWindows < Self.slowWindowsMax
    }
}
