package import OvationModel
package import OvationRules

/// The contract of what keeps uploaded files. All of it may be called from any task, and none of it runs on an event loop.
///
/// A file is found by its name, which is a hash of its content: it is kept once, however often it is uploaded.
package protocol FileStorage: Sendable {
    /// Uses a ticket up.
    ///
    /// - Parameter expiry: when the ticket may be forgotten, because it has expired.
    /// - Returns: False if it was used before, here or at another server that shares the storage.
    /// - Throws: ``FileStorageError``.
    func redeem(_ ticket: String, until expiry: Timestamp) async throws -> Bool

    /// Keeps a file. One that is there already counts as used now.
    ///
    /// - Parameter owner: whose quota counts it, unless it is there already.
    /// - Throws: ``FileStorageError``.
    func keep(_ bytes: [UInt8], as name: FileName, of owner: UserID, at now: Timestamp) async throws -> KeptFile

    /// The bytes that a file has; nil if there is none of this name.
    ///
    /// - Throws: ``FileStorageError``.
    func byteCount(of name: FileName) async throws -> Int?

    /// Reads a part of a file.
    ///
    /// - Throws: ``FileStorageError``, also where the file is gone or shorter.
    func read(_ name: FileName, _ range: Range<Int>) async throws -> [UInt8]

    /// Deletes a file; false if there was none.
    ///
    /// - Throws: ``FileStorageError``.
    func delete(_ name: FileName) async throws -> Bool

    /// Looks at all files, notes that some are in use, and deletes those that were not used since a time, and tickets that have expired.
    ///
    /// - Parameters:
    ///   - unusedSince: files that were last used before this time are deleted; nil deletes none.
    /// - Throws: ``FileStorageError``.
    func sweep(inUse: Set<FileName>, unusedSince: Timestamp?, at now: Timestamp) async throws -> FileCounts
}

/// What became of a file that is to be kept.
package enum KeptFile: Hashable, Sendable {
    /// It is kept.
    case kept
    /// It was there already.
    case known
    /// Its owner has as many files or bytes as one user may. Nothing is kept.
    case ownerIsFull
    /// There are as many bytes of files as there may be. Nothing is kept.
    case allIsFull
}

/// The files that are kept.
package struct FileCounts: Hashable, Sendable {
    /// Files.
    package var files = 0
    /// Bytes of them.
    package var bytes: Int64 = 0
    /// Files that were deleted because nothing has used them.
    package var deleted = 0
}

/// How many files are kept.
package struct FileQuota: Hashable, Sendable {
    /// Files of one user.
    package var filesOfOwnerMax: Int
    /// Bytes of one user's files.
    package var bytesOfOwnerMax: Int64
    /// Bytes of all files.
    package var bytesMax: Int64

    /// The quota that the limits say.
    package init(_ limits: Limits) {
        filesOfOwnerMax = limits.userFilesMax
        bytesOfOwnerMax = Int64(limits.userFileBytesMax)
        bytesMax = Int64(limits.filesMebibytesMax) * 1_048_576
    }
}

/// A failure of what keeps files. The server or the machine is at fault, never the caller.
package struct FileStorageError: Error, CustomStringConvertible, Sendable {
    /// A description for the operator. It is never sent to clients.
    package let description: String

    /// Makes an error.
    package init(_ description: String) { self.description = description }
}
