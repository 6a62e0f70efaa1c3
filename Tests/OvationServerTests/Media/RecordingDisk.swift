import NIOCore
import OvationModel
import Synchronization

@testable import OvationPictures

/// A disk in memory, which fills when a test says so. A process that holds a file is a `RecordingDisk` with the same files.
final class RecordingDisk: RecordingFolder {
    /// The files of a machine, and who writes them.
    final class Files: Sendable {
        struct State {
            var bytes: [RecordingID: Data] = [:]
            var free: Int64 = 1 << 40
            var written: Int64 = 0
        }

        /// A file, which can be read on after it was removed.
        final class Data: Sendable {
            let content = Mutex<[UInt8]>([])
            let isLocked = Mutex(false)
        }

        let state = Mutex(State())
    }

    let files: Files

    init(_ files: Files = Files()) { self.files = files }

    /// Bytes that can still be written.
    var free: Int64 {
        get { files.state.withLock { $0.free } }
        set { files.state.withLock { $0.free = newValue } }
    }

    /// The content of a file; nil if there is none.
    subscript(_ id: RecordingID) -> [UInt8]? {
        files.state.withLock { $0.bytes[id] }?.content.withLock { $0 }
    }

    /// Adds bytes to a file, as a write that was not finished does.
    func append(_ bytes: [UInt8], to id: RecordingID) {
        files.state.withLock { $0.bytes[id] }?.content.withLock { $0 += bytes }
    }

    /// Those who wrote files are gone, as after kill -9.
    func killWriters() {
        for file in files.state.withLock({ Array($0.bytes.values) }) { file.isLocked.withLock { $0 = false } }
    }

    func make(_ id: RecordingID) throws(RecordingFault) -> any RecordingFile {
        let data = Files.Data()
        data.isLocked.withLock { $0 = true }
        files.state.withLock { $0.bytes[id] = data }
        return File(files: files, data: data, holdsLock: true)
    }

    func takeOver(_ id: RecordingID) throws(RecordingFault) -> (any RecordingFile)? {
        guard let data = files.state.withLock({ $0.bytes[id] }) else { return nil }
        let wasLocked = data.isLocked.withLock { isLocked in
            defer { isLocked = true }
            return isLocked
        }
        guard !wasLocked else { throw .inUse }
        return File(files: files, data: data, holdsLock: true)
    }

    func open(_ id: RecordingID) throws(RecordingFault) -> (any RecordingFile)? {
        files.state.withLock { $0.bytes[id] }.map { File(files: files, data: $0, holdsLock: false) }
    }

    func remove(_ id: RecordingID) throws(RecordingFault) {
        files.state.withLock { state in
            state.free += Int64(state.bytes.removeValue(forKey: id)?.content.withLock { $0.count } ?? 0)
        }
    }

    func list() throws(RecordingFault) -> [RecordingID] { files.state.withLock { $0.bytes.keys.sorted() } }

    func freeBytes() throws(RecordingFault) -> Int64 { free }

    private struct File: RecordingFile {
        let files: Files
        let data: Files.Data
        let holdsLock: Bool

        func byteCount() throws(RecordingFault) -> Int64 { Int64(data.content.withLock { $0.count }) }

        func write(_ bytes: UnsafeRawBufferPointer, at place: Int64) throws(RecordingFault) {
            let new = Array(bytes)
            let growth = max(Int64(new.count) + place - Int64(data.content.withLock { $0.count }), 0)
            let fits = files.state.withLock { state in
                guard state.free >= growth else { return false }
                state.free -= growth
                return true
            }
            // As on a disk: a part of it may be there.
            let kept = fits ? new : Array(new.prefix(new.count / 2))
            data.content.withLock { content in
                let start = Int(place)
                if content.count < start + kept.count {
                    content += Array(repeating: 0, count: start + kept.count - content.count)
                }
                content.replaceSubrange(start..<(start + kept.count), with: kept)
            }
            if !fits { throw .full }
        }

        func read(at place: Int64, count: Int) throws(RecordingFault) -> ByteBuffer {
            data.content.withLock { content in
                ByteBuffer(bytes: content.dropFirst(Int(place)).prefix(count))
            }
        }

        func truncate(to byteCount: Int64) throws(RecordingFault) {
            data.content.withLock { $0.removeLast(max($0.count - Int(byteCount), 0)) }
        }

        func synchronize() throws(RecordingFault) {}

        func close() { if holdsLock { data.isLocked.withLock { $0 = false } } }
    }
}
