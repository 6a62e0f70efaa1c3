/// Writes boxes one after another, and nests them.
struct BoxOutput {
    private(set) var bytes: [UInt8] = []

    /// Appends a box with this body.
    mutating func box(_ type: FourCC, _ body: some Collection<UInt8>) {
        number32(UInt32(clamping: body.count + 8))
        number32(type.rawValue)
        bytes.append(contentsOf: body)
    }

    /// Begins a box, whose size is written when it ends. Returns its place.
    mutating func begin(_ type: FourCC) -> Int {
        defer {
            number32(0)
            number32(type.rawValue)
        }
        return bytes.count
    }

    /// Ends the box that began at a place.
    mutating func end(_ place: Int) { replace32(UInt32(clamping: bytes.count - place), at: place) }

    mutating func number32(_ value: UInt32) { append(UInt64(value), bytes: 4) }
    mutating func number64(_ value: UInt64) { append(value, bytes: 8) }
    mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

    /// Writes a number over another one.
    mutating func replace32(_ value: UInt32, at place: Int) {
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32(index))) }
    }

    private mutating func append(_ value: UInt64, bytes count: Int) {
        for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
    }
}
