/// How fast the bytes of an upload come, or those of a file go, and whether that is fast enough. Pure.
///
/// What trickles is never silent, and holds one of few places for as long as it likes. Time is cut into windows; with too few bytes in
/// two of them, one after the other, it is too slow. One slow window says nothing: a connection stalls, or the server does.
public struct BytePace: Hashable, Sendable {
    private let bytesPerSecondMin: Int
    private let windowMilliseconds: Int64
    private var windowStart: Int64 = 0
    private var windowBytes = 0
    private var slowWindows = 0

    /// How many windows, one after the other, are too slow.
    private static let slowWindowsMax = 2

    /// Begins with the first byte.
    ///
    /// - Parameters:
    ///   - bytesPerSecondMin: the bytes of a second that are enough; 0 bounds nothing.
    ///   - windowSeconds: over how many seconds they are counted.
    public init(bytesPerSecondMin: Int, windowSeconds: Int) {
        self.bytesPerSecondMin = bytesPerSecondMin
        windowMilliseconds = Int64(min(max(1, windowSeconds), 86_400)) * 1_000
    }

    /// Counts bytes that came or went.
    ///
    /// - Parameter elapsed: milliseconds since the beginning.
    /// - Returns: False if that is too slow.
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
