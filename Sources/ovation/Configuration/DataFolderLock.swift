import Foundation

/// Keeps a data folder for one process, for as long as that process lives.
///
/// A lock of the system on the folder itself (`flock`). The kernel releases it when the process ends, however it ends, so that nothing is
/// left behind which somebody has to delete. Who holds it stands in the file `server.json` of the folder, which means something only
/// while the lock is held. Tools that only look, or write through SQLite's own locks, run beside it.
final class DataFolderLock: Sendable {
    /// Who holds a folder.
    struct Holder: Codable, Equatable, Sendable, CustomStringConvertible {
        /// What it runs: `ovation serve`.
        var command: String
        /// Its number in the system.
        var process: Int32
        /// When it started.
        var startedAt: Date
        /// Where it listens, as a URL for this machine; nil until it does, and for what does not.
        var address: String?
        /// The app that it serves; nil for what serves none.
        var sdkAppID: Int?
        /// Whether its UserSigs are made with the secret of the folder, not with one of its configuration.
        var usesFolderSecret: Bool?

        /// This process.
        init(command: String, startedAt: Date = Date()) {
            self.command = command
            process = getpid()
            self.startedAt = startedAt
        }

        var description: String {
            let place = address.map { ", listening on \($0)" } ?? ""
            return "\"\(command)\", process \(process), started at \(startedAt.formatted(.iso8601))\(place)"
        }
    }

    /// How long a process that wants the folder waits for one that is just ending: a server that was killed may have a lot of memory to
    /// give back first.
    static let patience = Duration.seconds(2)

    private let folder: String
    private let file: Int32

    private init(folder: String, file: Int32) {
        self.folder = folder
        self.file = file
    }

    deinit { close(file) }

    /// Takes a folder for this process. Blocks for ``patience`` at most.
    ///
    /// - Throws: ``StartupProblem/dataFolderInUse(path:holder:)`` where another process has it.
    static func take(
        _ folder: String, for holder: Holder, patience: Duration = patience
    ) throws -> DataFolderLock {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else {
            throw StartupProblem.dataFolderUnwritable(path: folder, reason: String(cString: strerror(errno)))
        }
        let lock = DataFolderLock(folder: folder, file: file)
        let deadline = ContinuousClock.now + patience
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            guard code == EWOULDBLOCK else {
                throw StartupProblem.dataFolderUnlockable(path: folder, reason: String(cString: strerror(code)))
            }
            guard ContinuousClock.now < deadline else {
                throw StartupProblem.dataFolderInUse(path: folder, holder: read(folder))
            }
            // Nothing else of this process runs yet.
            usleep(20_000)
        }
        guard lock.note(holder) else {
            throw StartupProblem.dataFolderUnwritable(path: folder, reason: String(cString: strerror(errno)))
        }
        return lock
    }

    /// Who has a folder now; nil where nobody has it, or it cannot be looked at.
    static func holder(of folder: String) -> Holder? {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // Shared, so that two who look do not take each other for a server. Closing gives it back.
        guard flock(file, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        return read(folder)
    }

    /// Lets others have the folder. The end of the process does the same.
    func release() { _ = flock(file, LOCK_UN) }

    /// Says anew who has the folder. Answers whether it could be written; `errno` says why not.
    @discardableResult
    func note(_ holder: Holder) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        guard let json = try? encoder.encode(holder) else { return false }
        let line = [UInt8](json) + [0x0A]
        let target = open(Self.path(in: folder), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard target >= 0 else { return false }
        defer { close(target) }
        FileOwner.adopt(ofFolder: folder, target)
        // One write, then what was longer before is cut off: a process that reads meanwhile finds a whole first line.
        return line.withUnsafeBytes { pwrite(target, $0.baseAddress, $0.count, 0) == $0.count }
            && ftruncate(target, off_t(line.count)) == 0
    }

    private static func path(in folder: String) -> String { folder + "/server.json" }

    private static func read(_ folder: String) -> Holder? {
        guard let content = FileManager.default.contents(atPath: path(in: folder)),
            let line = content.split(separator: 0x0A, maxSplits: 1).first
        else { return nil }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try? decoder.decode(Holder.self, from: Data(line))
    }
}

/// Files that root makes in a folder of somebody else.
enum FileOwner {
    /// Gives an open file to the owner of a folder, where this process may: what `sudo ovation …` writes into the folder of the server's
    /// user must be the server's to read.
    static func adopt(ofFolder folder: String, _ file: Int32) {
        guard geteuid() == 0, let attributes = try? FileManager.default.attributesOfItem(atPath: folder),
            let user = attributes[.ownerAccountID] as? NSNumber,
            let group = attributes[.groupOwnerAccountID] as? NSNumber
        else { return }
        _ = fchown(file, user.uint32Value, group.uint32Value)
    }

    /// The same for a file by its path.
    static func adopt(ofFolder folder: String, path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return }
        defer { close(file) }
        adopt(ofFolder: folder, file)
    }
}
