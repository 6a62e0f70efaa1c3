import Foundation
import GRDB
import OvationStorage

extension SQLiteStorage {
    /// Copies a database as it is at one moment into a new file. A server may be writing to the database.
    ///
    /// It uses SQLite's online backup, page by page in one read transaction. Writers continue meanwhile, and their log is not truncated
    /// until the backup ends. The copy has no log file.
    ///
    /// - Parameters:
    ///   - path: The database, which is not changed.
    ///   - target: A file that does not exist yet.
    /// - Throws: ``StorageError`` if the database cannot be read or the copy cannot be written.
    public static func copy(_ path: String, to target: String) throws {
        do {
            guard FileManager.default.fileExists(atPath: path) else {
                throw StorageError("There is no database \"\(path)\". Name the data folder of the server.")
            }
            guard !FileManager.default.fileExists(atPath: target) else {
                throw StorageError("There is a file \"\(target)\" already.")
            }
            var reading = Configuration()
            reading.label = "OvationStorageSQLite.copy"
            reading.readonly = true
            reading.busyMode = .timeout(5)
            let source = try DatabaseQueue(path: path, configuration: reading)
            defer { try? source.close() }
            let copy = try DatabaseQueue(path: target)
            do {
                try source.backup(to: copy)
                // The copy is still marked as a database with a log, like the original. Without that mark it is a single file.
                try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
                try copy.close()
            } catch {
                try? copy.close()
                throw StorageError.using(target, to: "write a copy", failed: error)
            }
        } catch {
            throw StorageError.opening(path, failed: error)
        }
    }

    /// Checks every page and index of a file. It changes nothing.
    ///
    /// - Returns: The problems that SQLite finds, one sentence each; empty if the file is intact.
    /// - Throws: ``StorageError`` if the file cannot be read at all.
    public static func damage(path: String) throws -> [String] {
        var configuration = Configuration()
        configuration.label = "OvationStorageSQLite.damage"
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            let found = try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check(20)") }
            return found == ["ok"] ? [] : found
        } catch {
            throw StorageError.opening(path, failed: error)
        }
    }
}
