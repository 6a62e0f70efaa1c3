/// Follows the frames of a server (RFC 6455) among bytes that are passed on, to know where one may be put behind them. Pure.
///
/// It looks at heads of frames only, and holds fourteen bytes at most.
struct FrameBoundary {
    /// What has come of a frame's head.
    private var head: [UInt8] = []
    /// Bytes of the frame under way that are still to come.
    private var bytesLeft: UInt64 = 0
    /// Whether a frame has come that closes the socket.
    private(set) var hasClose = false

    /// Whether the last frame that came is whole.
    var isBetweenFrames: Bool { head.isEmpty && bytesLeft == 0 }

    /// Follows what came.
    mutating func take(_ bytes: some RandomAccessCollection<UInt8>) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if bytesLeft > 0 {
                let count = Int(min(bytesLeft, UInt64(rest.count)))
                bytesLeft -= UInt64(count)
                rest = rest.dropFirst(count)
                continue
            }
            if let byte = rest.popFirst() { head.append(byte) }
            guard head.count >= 2, head.count == headBytes else { continue }
            if head[0] & 0x0F == 0x8 { hasClose = true }
            bytesLeft = contentBytes
            head.removeAll(keepingCapacity: true)
        }
    }

    /// How long the head is that begins with these two bytes.
    private var headBytes: Int {
        let lengthBytes =
            switch head[1] & 0x7F {
            case 126: 2
            case 127: 8
            default: 0
            }
        return 2 + lengthBytes + (head[1] & 0x80 == 0 ? 0 : 4)
    }

    private var contentBytes: UInt64 {
        switch head[1] & 0x7F {
        case 126: head[2..<4].reduce(0) { $0 << 8 | UInt64($1) }
        case 127: head[2..<10].reduce(0) { $0 << 8 | UInt64($1) }
        case let length: UInt64(length)
        }
    }
}
