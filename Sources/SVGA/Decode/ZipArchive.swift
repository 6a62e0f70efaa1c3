/// Reads the plain zip archives of 1.x and hybrid files.
///
/// It ignores folders and the extra entries that macOS adds. It refuses encrypted files, split archives, archives over 4 GiB and duplicate
/// names.
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
    /// How many bytes `read` may still inflate.
    private let bytesMax: Int
    private var bytesLeft: Int

    /// Returns true if the bytes begin like a zip archive.
    static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// Reads the archive's directory.
    ///
    /// - Throws: `badZip`, `imagesTooLarge` if there are too many files, `nameTooLong`.
    init(_ bytes: [UInt8], limits: SVGALimits) throws(SVGAError) {
        self.bytes = bytes
        bytesMax = limits.inflatedBytesMax
        bytesLeft = bytesMax
        guard let end = endOfDirectory() else { throw SVGAError(.badZip) }
        // In order: the number of this disk, the disk of the directory, the entries on this disk, all entries.
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

    /// The names of the files, in no particular order.
    var names: some Collection<String> { entries.keys }

    /// Returns true if the archive has a file of this name.
    func has(_ name: String) -> Bool { entries[name] != nil }

    /// Reads a file. Returns nil if the archive has no file of this name.
    ///
    /// - Throws: `badZip`, `badCompression`, `inflatedTooLarge` if all files read so far exceed the limit together.
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

    /// Reads the directory entry at an offset, and returns the offset of the next one.
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

    /// Finds the end-of-directory record. A comment may follow it.
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

    /// Reads a little-endian number. The caller has checked that its bytes exist.
    private func number(_ place: Int, _ length: Int) -> Int {
        (0..<length).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
