import Foundation
import OvationModel
import OvationRules

/// What a ``FileFolder`` does with its folder. Each function blocks its thread until the disk has answered.
///
/// Foundation does the same, and tells less of what went wrong.
struct FileDisk: Sendable {
    /// What the disk knows of a file.
    struct Entry: Sendable {
        let bytes: Int
        let lastUsed: Timestamp
    }

    let root: String

    private func full(_ path: String) -> String { "\(root)/\(path)" }

    /// What is known of a file; nil if there is none.
    func entry(_ path: String) -> Entry? { Self.entry(atFull: full(path)) }

    private static func entry(atFull path: String) -> Entry? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular, let bytes = attributes[.size] as? Int,
            let date = attributes[.modificationDate] as? Date
        else { return nil }
        let milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded())
        return Entry(bytes: bytes, lastUsed: Timestamp(milliseconds: milliseconds))
    }

    /// The names in a folder; none if there is no such folder.
    func names(in path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: full(path)).sorted()) ?? []
    }

    /// All files, with what is known of them.
    func contents() -> [(name: FileName, entry: Entry)] {
        names(in: "content").flatMap { folder in
            names(in: "content/\(folder)").compactMap { text in
                guard let name = FileName(text), let entry = entry("content/\(folder)/\(text)") else { return nil }
                return (name, entry)
            }
        }
    }

    /// Bytes that are free on the disk, for who may not use the last of them.
    func freeBytes() throws -> Int64 {
        var facts = statvfs()
        var place = root
        // The folder is made with the first file.
        while statvfs(place, &facts) != 0 {
            let reason = errno
            let above = (place as NSString).deletingLastPathComponent
            guard reason == ENOENT, above != place, place != "." else {
                throw FileStorageError("The disk of \(root) cannot be looked at: \(String(cString: strerror(reason))).")
            }
            place = above.isEmpty ? "." : above
        }
        let (bytes, overflow) = Int64(clamping: facts.f_bavail)
            .multipliedReportingOverflow(by: Int64(clamping: facts.f_frsize))
        return overflow ? .max : bytes
    }

    /// Makes a folder and those above it, for their owner only.
    func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: full(path), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw FileStorageError("The folder \(full(path)) cannot be made: \(error)")
        }
    }

    /// Writes a file under a name of its own and moves it to its place when it is whole and on the disk.
    func put(_ bytes: [UInt8], at path: String, lastUsed: Timestamp) throws {
        let draft = full("\(path).\(UInt64.random(in: 0...UInt64.max)).draft")
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw problem("made", draft) }
        var isWhole = true
        bytes.withUnsafeBytes { all in
            var written = 0
            while written < all.count {
                let count = Foundation.write(file, all.baseAddress?.advanced(by: written), all.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return isWhole = false }
                written += count
            }
        }
        isWhole = isWhole && fsync(file) == 0
        let reason = errno
        close(file)
        guard isWhole, Self.note(lastUsed, atFull: draft), rename(draft, full(path)) == 0 else {
            let last = isWhole ? errno : reason
            unlink(draft)
            errno = last
            throw problem("written", path)
        }
        syncFolder(of: path)
    }

    /// A file is found after a crash of the machine only if its folder is on the disk too.
    private func syncFolder(of path: String) {
        let folder = open((full(path) as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Makes an empty file that says until when it is worth keeping. False if there is one.
    func claim(_ path: String, until expiry: Timestamp) throws -> Bool {
        let file = open(full(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { return false }
            throw problem("made", path)
        }
        close(file)
        return Self.note(expiry, atFull: full(path))
    }

    /// Notes that a file is used. False if there is none.
    func touch(_ path: String, at now: Timestamp) -> Bool { Self.note(now, atFull: full(path)) }

    private static func note(_ time: Timestamp, atFull path: String) -> Bool {
        let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
        do {
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
            return true
        } catch {
            return false
        }
    }

    /// Deletes a file. False if there was none.
    func delete(_ path: String) -> Bool { unlink(full(path)) == 0 }

    /// Deletes a file that is not used. False if it was used since, perhaps by another server: then it stays.
    func delete(_ path: String, unlessUsedSince time: Timestamp) -> Bool {
        let aside = full("\(path).\(UInt64.random(in: 0...UInt64.max)).deleted")
        guard rename(full(path), aside) == 0 else { return false }
        // Who found the file before it was moved has noted that; who comes now writes it anew.
        guard let entry = Self.entry(atFull: aside), entry.lastUsed < time else {
            rename(aside, full(path))
            return false
        }
        unlink(aside)
        return true
    }

    /// Deletes what a crash left of files on their way into their place or out of it.
    func forgetDrafts(before time: Timestamp) {
        for folder in names(in: "content") {
            for text in names(in: "content/\(folder)") where text.hasSuffix(".draft") || text.hasSuffix(".deleted") {
                let path = "content/\(folder)/\(text)"
                if let entry = entry(path), entry.lastUsed < time { _ = delete(path) }
            }
        }
    }

    /// Forgets what no file belongs to any more.
    func forgetOwners(unless isThere: (FileName) -> Bool) {
        for owner in names(in: "owners") {
            for text in names(in: "owners/\(owner)") {
                if let name = FileName(text), isThere(name) { continue }
                _ = delete("owners/\(owner)/\(text)")
            }
            // Only an empty folder can be removed.
            rmdir(full("owners/\(owner)"))
        }
    }

    /// Forgets used tickets that have expired.
    func forgetTickets(before now: Timestamp) {
        for text in names(in: "tickets") {
            if let entry = entry("tickets/\(text)"), entry.lastUsed < now { _ = delete("tickets/\(text)") }
        }
    }

    /// Reads a part of a file.
    func bytes(of path: String, _ range: Range<Int>) throws -> [UInt8] {
        let file = open(full(path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw problem("read", path) }
        defer { close(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let part = pread(
                    file, buffer.baseAddress?.advanced(by: count), range.count - count,
                    off_t(range.lowerBound + count))
                if part < 0, errno == EINTR { continue }
                guard part > 0 else { return }
                count += part
            }
        }
        guard bytes.count == range.count else {
            throw FileStorageError("The file \(full(path)) is shorter than it was.")
        }
        return bytes
    }

    private func problem(_ what: String, _ path: String) -> FileStorageError {
        FileStorageError("The file \(full(path)) cannot be \(what): \(String(cString: strerror(errno))).")
    }
}
