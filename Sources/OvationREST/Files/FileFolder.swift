import Dispatch
import Foundation
package import OvationModel
package import OvationRules
import OvationSupport
import Synchronization

/// Files in a folder, which several servers may share.
///
/// | Path in the folder | Is |
/// | --- | --- |
/// | `content/9f/9f86…0a08.png` | a file; the time of its last change is when it was last used |
/// | `owners/<hash of the user>/9f86…0a08.png` | empty; says whose quota counts the file |
/// | `tickets/<hash of the ticket>` | empty; says that the ticket was used, and until when that is worth knowing |
///
/// A file appears whole or not at all, under its name only once. Servers that share the folder need no word with each other: a ticket is
/// used by who makes its file first, and a file that is used again while another server deletes it comes back. Two servers that keep files
/// of one user at the same time may exceed a quota by one of them.
package final class FileFolder: FileStorage {
    private let path: String
    private let quota: FileQuota
    /// What writes and deletes, one after the other, so that nothing comes between a check and its change.
    private let writing = DispatchQueue(label: "ovation.files.writing", qos: .utility)
    /// What reads. Each reads one part at a time, so that many requests cost no more threads than there are queues.
    private let readers = (0..<4).map { DispatchQueue(label: "ovation.files.reading.\($0)", qos: .userInitiated) }
    /// Bytes of all files; nil until they were counted. Only blocks of the queue for writing use it.
    private let bytesKept = Mutex<Int64?>(nil)
    /// Who is told that a file found no room.
    private let listeners = Mutex<[@Sendable () -> Void]>([])
    private let freeBytes: @Sendable (FileDisk) throws -> Int64

    /// Takes a folder, and makes it when the first file comes.
    package init(path: String, quota: FileQuota) {
        self.path = path
        self.quota = quota
        freeBytes = { try $0.freeBytes() }
    }

    /// Takes a folder on a disk with so many free bytes.
    init(path: String, quota: FileQuota, freeBytes: @escaping @Sendable () -> Int64) {
        self.path = path
        self.quota = quota
        self.freeBytes = { _ in freeBytes() }
    }

    package func whenFull(_ tell: @escaping @Sendable () -> Void) { listeners.withLock { $0.append(tell) } }

    package func redeem(_ ticket: String, until expiry: Timestamp) async throws -> Bool {
        try await write { disk in
            let digest = Digest.hexadecimal(Digest.sha256(Array(ticket.utf8)))
            try disk.make("tickets")
            return try disk.claim("tickets/\(digest)", until: expiry)
        }
    }

    package func keep(
        _ bytes: [UInt8], as name: FileName, of owner: UploadOwner, at now: Timestamp
    ) async throws -> KeptFile {
        let kept = try await put(bytes, as: name, of: owner, at: now)
        if kept == .allIsFull || kept == .diskIsFull { for tell in listeners.withLock({ $0 }) { tell() } }
        return kept
    }

    private func put(
        _ bytes: [UInt8], as name: FileName, of owner: UploadOwner, at now: Timestamp
    ) async throws -> KeptFile {
        try await write { [quota, self] disk in
            if disk.touch(Self.content(name), at: now) { return .known }
            let folder = Self.owner(owner.user)
            let own = disk.names(in: folder).compactMap { FileName($0) }
            let ownBytes = own.reduce(Int64(0)) { $0 + Int64(disk.entry(Self.content($1))?.bytes ?? 0) }
            guard own.count < quota.filesOfOwnerMax, ownBytes + Int64(bytes.count) <= quota.bytesOfOwnerMax else {
                return .ownerIsFull
            }
            let all = allBytes(disk)
            let allMax = owner.isAdministrator ? quota.bytesMax : quota.bytesOfUsersMax
            guard all + Int64(bytes.count) <= allMax else { return .allIsFull }
            guard try freeBytes(disk) - Int64(bytes.count) >= quota.freeBytesMin else { return .diskIsFull }
            // The owner's entry comes first: what a crash leaves of it names no file, and is forgotten.
            try disk.make(folder)
            try disk.put([], at: "\(folder)/\(name.text)", lastUsed: now)
            try disk.make(Self.folder(of: name))
            try disk.put(bytes, at: Self.content(name), lastUsed: now)
            bytesKept.withLock { $0 = all + Int64(bytes.count) }
            return .kept
        }
    }

    package func byteCount(of name: FileName) async throws -> Int? {
        try await read { $0.entry(Self.content(name))?.bytes }
    }

    package func read(_ name: FileName, _ range: Range<Int>) async throws -> [UInt8] {
        try await read { try $0.bytes(of: Self.content(name), range) }
    }

    package func delete(_ name: FileName) async throws -> Bool {
        try await write { [self] disk in
            guard let entry = disk.entry(Self.content(name)), disk.delete(Self.content(name)) else { return false }
            bytesKept.withLock { $0 = $0.map { $0 - Int64(entry.bytes) } }
            return true
        }
    }

    package func sweep(
        inUse: Set<FileName>, unusedSince: Timestamp?, sparedSince: Timestamp, at now: Timestamp
    ) async throws -> FileCounts {
        try await write { [quota, self] disk in
            var counts = FileCounts()
            var unused: [(name: FileName, entry: FileDisk.Entry)] = []
            for (name, entry) in disk.contents() {
                if inUse.contains(name) {
                    _ = disk.touch(Self.content(name), at: now)
                } else if let unusedSince, entry.lastUsed < unusedSince,
                    disk.delete(Self.content(name), unlessUsedSince: unusedSince)
                {
                    counts.deleted += 1
                    continue
                } else if entry.lastUsed < sparedSince {
                    unused.append((name, entry))
                }
                counts.files += 1
                counts.bytes += Int64(entry.bytes)
            }
            counts.freeBytes = try freeBytes(disk)
            var excess = quota.excess(bytes: counts.bytes, free: counts.freeBytes)
            if excess > 0 { unused.sort { $0.entry.lastUsed < $1.entry.lastUsed } }
            for (name, entry) in unused {
                guard excess > 0 else { break }
                guard disk.delete(Self.content(name), unlessUsedSince: sparedSince) else { continue }
                counts.displaced += 1
                counts.files -= 1
                counts.bytes -= Int64(entry.bytes)
                excess -= Int64(entry.bytes)
            }
            bytesKept.withLock { [bytes = counts.bytes] in $0 = bytes }
            disk.forgetDrafts(before: now.adding(seconds: -Self.draftSeconds))
            disk.forgetOwners { disk.entry(Self.content($0)) != nil }
            disk.forgetTickets(before: now)
            return counts
        }
    }

    /// After how many seconds a file that was never finished is one that nobody works at.
    private static let draftSeconds: Int64 = 86_400

    // MARK: - Places

    private static func folder(of name: FileName) -> String { "content/\(name.digits.prefix(2))" }

    static func content(_ name: FileName) -> String { "\(folder(of: name))/\(name.text)" }

    /// The folder of a user. Not their id: a file system may take two ids for one.
    static func owner(_ user: UserID) -> String {
        "owners/\(Digest.hexadecimal(Digest.sha256(Array(user.rawValue.utf8)).prefix(16)))"
    }

    // MARK: - Threads

    private func write<Value: Sendable>(_ body: @escaping @Sendable (FileDisk) throws -> Value) async throws -> Value {
        try await run(on: writing, body)
    }

    private func read<Value: Sendable>(_ body: @escaping @Sendable (FileDisk) throws -> Value) async throws -> Value {
        try await run(on: readers.randomElement() ?? writing, body)
    }

    private func run<Value: Sendable>(
        on queue: DispatchQueue, _ body: @escaping @Sendable (FileDisk) throws -> Value
    ) async throws -> Value {
        let outcome = FirstOutcome<Value>()
        queue.async { [disk = FileDisk(root: path)] in outcome.end(Result { try body(disk) }) }
        return try await outcome.value()
    }

    /// Bytes of all files, which are counted once and then kept up.
    private func allBytes(_ disk: FileDisk) -> Int64 {
        if let known = bytesKept.withLock({ $0 }) { return known }
        let all = disk.contents().reduce(Int64(0)) { $0 + Int64($1.entry.bytes) }
        bytesKept.withLock { $0 = all }
        return all
    }
}
