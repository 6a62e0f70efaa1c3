import Foundation

/// The secret that is generated on the first start and kept in the data folder, for its owner to read and nobody else.
enum ServerSecret {
    /// The fewest bytes of a secret. What is shorter is guessed: a UserSig that somebody has seen tells whether a guess is right.
    static let bytesMin = 16

    /// Where it is in a data folder.
    static func path(inDataFolder folder: String) -> String { folder + "/secret" }

    /// Reads the secret of a data folder; nil where none was generated yet.
    static func read(dataFolder: String) throws -> String? {
        let path = path(inDataFolder: dataFolder)
        guard access(path, F_OK) == 0 else {
            // A user who may not look into the folder cannot know whether it has one.
            if errno == EACCES { throw StartupProblem.secretUnreadable(path: path) }
            return nil
        }
        return try read(file: path)
    }

    /// Reads the secret that an operator keeps in a file of their own.
    static func read(file path: String) throws -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw StartupProblem.secretUnreadable(path: path)
        }
        let secret = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !secret.isEmpty else { throw StartupProblem.secretEmpty(path: path) }
        guard secret.utf8.count >= bytesMin else { throw StartupProblem.secretTooShort(path: path) }
        return secret
    }

    /// Reads the secret of a data folder, and makes one where there is none because nothing ever ran there.
    ///
    /// - Throws: ``StartupProblem/secretLost(dataFolder:)`` where there is a database: its secret was lost, by a restore for instance.
    static func readOrMake(dataFolder: String) throws -> String {
        if let secret = try read(dataFolder: dataFolder) { return secret }
        guard access(DataFolder.database(in: dataFolder), F_OK) != 0 else {
            throw StartupProblem.secretLost(dataFolder: dataFolder)
        }
        return try make(dataFolder: dataFolder)
    }

    /// Makes the secret of a data folder that has none.
    ///
    /// Of two processes that start at the same time one makes it and both read the same: the file appears whole or not
    /// at all, under its name only once.
    static func make(dataFolder: String) throws -> String {
        var random = SystemRandomNumberGenerator()
        return try keep((0..<4).map { _ in hex(random.next()) }.joined(), dataFolder: dataFolder)
    }

    /// Makes a text the secret of a data folder that has none; answers which one it has then.
    static func keep(_ secret: String, dataFolder: String) throws -> String {
        let path = path(inDataFolder: dataFolder)
        let draft = "\(path).\(hex(UInt64.random(in: 0...UInt64.max)))"
        defer { unlink(draft) }
        guard write(secret + "\n", to: draft) else {
            throw StartupProblem.dataFolderUnwritable(path: dataFolder, reason: String(cString: strerror(errno)))
        }
        if link(draft, path) == 0 { return secret }
        guard errno == EEXIST, let other = try read(dataFolder: dataFolder) else {
            throw StartupProblem.dataFolderUnwritable(path: dataFolder, reason: String(cString: strerror(errno)))
        }
        return other
    }

    /// Whether others than the owner may read the file.
    static func isReadableByOthers(dataFolder: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path(inDataFolder: dataFolder))
        guard let mode = attributes?[.posixPermissions] as? Int else { return false }
        return mode & 0o077 != 0
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func write(_ text: String, to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        let bytes = Array(text.utf8)
        let isWritten = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) == $0.count }
        FileOwner.adopt(ofFolder: URL(filePath: path).deletingLastPathComponent().path, file)
        let isKept = fsync(file) == 0
        let isClosed = close(file) == 0
        return isWritten && isKept && isClosed
    }
}
