/// A complete box.
struct Box {
    let type: FourCC
    let body: ArraySlice<UInt8>
}

/// Iterates over the child boxes of a box. It does not descend into them, so nothing recurses.
struct BoxCursor {
    private var rest: ArraySlice<UInt8>
    /// The type of the parent box, for errors.
    private let parent: FourCC

    init(_ bytes: ArraySlice<UInt8>, in parent: FourCC) {
        rest = bytes
        self.parent = parent
    }

    /// Returns the next box, or nil at the end.
    mutating func next() throws(MediaError) -> Box? {
        guard !rest.isEmpty else { return nil }
        var fields = FieldReader(rest, in: parent)
        let size = try fields.number32()
        let type = FourCC(try fields.number32())
        var total = UInt64(size)
        if size == 1 { total = try fields.number64() }
        guard size != 0 else { throw MediaError(.openEndedBox, in: type) }
        let headBytes = UInt64(rest.count - fields.rest.count)
        guard total >= headBytes, total <= UInt64(rest.count) else { throw MediaError(.badBox, in: type) }
        let end = rest.startIndex + Int(total)
        let body = rest[(rest.startIndex + Int(headBytes))..<end]
        rest = rest[end...]
        return Box(type: type, body: body)
    }
}

/// Reads big-endian numbers from the bytes of a box, and throws if they run out.
struct FieldReader {
    private(set) var rest: ArraySlice<UInt8>
    private let box: FourCC

    init(_ bytes: ArraySlice<UInt8>, in box: FourCC) {
        rest = bytes
        self.box = box
    }

    init(_ box: Box) { self.init(box.body, in: box.type) }

    /// An error that says that this box is damaged.
    var damaged: MediaError { MediaError(.badBox, in: box) }

    private mutating func number(bytes count: Int) throws(MediaError) -> UInt64 {
        guard rest.count >= count else { throw damaged }
        var value: UInt64 = 0
        for byte in rest.prefix(count) { value = value << 8 | UInt64(byte) }
        rest.removeFirst(count)
        return value
    }

    mutating func number8() throws(MediaError) -> UInt8 { UInt8(truncatingIfNeeded: try number(bytes: 1)) }
    mutating func number16() throws(MediaError) -> UInt16 { UInt16(truncatingIfNeeded: try number(bytes: 2)) }
    mutating func number32() throws(MediaError) -> UInt32 { UInt32(truncatingIfNeeded: try number(bytes: 4)) }
    mutating func number64() throws(MediaError) -> UInt64 { try number(bytes: 8) }

    mutating func skip(_ count: Int) throws(MediaError) {
        guard count >= 0, rest.count >= count else { throw damaged }
        rest.removeFirst(count)
    }

    /// Splits off a number of bytes into a separate reader.
    mutating func part(bytes count: Int) throws(MediaError) -> FieldReader {
        guard count >= 0, rest.count >= count else { throw damaged }
        defer { rest.removeFirst(count) }
        return FieldReader(rest.prefix(count), in: box)
    }

    /// Reads version and flags, with which a full box begins.
    mutating func versionAndFlags() throws(MediaError) -> (version: UInt8, flags: UInt32) {
        let word = try number32()
        return (UInt8(truncatingIfNeeded: word >> 24), word & 0xFF_FFFF)
    }
}
