import Foundation

/// A file in the cache.
struct GiftCacheFile: Hashable, Sendable {
    /// The location of the file.
    var file: URL
    /// The size in bytes.
    var bytes: Int
    /// When the file was last requested.
    var usedAt: Date
}

/// The file system calls of the cache. Tests pass an implementation in which each call can fail.
protocol GiftCacheDisk: Sendable {
    /// Creates the folder and its parents. An existing folder is not an error.
    func makeFolder(_ folder: URL) throws
    /// Returns the size of a file, or nil if it does not exist.
    func bytes(of file: URL) -> Int?
    /// Records that a file was requested.
    func touch(_ file: URL, at now: Date) throws
    /// Writes a new file.
    func write(_ bytes: [UInt8], to file: URL) throws
    /// Renames a file atomically, and replaces an existing file of that name.
    func move(_ file: URL, to place: URL) throws
    /// Removes a file. A missing file is not an error.
    func remove(_ file: URL) throws
    /// Lists the files of a folder; empty if there is no folder.
    func files(in folder: URL) throws -> [GiftCacheFile]
}

/// The real file system.
struct SystemGiftCacheDisk: GiftCacheDisk {
    func makeFolder(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func bytes(of file: URL) -> Int? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return (attributes[.size] as? NSNumber)?.intValue
    }

    func touch(_ file: URL, at now: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: file.path)
    }

    func write(_ bytes: [UInt8], to file: URL) throws {
        try Data(bytes).write(to: file, options: .withoutOverwriting)
    }

    func move(_ file: URL, to place: URL) throws {
        let moved = file.path.withCString { old in place.path.withCString { new in rename(old, new) } }
        guard moved == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: place.path])
        }
    }

    func remove(_ file: URL) throws {
        do {
            try FileManager.default.removeItem(at: file)
        } catch CocoaError.fileNoSuchFile, CocoaError.fileReadNoSuchFile {
            // Another process removed it first.
        }
    }

    func files(in folder: URL) throws -> [GiftCacheFile] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { name in
            let file = folder.appendingPathComponent(name)
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
                attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? NSNumber
            else { return nil }
            let usedAt = attributes[.modificationDate] as? Date ?? .distantPast
            return GiftCacheFile(file: file, bytes: size.intValue, usedAt: usedAt)
        }
    }
}
