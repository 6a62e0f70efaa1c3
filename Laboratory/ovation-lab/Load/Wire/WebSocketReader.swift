/// Finds the frames in what a server sends. Pure.
///
/// Only what a server may send: no masks, no reserved bits but that of compression where it was offered, no fragments (Ovation
/// sends none), nothing over the limit.
struct WebSocketReader {
    /// A frame that was found.
    struct Frame: Equatable {
        /// The opcode of RFC 6455.
        var opcode: UInt8
        /// Where its payload is.
        var payload: Range<Int>
        /// Whether its payload is compressed (RFC 7692).
        var isCompressed = false
    }

    /// What stands at a place.
    enum Step: Equatable {
        case frame(Frame)
        /// The rest of it has not come yet.
        case incomplete
        /// It breaks the rules, or is larger than anything that Ovation sends.
        case violation
    }

    /// The largest frame that is accepted: far above any snapshot.
    static let frameBytesMax = 16 * 1_024 * 1_024

    /// Looks at what stands at a place.
    ///
    /// - Parameter allowsCompressed: whether compression was offered.
    static func read(_ bytes: UnsafeRawBufferPointer, at start: Int, allowsCompressed: Bool = false) -> Step {
        guard bytes.count - start >= 2 else { return .incomplete }
        let first = bytes[start]
        let second = bytes[start + 1]
        let isCompressed = allowsCompressed && first & 0x40 != 0
        guard first & (isCompressed ? 0xB0 : 0xF0) == 0x80, second & 0x80 == 0 else { return .violation }
        var length = Int(second)
        var header = 2
        if length == 126 {
            guard bytes.count - start >= 4 else { return .incomplete }
            length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
            header = 4
        } else if length == 127 {
            guard bytes.count - start >= 10 else { return .incomplete }
            length = 0
            for index in 2..<10 {
                guard length <= frameBytesMax else { return .violation }
                length = length << 8 | Int(bytes[start + index])
            }
            header = 10
        }
        guard length <= frameBytesMax else { return .violation }
        guard bytes.count - start >= header + length else { return .incomplete }
        return .frame(
            Frame(
                opcode: first & 0xF, payload: start + header..<start + header + length, isCompressed: isCompressed))
    }
}
