import CZlib
import Foundation
import OvationStorage
import OvationStorageSQLite

/// A backup: a folder with the database as it was at one moment, the secret, and a note of both.
struct BackupFolder {
    /// What a backup says of itself, in `backup.json`.
    struct Note: Codable, Equatable, Sendable {
        /// What this version writes and reads.
        static let formatOfThisVersion = 1

        var format = Self.formatOfThisVersion
        /// The version of ovation that made it.
        var version: String
        /// When the copying began: what was kept before is in it.
        var madeAt: Date
        /// Bytes of the database.
        var bytes: Int
        /// CRC-32 of the database, in hexadecimal.
        var crc32: String
        /// Whether the secret is in it.
        var hasSecret: Bool
        /// What the audit of the copy counted.
        var accounts: Int
        var entries: Int
        var orders: Int
    }

    /// Why a backup could not be made, or cannot be used.
    struct Problem: Error, Equatable, CustomStringConvertible {
        /// A sentence for the operator, with what to do.
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// Where it is, without a slash at the end.
    let path: String

    init(path: String) {
        var path = path[...]
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = String(path)
    }

    var database: String { DataFolder.database(in: path) }
    private var notePath: String { path + "/backup.json" }

    // MARK: - Making one

    /// Makes a backup of a data folder, on which a server may run.
    ///
    /// It is put together under another name and has its own when it is whole and on the disk.
    ///
    /// - Returns: the note, and what the audit of the copy found.
    /// - Throws: ``Problem``, ``StartupProblem`` and `StorageError`.
    func make(of dataFolder: String, version: String, at now: Date) throws -> (note: Note, audit: LedgerAudit) {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw Problem("\(path) is there already. Name a folder that is not, such as one with the date in its name.")
        }
        let draft = BackupFolder(path: path + ".partial-" + String(UInt32.random(in: 0...UInt32.max), radix: 16))
        guard mkdir(draft.path, 0o700) == 0 else {
            throw Problem("Cannot make the folder \(draft.path): \(String(cString: strerror(errno))).")
        }
        do {
            let made = try draft.fill(from: dataFolder, version: version, at: now)
            guard rename(draft.path, path) == 0 else {
                throw Problem("Cannot name the backup \(path): \(String(cString: strerror(errno))).")
            }
            try DiskFile.sync(URL(filePath: path).deletingLastPathComponent().path)
            return made
        } catch {
            try? FileManager.default.removeItem(atPath: draft.path)
            throw error
        }
    }

    private func fill(from dataFolder: String, version: String, at now: Date) throws -> (Note, LedgerAudit) {
        try SQLiteStorage.copy(DataFolder.database(in: dataFolder), to: database)
        _ = chmod(database, 0o600)
        let secret = try ServerSecret.read(dataFolder: dataFolder)
        if let secret { _ = try ServerSecret.keep(secret, dataFolder: path) }
        let (audit, _) = try Self.verify(database)
        let (bytes, crc32) = try DiskFile.checksum(database)
        let note = Note(
            version: version, madeAt: now, bytes: bytes, crc32: crc32, hasSecret: secret != nil,
            accounts: audit.accounts, entries: audit.entries, orders: audit.orders)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        try (encoder.encode(note) + [0x0A]).write(to: URL(filePath: notePath))
        for file in [database, notePath, path] { try DiskFile.sync(file) }
        return (note, audit)
    }

    /// Looks through a database, then adds up its ledger.
    ///
    /// - Throws: ``Problem`` where it is damaged, `StorageError` where it cannot be read or is of another version.
    static func verify(_ database: String) throws -> (audit: LedgerAudit, halt: LedgerHalt?) {
        let damage = try SQLiteStorage.damage(path: database)
        guard damage.isEmpty else {
            throw Problem("\(database) is damaged: " + damage.joined(separator: "; "))
        }
        return try SQLiteStorage.verifyLedger(path: database)
    }

    // MARK: - Using one

    /// Reads the note, and compares the database with it.
    ///
    /// - Throws: ``Problem``.
    func check() throws -> Note {
        guard let json = FileManager.default.contents(atPath: notePath) else {
            throw Problem(
                "\(path) is no backup that this user can read: there is no \(notePath). \"ovation storage backup\" makes one."
            )
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let note = try? decoder.decode(Note.self, from: json), note.format <= Note.formatOfThisVersion else {
            throw Problem("\(notePath) cannot be read. A newer ovation may have made the backup.")
        }
        let (bytes, crc32) = try DiskFile.checksum(database)
        guard bytes == note.bytes, crc32 == note.crc32 else {
            throw Problem("\(database) is not the file that was written: take another copy of the backup.")
        }
        return note
    }

    /// The secret in it; nil where it has none.
    ///
    /// - Throws: ``StartupProblem``, and ``Problem`` where it should have one.
    func secret(_ note: Note) throws -> String? {
        let secret = try ServerSecret.read(dataFolder: path)
        if note.hasSecret, secret == nil {
            throw Problem("The backup had a secret, and \(ServerSecret.path(inDataFolder: path)) is gone.")
        }
        return secret
    }
}

/// Files as the disk has them.
enum DiskFile {
    /// How many bytes a file has, and their CRC-32 in hexadecimal.
    static func checksum(_ path: String) throws -> (bytes: Int, crc32: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw BackupFolder.Problem("Cannot read \(path): \(String(cString: strerror(errno))).") }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var bytes = 0
        var sum = crc32(0, nil, 0)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw BackupFolder.Problem("Cannot read \(path): \(String(cString: strerror(errno))).")
            }
            guard count > 0 else { return (bytes, String(sum, radix: 16)) }
            sum = crc32(sum, buffer, UInt32(count))
            bytes += count
        }
    }

    /// Waits until the disk has a file, or the names in a folder.
    static func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw BackupFolder.Problem("Cannot open \(path): \(String(cString: strerror(errno))).") }
        defer { close(file) }
        guard fsync(file) == 0 else {
            throw BackupFolder.Problem("The disk failed with \(path): \(String(cString: strerror(errno))).")
        }
    }

    /// Copies a file to a new one, and waits until the disk has it.
    static func copy(_ path: String, to target: String) throws {
        do {
            try FileManager.default.copyItem(atPath: path, toPath: target)
        } catch {
            throw BackupFolder.Problem("Cannot copy \(path) to \(target): \(error.localizedDescription)")
        }
        _ = chmod(target, 0o600)
        try sync(target)
    }

    /// Gives a file another name on the same disk.
    static func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else {
            throw BackupFolder.Problem("Cannot move \(path) to \(target): \(String(cString: strerror(errno))).")
        }
    }
}
