/// Reads zip archives of the plain kind, which 1.x files and hybrids are.
///
/// Folders are left out, and so is what macOS adds. Encrypted files, archives in several parts, those of more than 4 GiB and
/// those with the same name twice are refused.
struct ZipArchive {
    private struct Entry {
        var isDeflated: Bool
        var checksum: UInt32
        var compressedBytes: Int
        var inflatedBytes: Int
        var offset: Int
    }

    private static let endBytes = 22
    private static let entryBytes = 46
    private static let headBytes = 30
    private static let commentBytesMax = 65_535

    private let bytes: [UInt8]
    private var entries: [String: Entry] = [:]
    /// What may still be inflated.
    private let bytesMax: Int
    private var bytesLeft: Int

    /// Whether bytes begin as an archive does.
    static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// Reads the directory of an archive.
    ///
    /// - Throws: `badZip`, `imagesTooLarge` where it has more files than it may, `nameTooLong`.
    init(_ bytes: [UInt8], limits: SVGALimits) throws(SVGAError) {
        self.bytes = bytes
        bytesMax = limits.inflatedBytesMax
        bytesLeft = bytesMax
        guard let end = endOfDirectory() else { throw SVGAError(.badZip) }
        // Number of this part, part of the directory, entries here and in all.
        guard number(end + 4, 2) == 0, number(end + 6, 2) == 0, number(end + 8, 2) == number(end + 10, 2) else {
            throw SVGAError(.badZip)
        }
        let count = number(end + 10, 2)
        try SVGAError.check(count, atMost: limits.archiveFilesMax, "archiveFilesMax", .imagesTooLarge)
        var place = number(end + 16, 4)
        for _ in 0..<count {
            guard place + Self.entryBytes <= end, number(place, 4) == 0x0201_4B50 else { throw SVGAError(.badZip) }
            place = try readEntry(at: place, end: end, limits)
        }
    }

    /// The names of the files, in no order.
    var names: some Collection<String> { entries.keys }

    /// Whether there is a file of a name.
    func has(_ name: String) -> Bool { entries[name] != nil }

    /// What a file of the archive holds; nil where there is none of the name.
    ///
    /// - Throws: `badZip`, `badCompression`, `inflatedTooLarge` where all that was read is more than it may be.
    mutating func read(_ name: String) throws(SVGAError) -> [UInt8]? {
        guard let entry = entries[name] else { return nil }
        guard entry.offset + Self.headBytes <= bytes.count, number(entry.offset, 4) == 0x0403_4B50 else {
            throw SVGAError(.badZip)
        }
        let start = entry.offset + Self.headBytes + number(entry.offset + 26, 2) + number(entry.offset + 28, 2)
        guard start + entry.compressedBytes <= bytes.count else { throw SVGAError(.badZip) }
        let read = bytesMax - bytesLeft
        try SVGAError.check(
            read + entry.inflatedBytes, atMost: bytesMax, "inflatedBytesMax", .inflatedTooLarge)
        let compressed = bytes[start..<start + entry.compressedBytes]
        let content: [UInt8]
        if entry.isDeflated {
            content = try Inflate.inflated(compressed, as: .raw, bytesMax: entry.inflatedBytes)
        } else {
            content = Array(compressed)
        }
        guard content.count == entry.inflatedBytes, Deflate.checksum(content) == entry.checksum else {
            throw SVGAError(.badZip)
        }
        bytesLeft -= content.count
        return content
    }

    /// Reads the entry of the directory that begins at a place, and returns the place of the next one.
    private mutating func readEntry(at place: Int, end: Int, _ limits: SVGALimits) throws(SVGAError) -> Int {
        let nameStart = place + Self.entryBytes
        let nameEnd = nameStart + number(place + 28, 2)
        let next = nameEnd + number(place + 30, 2) + number(place + 32, 2)
        guard next <= end else { throw SVGAError(.badZip) }
        try SVGAError.check(nameEnd - nameStart, atMost: limits.nameBytesMax, "nameBytesMax", .nameTooLong)
        let name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self)
        if name.utf8.last == UInt8(ascii: "/") || name.hasPrefix("__MACOSX/") || name.hasPrefix(".") { return next }
        let method = number(place + 10, 2)
        let entry = Entry(
            isDeflated: method == 8, checksum: UInt32(number(place + 16, 4)), compressedBytes: number(place + 20, 4),
            inflatedBytes: number(place + 24, 4), offset: number(place + 42, 4))
        let isEncrypted = number(place + 8, 2) & 1 == 1
        guard method == 0 || method == 8, !isEncrypted, entries.updateValue(entry, forKey: name) == nil else {
            throw SVGAError(.badZip)
        }
        return next
    }

    /// The place of the record that ends an archive; a comment may follow it.
    private func endOfDirectory() -> Int? {
        guard bytes.count >= Self.endBytes else { return nil }
        let last = bytes.count - Self.endBytes
        for place in stride(from: last, through: max(0, last - Self.commentBytesMax), by: -1)
        where bytes[place] == 0x50 && number(place, 4) == 0x0605_4B50
            && place + Self.endBytes + number(place + 20, 2) == bytes.count
        {
            return place
        }
        return nil
    }

    /// A number in little-endian order. Callers have looked that it is there.
    private func number(_ place: Int, _ length: Int) -> Int {
        (0..<length).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
