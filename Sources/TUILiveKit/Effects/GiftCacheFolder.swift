import Foundation

/// A folder with effect files. Files are named after their whole address. Their number and total size are limited, and the least recently
/// used ones are removed first.
///
/// Several processes may share a folder: files appear in it atomically, and a file that has disappeared is not an error.
struct GiftCacheFolder: Sendable {
    /// The prefix of files that are being written. The process's own name follows it.
    private static let partPrefix = "part-"
    /// The age in seconds at which an unfinished file is removed.
    private static let partSecondsMax = 3_600.0

    let folder: URL
    let bytesMax: Int
    let filesMax: Int
    let disk: any GiftCacheDisk

    /// Returns the file name for an address. It keeps the extension, because that selects the player.
    static func name(of url: URL, hash: String?) -> String {
        let digits = SHA256Hash.digits(of: Array((url.absoluteString + "\n" + (hash ?? "")).utf8))
        let letters = url.pathExtension.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return letters.isEmpty || letters.count > 8 ? digits : "\(digits).\(letters)"
    }

    /// Finds a file and records the request; nil if it does not exist.
    func find(_ name: String, at now: Date) -> URL? {
        let file = folder.appendingPathComponent(name)
        guard let bytes = disk.bytes(of: file), bytes > 0 else { return nil }
        // Files in a read-only folder can still be used.
        try? disk.touch(file, at: now)
        return file
    }

    /// Stores bytes under a name, and removes files that exceed the limits.
    ///
    /// - Throws: An error of the file system. In that case nothing of the file stays in the folder, if the file system allows that.
    func keep(_ bytes: [UInt8], as name: String, at now: Date) throws -> URL {
        try disk.makeFolder(folder)
        let part = folder.appendingPathComponent(Self.partPrefix + UUID().uuidString)
        let file = folder.appendingPathComponent(name)
        do {
            try disk.write(bytes, to: part)
            try disk.move(part, to: file)
        } catch {
            try? disk.remove(part)
            throw error
        }
        try? disk.touch(file, at: now)
        removeExcess(but: file, at: now)
        return file
    }

    /// Removes a file if it belongs to the folder.
    func discard(_ file: URL) {
        guard file.deletingLastPathComponent().standardized.path == folder.standardized.path else { return }
        try? disk.remove(file)
    }

    func removeAll() {
        for file in (try? disk.files(in: folder)) ?? [] { try? disk.remove(file.file) }
    }

    private func removeExcess(but kept: URL, at now: Date) {
        // If the folder cannot be listed, the next file causes another attempt.
        guard let files = try? disk.files(in: folder) else { return }
        let isPart: (GiftCacheFile) -> Bool = { $0.file.lastPathComponent.hasPrefix(Self.partPrefix) }
        for part in files where isPart(part) && now.timeIntervalSince(part.usedAt) > Self.partSecondsMax {
            try? disk.remove(part.file)
        }
        var whole = files.filter { !isPart($0) }.sorted { $0.usedAt < $1.usedAt }
        var bytes = whole.reduce(0) { $0 + $1.bytes }
        while bytes > bytesMax || whole.count > filesMax,
            let index = whole.firstIndex(where: { $0.file.lastPathComponent != kept.lastPathComponent })
        {
            let oldest = whole.remove(at: index)
            bytes -= oldest.bytes
            try? disk.remove(oldest.file)
        }
    }
}
