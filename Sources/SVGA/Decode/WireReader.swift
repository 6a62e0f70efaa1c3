/// Goes through the fields of a protobuf message without decoding them.
struct WireReader {
    /// A field: its number, and where its bytes are if it is one of bytes.
    struct Field {
        let number: Int
        /// The content of a field of bytes, a text or a message; nil for numbers.
        let content: Range<Int>?
        /// Where all of it is.
        let whole: Range<Int>
    }

    private let bytes: [UInt8]
    private var place: Int
    private let end: Int

    /// Makes a reader of the message in a range of bytes.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    /// The next field; nil at the end of the message.
    ///
    /// - Throws: `badMessage` for a field that does not end in time, and for groups, which the format never had.
    mutating func next() throws(SVGAError) -> Field? {
        guard place < end else { return nil }
        let first = place
        let tag = try varint()
        guard tag >> 3 >= 1, tag <= UInt64(UInt32.max) else { throw SVGAError(.badMessage) }
        let number = Int(tag >> 3)
        switch tag & 7 {
        case 0: _ = try varint()
        case 1: try skip(8)
        case 5: try skip(4)
        case 2:
            let length = try varint()
            guard length <= UInt64(end - place) else { throw SVGAError(.badMessage) }
            let start = place
            place += Int(length)
            return Field(number: number, content: start..<place, whole: first..<place)
        default: throw SVGAError(.badMessage)
        }
        return Field(number: number, content: nil, whole: first..<place)
    }

    private mutating func skip(_ count: Int) throws(SVGAError) {
        guard count <= end - place else { throw SVGAError(.badMessage) }
        place += count
    }

    private mutating func varint() throws(SVGAError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard place < end else { throw SVGAError(.badMessage) }
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw SVGAError(.badMessage)
    }
}
