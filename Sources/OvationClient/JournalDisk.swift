import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The file system calls of a ``JournalFile``. A test replaces them with calls that fail at chosen places.
///
/// Each call throws ``OrderJournalError/file(_:errno:)``. A write that throws may have written a part of the bytes, and a rename that
/// throws may have happened.
protocol JournalDisk: Sendable {
    /// Creates a folder and its missing parents, so that they survive a crash of the machine.
    func makeFolder(_ path: String) throws

    /// Whether a file exists.
    func exists(_ path: String) -> Bool

    /// Opens a file for reading and for appending, and creates it if it is missing.
    ///
    /// - Parameter isEmpty: Whether to discard the file's contents.
    func open(_ path: String, isEmpty: Bool) throws -> Int32

    /// Opens a file and locks it against other processes until it is closed. Returns nil if another process has the lock.
    func lock(_ path: String) throws -> Int32?

    /// Reads the whole file.
    func read(_ descriptor: Int32, bytesMax: Int) throws -> Data

    /// Appends bytes to a file.
    func write(_ bytes: Data, to descriptor: Int32) throws

    /// Syncs a file. When it returns, everything that was written survives a crash of the machine.
    func synchronize(_ descriptor: Int32) throws

    /// Cuts a file down to a length.
    func truncate(_ descriptor: Int32, to length: Int) throws

    /// Renames a file, replacing one that has the new name.
    func rename(_ path: String, to other: String) throws

    /// Syncs the folder of a file. When it returns, a creation or a rename in that folder survives a crash of the machine.
    func synchronizeFolder(of path: String) throws

    func close(_ descriptor: Int32)
}

/// The machine's file system.
struct SystemJournalDisk: JournalDisk {
    func makeFolder(_ path: String) throws {
        var missing: [String] = []
        var folder = path
        while !folder.isEmpty, folder != "/", !exists(folder) {
            missing.append(folder)
            folder = (folder as NSString).deletingLastPathComponent
        }
        guard !missing.isEmpty else { return }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for folder in missing.reversed() { try synchronizeFolder(of: folder) }
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    func open(_ path: String, isEmpty: Bool) throws -> Int32 {
        let descriptor = openDescriptor(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | (isEmpty ? O_TRUNC : 0))
        guard descriptor >= 0 else { throw OrderJournalError.file("open \(path)", errno: errno) }
        return descriptor
    }

    func lock(_ path: String) throws -> Int32? {
        let descriptor = openDescriptor(path, O_RDWR | O_CREAT | O_CLOEXEC)
        guard descriptor >= 0 else { throw OrderJournalError.file("open \(path)", errno: errno) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        let reason = errno
        close(descriptor)
        if reason == EWOULDBLOCK { return nil }
        throw OrderJournalError.file("lock \(path)", errno: reason)
    }

    func read(_ descriptor: Int32, bytesMax: Int) throws -> Data {
        var bytes = Data()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = readBytes(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw OrderJournalError.file("read", errno: errno)
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            if bytes.count > bytesMax { throw OrderJournalError.file("read", errno: EFBIG) }
        }
    }

    func write(_ bytes: Data, to descriptor: Int32) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw OrderJournalError.file("write", errno: errno)
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    func synchronize(_ descriptor: Int32) throws {
        #if canImport(Darwin)
            // On Apple's systems, fsync leaves the bytes in the drive's cache.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw OrderJournalError.file("fsync", errno: errno) }
    }

    func truncate(_ descriptor: Int32, to length: Int) throws {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw OrderJournalError.file("ftruncate", errno: errno) }
    }

    func rename(_ path: String, to other: String) throws {
        guard renameFile(path, other) == 0 else { throw OrderJournalError.file("rename \(path)", errno: errno) }
    }

    func synchronizeFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = openDescriptor(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        // If a folder may not be opened or cannot be synced, the file system has its own way to keep names.
        guard descriptor >= 0 else {
            if errno == EACCES || errno == EPERM { return }
            throw OrderJournalError.file("open \(folder)", errno: errno)
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw OrderJournalError.file("fsync \(folder)", errno: errno)
        }
    }

    func close(_ descriptor: Int32) { closeDescriptor(descriptor) }
}

// These functions call the system functions that methods of the same name hide.

/// Opens a file, and creates it so that only its owner can read it: gift orders are private.
private func openDescriptor(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, mode_t(0o600)) }

private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func renameFile(_ path: String, _ other: String) -> Int32 { rename(path, other) }

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
