import NIOCore
import OvationMedia
import OvationModel
import OvationStorage

/// Completes the file of a recording whose server was killed.
struct RecordingRepair {
    private let folder: any RecordingFolder

    /// What came of a repair.
    enum Outcome: Equatable {
        /// The recording as it is now.
        case complete(Recording)
        /// There is nothing in the file that can be played.
        case empty
        /// There is no file in this folder. Another server may write it in a folder of its own.
        case noFile
    }

    /// Bytes that are read at once.
    private static let chunkBytes = 1_024 * 1_024

    init(_ folder: any RecordingFolder) { self.folder = folder }

    /// Reads the file as far as it is whole, cuts off the rest, and writes duration and index.
    ///
    /// - Returns: What came of it.
    /// - Throws: ``RecordingFault``: `inUse` while a server writes it.
    func complete(_ recording: Recording) throws(RecordingFault) -> Outcome {
        guard let file = try folder.takeOver(recording.id) else { return .noFile }
        defer { file.close() }
        var (reader, place) = (RecordingFileReader(), Int64(0))
        while true {
            let chunk = try file.read(at: place, count: Self.chunkBytes)
            place += Int64(chunk.readableBytes)
            guard chunk.readableBytes > 0, reader.read(Array(chunk.readableBytesView)[...]) else { break }
        }
        reader.finish()
        guard let stream = reader.stream, stream.fragmentCount > 0 else { return .empty }
        try file.truncate(to: stream.byteCount)
        var fault: RecordingFault?
        stream.finishedHead.withUnsafeBytes { bytes in
            do throws(RecordingFault) { try file.write(bytes, at: 0) } catch { fault = error }
        }
        if let fault { throw fault }
        try file.synchronize()
        var repaired = recording
        repaired.byteCount = stream.byteCount
        repaired.durationMilliseconds = stream.durationMicroseconds / 1_000
        repaired.end = .crash
        repaired.endedAt = recording.startedAt.adding(milliseconds: repaired.durationMilliseconds)
        return .complete(repaired)
    }
}
