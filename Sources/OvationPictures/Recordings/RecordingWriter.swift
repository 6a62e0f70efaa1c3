import OvationMedia
import OvationModel
import OvationStorage

/// A recording that goes on: its stream, and its file.
///
/// On the thread of the recordings only.
struct RecordingWriter {
    /// What is known of it.
    private(set) var recording: Recording
    private var stream: RecordingStream
    private let file: any RecordingFile
    /// The number of the initialisation segment of the last fragment.
    private var initialisation: Int64
    /// When the last fragment came.
    private(set) var lastAt: Timestamp
    /// When everything was brought to the disk.
    private(set) var synchronizedAt: Timestamp
    /// Bytes since the disk was looked at.
    private(set) var bytesUnlooked = 0

    /// What came of a fragment.
    enum Outcome: Equatable {
        /// It is recorded; with how many bytes.
        case written(Int)
        /// Nothing of use could be done with it.
        case leftOut
        /// It belongs into another file.
        case other(Recording.End)
    }

    /// Makes the file of a recording.
    ///
    /// - Throws: ``RecordingFault``, or `MediaError` if the initialisation segment is damaged.
    init(
        _ recording: Recording, initialisation: [UInt8], number: Int64, in folder: any RecordingFolder,
        at now: Timestamp
    ) throws {
        let stream = try RecordingStream(initialisation)
        self.stream = stream
        self.recording = recording
        self.initialisation = number
        (lastAt, synchronizedAt) = (now, now)
        file = try folder.make(recording.id)
        do {
            try stream.head.withUnsafeBytes { try file.write($0, at: 0) }
        } catch {
            file.close()
            try? folder.remove(recording.id)
            throw error
        }
        self.recording.byteCount = stream.byteCount
    }

    /// Records a fragment.
    ///
    /// - Parameters:
    ///   - segment: The bytes of its initialisation segment, which are read where the number is another one than before.
    ///   - follows: False if fragments before it were left out.
    /// - Throws: ``RecordingFault``. The file is whole up to the fragment before.
    mutating func take(
        _ fragment: [UInt8], span: FragmentSpan, number: Int64, segment: () -> [UInt8]?, follows: Bool, bytesMax: Int,
        at now: Timestamp
    ) throws -> Outcome {
        if number != initialisation {
            guard let segment = segment() else { return .leftOut }
            guard stream.beginAnew(segment) else { return .other(.streamChanged) }
            initialisation = number
        } else if !follows {
            stream.skip()
        }
        // A key frame begins the next file, so that nothing is missing between the two.
        if stream.byteCount + Int64(fragment.count) > Int64(bytesMax), stream.fragmentCount > 0, span.beginsWithKeyFrame
        {
            return .other(.full)
        }
        let addition: RecordingStream.Addition
        do throws(MediaError) { addition = try stream.take(fragment, span: span) } catch { return .leftOut }
        var end = stream.byteCount
        try addition.forEach { bytes in
            try file.write(bytes, at: end)
            end += Int64(bytes.count)
        }
        stream.add(addition)
        lastAt = now
        bytesUnlooked += addition.byteCount
        note()
        return .written(addition.byteCount)
    }

    /// Has the recording shown to nobody who has no address of it.
    ///
    /// - Returns: Whether it was shown before.
    mutating func hide() -> Bool {
        defer { recording.isPublic = false }
        return recording.isPublic
    }

    /// The disk was looked at.
    mutating func looked() { bytesUnlooked = 0 }

    /// Brings what is recorded to the disk, with its duration.
    mutating func synchronize(at now: Timestamp) throws {
        try stream.shortHead.withUnsafeBytes { try file.write($0, at: 0) }
        try file.synchronize()
        synchronizedAt = now
    }

    /// Ends the recording: cuts off what is not whole, and writes the index.
    ///
    /// - Returns: Why not everything could be done; nil if it was. The file can be played all the same.
    mutating func finish(_ end: Recording.End, at now: Timestamp) -> RecordingFault? {
        note()
        recording.end = end
        recording.endedAt = now
        defer { file.close() }
        do {
            try file.truncate(to: stream.byteCount)
            try stream.finishedHead.withUnsafeBytes { try file.write($0, at: 0) }
            try file.synchronize()
            return nil
        } catch {
            return error as? RecordingFault ?? .failed("\(error)")
        }
    }

    /// Whether anything is recorded.
    var isEmpty: Bool { stream.fragmentCount == 0 }

    private mutating func note() {
        recording.byteCount = stream.byteCount
        recording.durationMilliseconds = stream.durationMicroseconds / 1_000
    }
}
