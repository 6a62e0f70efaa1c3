import Foundation

/// A file of the cache.
struct GiftCacheFile: Hashable, Sendable {
    /// Where it is.
    var file: URL
    /// How long it is, in bytes.
    var bytes: Int
    /// When it was asked for last.
    var usedAt: Date
}

/// The calls to the file system that the cache makes. Handed in, so that tests let each of them fail.
protocol GiftCacheDisk: Sendable {
    /// Makes the folder and those above it. One that is there is no error.
    func makeFolder(_ folder: URL) throws
    /// How long a file is; nil where there is none.
    func bytes(of file: URL) -> Int?
    /// Notes that a file was asked for.
    func touch(_ file: URL, at now: Date) throws
    /// Writes a new file.
    func write(_ bytes: [UInt8], to file: URL) throws
    /// Gives a file another name, in one step, in the place of a file that has it.
    func move(_ file: URL, to place: URL) throws
    /// Removes a file. One that is not there is no error.
    func remove(_ file: URL) throws
    /// The files of a folder; none where there is no folder.
    func files(in folder: URL) throws -> [GiftCacheFile]
}

/// The system's files.
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
            // Another process was first.
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
