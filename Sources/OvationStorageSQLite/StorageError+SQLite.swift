import Foundation
import GRDB
import OvationStorage

extension StorageError {
    /// The message for the operator when a file cannot be opened.
    static func opening(_ path: String, failed error: any Error) -> StorageError {
        if let error = error as? StorageError { return error }
        let prefix = "The database \"\(path)\" cannot be opened: "
        guard let code = (error as? DatabaseError)?.resultCode else { return StorageError(prefix + "\(error)") }
        switch code {
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            return StorageError(prefix + reasonForNoAccess(path))
        default:
            return StorageError(prefix + reason(error))
        }
    }

    /// The message for the operator when an operation on an open file fails. It contains no values of rows.
    static func using(_ path: String, to action: String, failed error: any Error) -> StorageError {
        if let error = error as? StorageError { return error }
        return StorageError("Cannot \(action) in \"\(path)\": \(reason(error))")
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "\(error)" }
        let message = error.message ?? "no message"
        let detail = "SQLite \(error.extendedResultCode.rawValue): \(message)"
        switch error.resultCode {
        case .SQLITE_FULL:
            return "the disk is full (\(detail)). Nothing of it was kept; free some space, and the server goes on."
        case .SQLITE_IOERR:
            return "the disk failed (\(detail)). Nothing of it was kept; look at the system's log and at the disk."
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH:
            return
                "the file or its folder is not writable (\(detail)). Give the server's user the right to write there."
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return "another process is writing to it (\(detail)). Stop the other one; a file serves one server."
        case .SQLITE_CORRUPT:
            return """
                the file is damaged (\(detail)). Stop the server, keep a copy of the file, and restore a backup or run \
                sqlite3's .recover on it.
                """
        case .SQLITE_NOTADB:
            return """
                the file is not an SQLite database, or its beginning is damaged (\(detail)). Move it away to begin \
                with an empty one, or restore a backup.
                """
        default:
            return detail + (error.sql.map { " in: \($0)" } ?? "")
        }
    }

    private static func reasonForNoAccess(_ path: String) -> String {
        let files = FileManager.default
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isFolder) {
            if isFolder.boolValue { return "it is a folder. Name a file in it." }
            if !files.isWritableFile(atPath: path) {
                return "the file is not writable. Give the server's user the right to write to it."
            }
        } else if !files.fileExists(atPath: folder, isDirectory: &isFolder) {
            return "the folder \"\(folder)\" does not exist. Create it, or name another file."
        } else if !isFolder.boolValue {
            return "\"\(folder)\" is not a folder. Name a file in a folder."
        }
        return "the folder \"\(folder)\" is not writable. Give the server's user the right to write there."
    }
}
