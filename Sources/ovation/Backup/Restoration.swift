import Foundation
import OvationRules
import OvationStorage
import OvationStorageSQLite

/// Puts a backup into a data folder on which no server runs.
///
/// Everything is prepared beside what is there: the copy, its migrations, its audit. Only then is the old database moved away and the new
/// one given its name, so that an attempt which fails changes nothing.
struct Restoration {
    let backup: BackupFolder
    let dataFolder: String
    /// How the server counts, by which the boards are kept.
    let policy: LedgerPolicy
    /// Whether what is there already may be moved away.
    let replaces: Bool
    /// A secret that is given besides the backup; nil takes the backup's.
    let givenSecret: String?
    /// Whether the configuration has a secret of its own, so that the folder needs none.
    let hasConfiguredSecret: Bool

    /// What was done.
    struct Report {
        let note: BackupFolder.Note
        let audit: LedgerAudit
        /// Where that went which was there before; nil where there was nothing.
        let replaced: String?
    }

    /// - Throws: ``BackupFolder/Problem``, ``StartupProblem`` and `StorageError`. Then the folder is as it was.
    func run(at now: Date) async throws -> Report {
        let note = try backup.check()
        let secret = try newSecret(note)
        try DataFolder.prepare(dataFolder)
        let lock = try DataFolderLock.take(dataFolder, for: DataFolderLock.Holder(command: "ovation storage restore"))
        defer { lock.release() }
        let isThere = try refuseToReplace(secret)
        let draft = DataFolder.database(in: dataFolder) + ".restoring"
        defer { for suffix in Self.suffixes { unlink(draft + suffix) } }
        for suffix in Self.suffixes { unlink(draft + suffix) }
        try DiskFile.copy(backup.database, to: draft)
        let audit = try await bringUpToDate(draft)
        guard audit.isBalanced else {
            throw BackupFolder.Problem(
                "The ledger of the backup does not balance, so nothing was changed:\n"
                    + audit.problems.map { "  - \($0)" }.joined(separator: "\n"))
        }
        FileOwner.adopt(ofFolder: dataFolder, path: draft)
        let replaced = isThere ? try moveAway(at: now, withSecret: secret != nil) : nil
        try DiskFile.move(draft, to: DataFolder.database(in: dataFolder))
        if let secret { _ = try ServerSecret.keep(secret, dataFolder: dataFolder) }
        try DiskFile.sync(dataFolder)
        return Report(note: note, audit: audit, replaced: replaced)
    }

    /// The files of a database, by what stands behind its name.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// The secret that the folder will have; nil where it needs none.
    ///
    /// A restore never makes one: every UserSig would be over.
    private func newSecret(_ note: BackupFolder.Note) throws -> String? {
        if let secret = try givenSecret ?? backup.secret(note) { return secret }
        guard hasConfiguredSecret else {
            throw BackupFolder.Problem(
                "The backup has no secret: when it was made, the server had it from its configuration. Give it in the same "
                    + "way (OVATION_APP_SECRET, app.secret), or with --secret-file. Nothing was changed.")
        }
        return nil
    }

    /// Whether there is something to move away. Refuses where it may not be.
    private func refuseToReplace(_ secret: String?) throws -> Bool {
        let hasDatabase = access(DataFolder.database(in: dataFolder), F_OK) == 0
        let old = try ServerSecret.read(dataFolder: dataFolder)
        let isOtherSecret = secret != nil && old != nil && old != secret
        guard hasDatabase || isOtherSecret else { return false }
        guard replaces else {
            let what = hasDatabase ? "a database" : "another secret"
            throw BackupFolder.Problem(
                "\(dataFolder) has \(what) already. With --replace it is moved away within the folder, and nothing is deleted."
            )
        }
        return true
    }

    /// Runs the migrations that the copy lacks, then looks it through and adds it up.
    private func bringUpToDate(_ draft: String) async throws -> LedgerAudit {
        let storage = try SQLiteStorage(path: draft, policy: policy)
        try await storage.close()
        return try BackupFolder.verify(draft).audit
    }

    /// Moves the database, and the secret where there is a new one, into a folder of their own. Answers which.
    private func moveAway(at now: Date, withSecret: Bool) throws -> String {
        let stamp = now.formatted(.iso8601).filter { $0.isLetter || $0.isNumber }
        let target = "\(dataFolder)/replaced-\(stamp)"
        guard mkdir(target, 0o700) == 0 else {
            throw BackupFolder.Problem("Cannot make the folder \(target): \(String(cString: strerror(errno))).")
        }
        FileOwner.adopt(ofFolder: dataFolder, path: target)
        var files = Self.suffixes.map { "ovation.sqlite" + $0 }
        if withSecret { files.append("secret") }
        for file in files where access("\(dataFolder)/\(file)", F_OK) == 0 {
            try DiskFile.move("\(dataFolder)/\(file)", to: "\(target)/\(file)")
        }
        return target
    }
}
