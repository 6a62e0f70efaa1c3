/// An incremental parser for fragmented MP4 (ISO/IEC 14496-12). Its input may be cut into chunks anywhere.
///
/// It accepts the output of `MediaRecorder` in browsers, of Apple's `AVAssetWriter`, and of `ffmpeg -movflags
/// frag_keyframe+empty_moov+default_base_moof`. It delivers the initialisation segment, and each fragment as soon as it is complete. The
/// result does not depend on how the input is cut: parts, errors and their positions stay the same.
///
/// Nothing in the input is trusted. Sizes are not believed before the bytes arrive, every length has a limit (``MediaLimits``), and samples
/// must lie within their fragment. The parser stores at most one initialisation segment or fragment, plus one fragment that waits for its
/// other track. It runs in linear time. It decodes no samples, and only checks that key frames really are key frames.
///
/// A value for one connection, used by one thread at a time.
public struct FragmentedMP4Reader: Sendable {
    /// The box that must come next.
    private enum Expected { case fileType, movie, fragment, data }
    /// What to do with the current box.
    private enum Handling { case keep, skip }
    /// The header of a box.
    private struct Head {
        let type: FourCC
        let total: UInt64
        let byteCount: Int
    }

    private let limits: MediaLimits
    private var expected = Expected.fileType
    private var hasSeenBox = false
    /// The bytes of an incomplete box header: 8, or 16 if the box has a 64-bit size.
    private var head: [UInt8] = []
    private var current: (type: FourCC, handling: Handling, remaining: Int)?
    /// The bytes of an incomplete initialisation segment or fragment.
    private var kept: [UInt8] = []
    /// Where the body of the current box begins within `kept`.
    private var bodyStart = 0
    private var tracks: [MediaTrack] = []
    private var header: FragmentHeader?
    /// Joins fragments if each track has separate ones.
    private var pairs = FragmentPairs()
    private var failure: MediaError?

    /// Starts with the first byte of a stream.
    public init(limits: MediaLimits = MediaLimits()) { self.limits = limits }

    /// Bytes stored at the moment, for incomplete parts.
    public var keptBytes: Int { kept.count + pairs.byteCount }

    /// Parses the next bytes of the stream, and appends each completed part to `parts`.
    ///
    /// - Throws: A ``MediaError`` if the stream must be refused. `parts` then contains everything before the error. All later calls throw
    ///   the same error.
    public mutating func read(_ bytes: UnsafeRawBufferPointer, into parts: inout [MediaPart]) throws(MediaError) {
        if let failure { throw failure }
        do throws(MediaError) {
            var rest = bytes[...]
            while !rest.isEmpty {
                if current == nil {
                    try readHead(&rest)
                } else {
                    readBody(&rest)
                }
                while let box = current, box.remaining == 0 {
                    current = nil
                    try finish(box.type, box.handling, into: &parts)
                }
            }
        } catch {
            failure = error
            kept = []
            head = []
            throw error
        }
    }

    /// Parses the next bytes of the stream, and appends each completed part to `parts`.
    ///
    /// - Throws: A ``MediaError``, like the other method.
    public mutating func read(_ bytes: ArraySlice<UInt8>, into parts: inout [MediaPart]) throws(MediaError) {
        let outcome = bytes.withUnsafeBytes { buffer -> Result<Void, MediaError> in
            do throws(MediaError) {
                try read(buffer, into: &parts)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    /// Ends the input.
    ///
    /// - Throws: A ``MediaError`` if the stream ends in the middle of a box, or between a fragment's header and its samples. Many
    ///   publishers end like that when they are switched off, so this is meant for tools, not for refusing streams.
    public func finish() throws(MediaError) {
        if let failure { throw failure }
        guard current == nil, head.isEmpty, expected == .fragment else { throw MediaError(.truncated) }
    }

    /// Delivers a fragment that waits for its other track, at the end of the input.
    public mutating func handOut(into parts: inout [MediaPart]) { pairs.handOut(into: &parts) }

    // MARK: - Boxes

    private mutating func readHead(_ rest: inout Slice<UnsafeRawBufferPointer>) throws(MediaError) {
        while !rest.isEmpty {
            head.append(rest.removeFirst())
            guard let read = try completeHead() else { continue }
            try begin(read)
            head.removeAll(keepingCapacity: true)
            return
        }
    }

    /// Parses the header of a box. Returns nil if it is incomplete.
    private func completeHead() throws(MediaError) -> Head? {
        guard head.count >= 8 else { return nil }
        var fields = FieldReader(head[...], in: .ftyp)
        let size = try fields.number32()
        let type = FourCC(try fields.number32())
        // If the first box has an unknown type, the file probably has another container format.
        guard hasSeenBox || Self.firstTypes.contains(type) else { throw MediaError(.notMP4) }
        guard size != 0 else { throw MediaError(.openEndedBox, in: type) }
        guard size == 1 else {
            guard size >= 8 else { throw MediaError(.badBox, in: type) }
            return Head(type: type, total: UInt64(size), byteCount: 8)
        }
        guard head.count == 16 else { return nil }
        let total = try fields.number64()
        guard total >= 16 else { throw MediaError(.badBox, in: type) }
        return Head(type: type, total: total, byteCount: 16)
    }

    /// How many bytes are reserved when a box begins. Memory beyond that is allocated only as bytes arrive.
    private static let reservedBytesMax = 128 * 1_024

    /// Types with which a stream may begin, allowed or not.
    private static let firstTypes: Set<FourCC> = [
        .ftyp, .moov, .moof, .mdat, FourCC("styp"), FourCC("free"), FourCC("skip"), FourCC("wide"), FourCC("uuid"),
        FourCC("sidx"), FourCC("emsg"), FourCC("prft"), FourCC("pdin"), FourCC("meta"),
    ]

    /// Decides what to do with a box, by its type and size.
    private mutating func begin(_ box: Head) throws(MediaError) {
        hasSeenBox = true
        switch box.type {
        case .ftyp:
            guard expected == .fileType || expected == .fragment else { throw MediaError(.boxOutOfOrder, in: box.type) }
            try keep(box, anew: true, bytesMax: limits.initialisationBytesMax, or: .initialisationTooLarge)
        case .moov:
            guard expected == .movie else { throw MediaError(.boxOutOfOrder, in: box.type) }
            try keep(box, anew: false, bytesMax: limits.initialisationBytesMax, or: .initialisationTooLarge)
        case .moof:
            guard expected == .fragment else {
                throw MediaError(expected == .data ? .boxOutOfOrder : .fragmentBeforeMovie, in: box.type)
            }
            try keep(box, anew: true, bytesMax: limits.fragmentHeaderBytesMax, or: .boxTooLarge)
        case .mdat:
            guard expected == .data else {
                throw MediaError(expected == .fragment ? .boxOutOfOrder : .notFragmented, in: box.type)
            }
            try keep(box, anew: false, bytesMax: limits.fragmentBytesMax, or: .fragmentTooLarge)
        default:
            // No box may come between a header and its samples. Dropping it would make the addresses wrong.
            guard expected != .data else { throw MediaError(.boxOutOfOrder, in: box.type) }
            guard box.total <= UInt64(max(limits.skippedBytesMax, 0)) else {
                throw MediaError(.boxTooLarge, in: box.type)
            }
            current = (box.type, .skip, Int(box.total) - box.byteCount)
        }
    }

    private mutating func keep(
        _ box: Head, anew: Bool, bytesMax: Int, or code: MediaError.Code
    ) throws(MediaError) {
        if anew { kept = [] }
        guard box.total <= UInt64(max(bytesMax - kept.count, 0)) else { throw MediaError(code, in: box.type) }
        let bodyBytes = Int(box.total) - box.byteCount
        kept.reserveCapacity(kept.count + head.count + min(bodyBytes, Self.reservedBytesMax))
        kept.append(contentsOf: head)
        bodyStart = kept.count
        current = (box.type, .keep, bodyBytes)
    }

    private mutating func readBody(_ rest: inout Slice<UnsafeRawBufferPointer>) {
        guard let box = current else { return }
        let taken = rest.prefix(box.remaining)
        if box.handling == .keep { kept.append(contentsOf: taken) }
        current?.remaining -= taken.count
        rest = rest.dropFirst(taken.count)
    }

    private mutating func finish(_ type: FourCC, _ handling: Handling, into parts: inout [MediaPart]) throws(MediaError)
    {
        guard handling == .keep else { return }
        let body = kept[bodyStart...]
        switch type {
        case .ftyp:
            // The brand and its version take 8 bytes.
            guard body.count >= 8 else { throw MediaError(.badBox, in: type) }
            expected = .movie
        case .moov:
            tracks = try MovieBox.tracks(body, limits: limits)
            expected = .fragment
            pairs.begin(tracks: tracks.count, limits: limits, into: &parts)
            parts.append(.initialisation(InitialisationSegment(bytes: takeKept(), tracks: tracks)))
        case .moof:
            header = try FragmentHeader(body, tracks: tracks, limits: limits)
            expected = .data
        default:
            guard var header else { throw MediaError(.boxOutOfOrder, in: type) }
            try header.checkData(within: bodyStart..<kept.count)
            try header.checkKeyFrame(in: kept[...])
            self.header = nil
            expected = .fragment
            let bytes = takeKept()
            let span = FragmentSpan(
                startMicroseconds: header.startMicroseconds, durationMicroseconds: header.durationMicroseconds,
                beginsWithKeyFrame: header.beginsWithKeyFrame, standsAlone: header.standsAlone, byteCount: bytes.count)
            let fragment = MediaFragment(
                bytes: bytes, span: span, sampleCount: header.sampleCount, isSoundOfPicture: header.isSoundOfPicture,
                soundMicroseconds: header.soundMicroseconds)
            pairs.take(fragment, tracks: header.filledTracks, into: &parts)
        }
    }

    private mutating func takeKept() -> [UInt8] {
        defer { kept = [] }
        return kept
    }
}
