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
    func keep(_ bytes: [UInt8], as name: FileName, of owner: UploadOwner, at now: Timestamp) async throws -> KeptFile

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
    /// Where room is short, those go that were not used for the longest time.
    ///
    /// - Parameters:
    ///   - unusedSince: files that were last used before this time are deleted; nil deletes none.
    ///   - sparedSince: files that were last used before this time may go for want of room.
    /// - Throws: ``FileStorageError``.
    func sweep(
        inUse: Set<FileName>, unusedSince: Timestamp?, sparedSince: Timestamp, at now: Timestamp
    ) async throws -> FileCounts

    /// Has somebody told each time that a file finds no room.
    func whenFull(_ tell: @escaping @Sendable () -> Void)
}

/// Whose a file is.
package struct UploadOwner: Hashable, Sendable {
    /// The user whose quota counts it.
    package var user: UserID
    /// Whether it may have the room that is kept for administrators.
    package var isAdministrator: Bool

    /// Names an owner.
    package init(_ user: UserID, isAdministrator: Bool = false) {
        self.user = user
        self.isAdministrator = isAdministrator
    }
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
    /// The disk has too few bytes left. Nothing is kept.
    case diskIsFull
}

/// The files that are kept.
package struct FileCounts: Hashable, Sendable {
    /// Files.
    package var files = 0
    /// Bytes of them.
    package var bytes: Int64 = 0
    /// Files that were deleted because nothing has used them for a long time.
    package var deleted = 0
    /// Files that were deleted because room was short and nothing used them.
    package var displaced = 0
    /// Bytes that are free on the disk.
    package var freeBytes: Int64 = 0
}

/// How many files are kept.
package struct FileQuota: Hashable, Sendable {
    /// Files of one user.
    package var filesOfOwnerMax: Int
    /// Bytes of one user's files.
    package var bytesOfOwnerMax: Int64
    /// Bytes of all files.
    package var bytesMax: Int64
    /// Bytes of all files above which users bring no more.
    package var bytesOfUsersMax: Int64
    /// Bytes that stay free on the disk.
    package var freeBytesMin: Int64

    /// The room is cut into so many parts. Where less than one is left, it is short, and files go until two are left.
    private static let spareParts: Int64 = 10

    /// The quota that the limits say.
    package init(_ limits: Limits) {
        filesOfOwnerMax = limits.userFilesMax
        bytesOfOwnerMax = Int64(limits.userFileBytesMax)
        bytesMax = Self.bytes(mebibytes: limits.filesMebibytesMax)
        bytesOfUsersMax = bytesMax / 100 * Int64(min(limits.userFilesPercentMax, 100))
        freeBytesMin = Self.bytes(mebibytes: limits.filesFreeMebibytesMin)
    }

    private static func bytes(mebibytes: Int) -> Int64 { min(Int64(mebibytes), 1 << 40) << 20 }

    /// How many bytes have to go before users may bring files again, with some to spare; 0 or less where there is room.
    func excess(bytes: Int64, free: Int64) -> Int64 {
        let (part, freePart) = (bytesOfUsersMax / Self.spareParts, freeBytesMin / Self.spareParts)
        let ofQuota = bytes > bytesOfUsersMax - part ? bytes - (bytesOfUsersMax - 2 * part) : 0
        let ofDisk = free < freeBytesMin + freePart ? freeBytesMin + 2 * freePart - free : 0
        return max(ofQuota, ofDisk)
    }
}

/// A failure of what keeps files. The server or the machine is at fault, never the caller.
package struct FileStorageError: Error, CustomStringConvertible, Sendable {
    /// A description for the operator. It is never sent to clients.
    package let description: String

    /// Makes an error.
    package init(_ description: String) { self.description = description }
}
