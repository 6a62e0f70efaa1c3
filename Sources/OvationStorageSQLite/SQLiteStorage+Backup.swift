import Foundation
import GRDB
import OvationStorage

extension SQLiteStorage {
    /// Copies a database, to which a server may be writing, as it is at one moment, into a file of its own.
    ///
    /// By SQLite's online backup, page by page in one reading transaction: writers go on meanwhile, and their log is not cut before it has
    /// ended. The copy has no log beside it.
    ///
    /// - Parameters:
    ///   - path: the database. Nothing in it is changed.
    ///   - target: a file that does not exist yet.
    /// - Throws: ``StorageError`` where the one cannot be read or the other not written.
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
                // It says of itself that it has a log, as the original does; without one it is a single file.
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

    /// Looks through every page and index of a file. Changes nothing.
    ///
    /// - Returns: what SQLite finds wrong, a sentence each; nothing where the file is whole.
    /// - Throws: ``StorageError`` where the file cannot be read at all.
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
