/// What a live's picture becomes as one file: a head, room for an index, and the fragments one behind the other.
///
/// The file can be played at any time. Its head is written anew now and then, because it tells the duration; that never changes its size.
/// At the end, an index takes the room behind it, so that a player can seek. A file whose server was killed is read again with
/// ``RecordingFileReader``, and finished as it is.
///
/// The type knows no files. A value for one thread.
public struct RecordingStream: Sendable {
    /// What to write at the end of the file.
    public struct Addition: Sendable {
        private let fragment: [UInt8]
        private let pieces: [RecordingPiece]
        fileprivate let span: FragmentSpan
        fileprivate let startMicroseconds: Int64
        fileprivate let endMicroseconds: Int64
        /// How many bytes it has.
        public let byteCount: Int

        fileprivate init(
            _ pieces: [RecordingPiece], of fragment: [UInt8], _ span: FragmentSpan, startMicroseconds: Int64,
            endMicroseconds: Int64
        ) {
            (self.fragment, self.pieces, self.span) = (fragment, pieces, span)
            (self.startMicroseconds, self.endMicroseconds) = (startMicroseconds, endMicroseconds)
            byteCount = pieces.reduce(0) { sum, piece in
                switch piece {
                case .bytes(let bytes): sum + bytes.count
                case .range(let range): sum + range.count
                }
            }
        }

        /// Calls the closure with the bytes, part by part.
        public func forEach(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
            for piece in pieces {
                switch piece {
                case .bytes(let bytes): try bytes.withUnsafeBytes(body)
                case .range(let range):
                    try fragment.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
                }
            }
        }
    }

    private let limits: MediaLimits
    private let headOfFile: RecordingHead
    private var times = RecordingTimes()
    private var index = RecordingIndex()
    /// The track whose key frames the index has.
    private let mainTrack: MediaTrack
    /// The description of the stream.
    public let info: MediaInfo
    /// How long the recording is, in microseconds.
    public private(set) var durationMicroseconds: Int64 = 0
    /// How many bytes the file has.
    public private(set) var byteCount: Int64
    /// How many fragments are recorded.
    public private(set) var fragmentCount = 0

    /// Begins with an initialisation segment.
    ///
    /// - Throws: A ``MediaError`` if it is damaged.
    public init(_ initialisation: [UInt8], limits: MediaLimits = .forReading) throws(MediaError) {
        self.limits = limits
        headOfFile = try RecordingHead(initialisation, limits: limits)
        let tracks = headOfFile.tracks
        mainTrack = tracks.first { $0.isVideo } ?? tracks[0]
        info = MediaInfo(tracks: tracks)
        byteCount = Int64(headOfFile.byteCount + RecordingIndex.byteCount)
    }

    /// The publisher began anew with an initialisation segment.
    ///
    /// - Returns: False if what follows does not play in this file, because it has other tracks, codecs or sizes.
    public mutating func beginAnew(_ initialisation: [UInt8]) -> Bool {
        guard let head = try? RecordingHead(initialisation, limits: limits), headOfFile.takes(head) else {
            return false
        }
        times.beginAnew()
        return true
    }

    /// What comes next does not follow what came last: some of it was left out.
    public mutating func skip() { times.beginAnew() }

    /// Prepares a fragment for the file. It belongs to the recording when it was written and ``add(_:)`` was called.
    ///
    /// - Returns: What to write at the end of the file.
    /// - Throws: A ``MediaError`` if it is damaged. The recording goes on without it.
    public mutating func take(_ fragment: [UInt8], span: FragmentSpan) throws(MediaError) -> Addition {
        let taken = try times.take(fragment, tracks: headOfFile.tracks, limits: limits)
        return Addition(
            taken.pieces, of: fragment, span, startMicroseconds: taken.startMicroseconds,
            endMicroseconds: times.endMicroseconds)
    }

    /// A fragment that was prepared is in the file now.
    public mutating func add(_ addition: Addition) {
        note(addition.span, startMicroseconds: addition.startMicroseconds, byteCount: addition.byteCount)
        durationMicroseconds = max(durationMicroseconds, addition.endMicroseconds)
    }

    /// Notes a fragment that is in the file already.
    mutating func note(_ span: FragmentSpan, startMicroseconds: Int64, byteCount: Int) {
        index.add(
            startMicroseconds: startMicroseconds, byteCount: byteCount, isKey: span.beginsWithKeyFrame,
            standsAlone: span.standsAlone)
        self.byteCount += Int64(byteCount)
        fragmentCount += 1
        durationMicroseconds = max(durationMicroseconds, startMicroseconds + span.durationMicroseconds)
    }

    /// The beginning of the file, to be written at its place 0 while the recording goes on. Its size never changes.
    public var head: [UInt8] { headOfFile.bytes(microseconds: durationMicroseconds) + RecordingIndex.freeBytes }

    /// The head alone, with the duration so far. It is written over the one before.
    public var shortHead: [UInt8] { headOfFile.bytes(microseconds: durationMicroseconds) }

    /// The beginning of a file that is complete, with its index.
    public var finishedHead: [UInt8] {
        headOfFile.bytes(microseconds: durationMicroseconds)
            + index.bytes(
                track: mainTrack.id, timescale: mainTrack.timescale, endMicroseconds: durationMicroseconds)
    }

    /// Bytes between the description of the stream and the first fragment.
    static var roomForIndex: Int { RecordingIndex.byteCount }
}

extension MediaLimits {
    /// For what the relay has let in already, with whatever limits it had then.
    public static var forReading: MediaLimits {
        var limits = MediaLimits()
        limits.initialisationBytesMax = 16 * 1_024 * 1_024
        limits.fragmentBytesMax = 256 * 1_024 * 1_024
        limits.fragmentHeaderBytesMax = 16 * 1_024 * 1_024
        limits.fragmentSamplesMax = 1_000_000
        limits.fragmentSecondsMax = 60
        limits.pictureSideMax = 65_535
        return limits
    }
}
