/// Walks through the fields of a protobuf message without decoding their values.
struct WireReader {
    /// A field's number, and where its bytes are.
    struct Field {
        let number: Int
        /// The content of a length-delimited field: bytes, a string or a message. Nil for numbers.
        let content: Range<Int>?
        /// The whole field, including its tag.
        let whole: Range<Int>
    }

    private let bytes: [UInt8]
    private var offset: Int
    private let end: Int

    /// Makes a reader for the message in a range of bytes.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next field, or nil at the end of the message.
    ///
    /// - Throws: `badMessage` if a field is cut off, or if it is a group, which the format never used.
    mutating func next() throws(SVGAError) -> Field? {
        guard offset < end else { return nil }
        let first = offset
        let tag = try varint()
        guard tag >> 3 >= 1, tag <= UInt64(UInt32.max) else { throw SVGAError(.badMessage) }
        let number = Int(tag >> 3)
        switch tag & 7 {
        case 0: _ = try varint()
        case 1: try skip(8)
        case 5: try skip(4)
        case 2:
            let length = try varint()
            guard length <= UInt64(end - offset) else { throw SVGAError(.badMessage) }
            let start = offset
            offset += Int(length)
            return Field(number: number, content: start..<offset, whole: first..<offset)
        default: throw SVGAError(.badMessage)
        }
        return Field(number: number, content: nil, whole: first..<offset)
    }

    private mutating func skip(_ count: Int) throws(SVGAError) {
        guard count <= end - offset else { throw SVGAError(.badMessage) }
        offset += count
    }

    private mutating func varint() throws(SVGAError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard offset < end else { throw SVGAError(.badMessage) }
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw SVGAError(.badMessage)
    }
}
