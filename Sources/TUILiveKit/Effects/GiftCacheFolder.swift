import Foundation

/// The files of effects in a folder: named after the whole address, at most so many and so many bytes; those that nobody has asked
/// for the longest go first.
///
/// Several processes may use one folder: a file comes into it in one step, whole, and that one has gone is no error.
struct GiftCacheFolder: Sendable {
    /// What files that are being written are called, before the process's own name for them.
    private static let partPrefix = "part-"
    /// After how many seconds a file that nobody finished is removed.
    private static let partSecondsMax = 3_600.0

    let folder: URL
    let bytesMax: Int
    let filesMax: Int
    let disk: any GiftCacheDisk

    /// The name of the file for an address. The extension is kept, because players are chosen by it.
    static func name(of url: URL, hash: String?) -> String {
        let digits = SHA256Hash.digits(of: Array((url.absoluteString + "\n" + (hash ?? "")).utf8))
        let letters = url.pathExtension.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return letters.isEmpty || letters.count > 8 ? digits : "\(digits).\(letters)"
    }

    /// The file of a name, and notes that it was asked for; nil where there is none.
    func find(_ name: String, at now: Date) -> URL? {
        let file = folder.appendingPathComponent(name)
        guard let bytes = disk.bytes(of: file), bytes > 0 else { return nil }
        // A folder that can only be read still has its files.
        try? disk.touch(file, at: now)
        return file
    }

    /// Keeps bytes under a name, and removes what is too much then.
    ///
    /// - Throws: what the file system says. Then there is nothing of the file in the folder, as far as the file system lets it.
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
        removeTooMuch(but: file, at: now)
        return file
    }

    /// Removes a file, if it is one of the folder.
    func discard(_ file: URL) {
        guard file.deletingLastPathComponent().standardized.path == folder.standardized.path else { return }
        try? disk.remove(file)
    }

    /// Removes all files.
    func removeAll() {
        for file in (try? disk.files(in: folder)) ?? [] { try? disk.remove(file.file) }
    }

    private func removeTooMuch(but kept: URL, at now: Date) {
        // A folder that cannot be listed is looked at again when the next file comes.
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
