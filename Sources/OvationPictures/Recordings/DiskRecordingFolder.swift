import Foundation
import NIOCore
package import OvationModel

/// A folder on the disk, with a file `<id>.mp4` for each recording.
///
/// A process that writes a file holds its lock, which ends with the process, however that ends.
package struct DiskRecordingFolder: RecordingFolder {
    private let path: String

    /// Names a folder. It is made with the first file.
    package init(_ path: String) { self.path = path }

    private func file(_ id: RecordingID) -> String { "\(path)/\(id).mp4" }

    package func make(_ id: RecordingID) throws(RecordingFault) -> any RecordingFile {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system("make the folder \(path)") }
        let descriptor = Foundation.open(file(id), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("make \(file(id))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let fault = RecordingFault.system("lock \(file(id))")
            Foundation.close(descriptor)
            throw fault
        }
        return DiskRecordingFile(descriptor)
    }

    package func takeOver(_ id: RecordingID) throws(RecordingFault) -> (any RecordingFile)? {
        guard let descriptor = try descriptor(id, O_RDWR) else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            Foundation.close(descriptor)
            throw .inUse
        }
        return DiskRecordingFile(descriptor)
    }

    package func open(_ id: RecordingID) throws(RecordingFault) -> (any RecordingFile)? {
        guard let descriptor = try descriptor(id, O_RDONLY) else { return nil }
        return DiskRecordingFile(descriptor)
    }

    private func descriptor(_ id: RecordingID, _ mode: CInt) throws(RecordingFault) -> CInt? {
        // A link would lead out of the folder.
        let descriptor = Foundation.open(file(id), mode | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor < 0 else { return descriptor }
        if errno == ENOENT { return nil }
        throw .system("open \(file(id))")
    }

    package func remove(_ id: RecordingID) throws(RecordingFault) {
        if unlink(file(id)) != 0, errno != ENOENT { throw .system("remove \(file(id))") }
    }

    package func list() throws(RecordingFault) -> [RecordingID] {
        guard let folder = opendir(path) else {
            if errno == ENOENT { return [] }
            throw .system("list \(path)")
        }
        defer { closedir(folder) }
        var ids: [RecordingID] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            guard name.hasSuffix(".mp4"), let id = RecordingID(String(name.dropLast(4))) else { continue }
            ids.append(id)
        }
        return ids.sorted()
    }

    package func freeBytes() throws(RecordingFault) -> Int64 {
        var facts = statvfs()
        if statvfs(path, &facts) != 0 {
            // The folder is made with the first file, beside the database.
            let above = URL(filePath: path).deletingLastPathComponent().path
            guard errno == ENOENT, statvfs(above, &facts) == 0 else { throw .system("look at the disk of \(path)") }
        }
        let (bytes, overflow) = Int64(clamping: facts.f_bavail)
            .multipliedReportingOverflow(by: Int64(clamping: facts.f_frsize))
        return overflow ? .max : bytes
    }
}

/// A file of that folder.
private struct DiskRecordingFile: RecordingFile {
    private let descriptor: CInt

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    func byteCount() throws(RecordingFault) -> Int64 {
        // Everything here says where it reads and writes, so the place of the descriptor is free for this.
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0 else { throw .system("look at a recording") }
        return Int64(end)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at place: Int64) throws(RecordingFault) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(place) + off_t(done))
            if count < 0 {
                if errno == EINTR { continue }
                throw .system("write a recording")
            }
            done += count
        }
    }

    func read(at place: Int64, count: Int) throws(RecordingFault) -> ByteBuffer {
        var buffer = ByteBuffer()
        var failure: RecordingFault?
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
            while true {
                let read = pread(descriptor, space.baseAddress, count, off_t(place))
                if read >= 0 { return read }
                if errno == EINTR { continue }
                failure = .system("read a recording")
                return 0
            }
        }
        if let failure { throw failure }
        return buffer
    }

    func truncate(to byteCount: Int64) throws(RecordingFault) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .system("cut a recording off") }
    }

    func synchronize() throws(RecordingFault) {
        guard fsync(descriptor) == 0 else { throw .system("bring a recording to the disk") }
    }

    func close() { Foundation.close(descriptor) }
}

extension RecordingFault {
    /// What `errno` says of an attempt.
    fileprivate static func system(_ attempt: String) -> RecordingFault {
        switch errno {
        case ENOSPC, EDQUOT, EFBIG: .full
        default: .failed("Could not \(attempt): \(String(cString: strerror(errno))).")
        }
    }
}
