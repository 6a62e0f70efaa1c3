import Foundation
import OvationCommandLine

/// The folder with everything that outlives the process.
enum DataFolder {
    /// Where the database is in a data folder.
    static func database(in folder: String) -> String { folder + "/ovation.sqlite" }

    /// The file with the history of the node, for the charts of the console.
    static func history(in folder: String) -> String { folder + "/history.json" }
    /// Where uploaded files are in a data folder.
    static func files(in folder: String) -> String { folder + "/files" }
    /// Where recordings are in a data folder.
    static func recordings(in folder: String) -> String { folder + "/recordings" }

    /// Makes sure that a command means the folder that it is about to take.
    ///
    /// The default, `./data`, is taken only while a server runs on it, and says so: what is left there of another day has another secret
    /// and other books.
    ///
    /// - Returns: the server that runs on it; nil where none does.
    /// - Throws: ``StartupProblem/dataFolderGuessed(path:)``.
    static func confirm(_ settings: ServerSettings) throws -> DataFolderLock.Holder? {
        let holder = DataFolderLock.holder(of: settings.dataFolder)
        guard !settings.namedKeys.contains("server.data") else { return holder }
        if let holder {
            let place = holder.address.map { ", listening on \($0)" } ?? ""
            StandardError.print(
                "Note: no --data; taking \(settings.dataFolder), on which \(holder.command) runs\(place).")
        } else if access(settings.dataFolder, F_OK) == 0 {
            throw StartupProblem.dataFolderGuessed(path: settings.dataFolder)
        }
        return holder
    }

    /// Makes the folder where it is missing, for its owner only, and checks that files can be made in it.
    ///
    /// - Throws: ``StartupProblem`` with what to do.
    static func prepare(_ path: String) throws {
        guard make(path) else {
            throw StartupProblem.dataFolderUnwritable(path: path, reason: String(cString: strerror(errno)))
        }
        // Permissions alone do not tell: the file system may be read-only or full.
        let probe = "\(path)/.probe-\(UInt64.random(in: 0...UInt64.max))"
        let file = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw StartupProblem.dataFolderUnwritable(path: path, reason: String(cString: strerror(errno)))
        }
        close(file)
        unlink(probe)
    }

    /// Makes a folder and those above it. Answers whether it is there now; `errno` says why not.
    ///
    /// Foundation does the same, and tells less of what went wrong.
    private static func make(_ path: String) -> Bool {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        let above = URL(filePath: path).deletingLastPathComponent().path
        guard errno == ENOENT, above != path, make(above) else { return false }
        return mkdir(path, 0o700) == 0 || errno == EEXIST
    }
}
