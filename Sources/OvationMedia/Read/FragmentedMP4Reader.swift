/// Reads fragmented MP4 (ISO/IEC 14496-12) as it comes, in chunks that are cut anywhere.
///
/// It takes what browsers' `MediaRecorder`, Apple's `AVAssetWriter` and `ffmpeg -movflags frag_keyframe+empty_moov+default_base_moof`
/// write, and hands out the beginning of the stream and each fragment once all of its bytes are there. Chunks that are cut otherwise give
/// the same parts and the same error at the same place.
///
/// Nothing is taken on trust: no size is believed before the bytes are there, every length has a limit (``MediaLimits``), and samples
/// have to lie in their fragment. It keeps at most one initialisation segment or one fragment, and one more that waits for its other track;
/// its time is linear in what comes. It decodes nothing: of the samples it looks only whether a key frame is one.
///
/// A value for one connection, used by one thread at a time.
public struct FragmentedMP4Reader: Sendable {
    /// What has to come next.
    private enum Expected { case fileType, movie, fragment, data }
    /// What is done with the bytes of the present box.
    private enum Fate { case keep, skip }
    /// What the bytes of a box's head say.
    private struct Head {
        let type: FourCC
        let total: UInt64
        let byteCount: Int
    }

    private let limits: MediaLimits
    private var expected = Expected.fileType
    private var hasSeenBox = false
    /// The head of a box, while it comes: 8 bytes, or 16 where the size takes 64 bits.
    private var head: [UInt8] = []
    private var current: (type: FourCC, fate: Fate, remaining: Int)?
    /// The initialisation segment or the fragment, while it comes.
    private var kept: [UInt8] = []
    /// Where in `kept` the body of the present box begins.
    private var bodyStart = 0
    private var tracks: [MediaTrack] = []
    private var header: FragmentHeader?
    /// Joins the fragments of both tracks where each has its own.
    private var pairs = FragmentPairs()
    private var failure: MediaError?

    /// Makes a reader for one stream.
    public init(limits: MediaLimits = MediaLimits()) { self.limits = limits }

    /// Bytes that are kept at the moment, of a part that is not complete.
    public var keptBytes: Int { kept.count + pairs.byteCount }

    /// Reads the next bytes of the stream, and adds what is complete with them to `parts`.
    ///
    /// - Throws: ``MediaError`` where the stream is not one that is taken. Parts before the mistake have been added. From then on every
    ///   call throws the same error.
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
                    try finish(box.type, box.fate, into: &parts)
                }
            }
        } catch {
            failure = error
            kept = []
            head = []
            throw error
        }
    }

    /// Reads the next bytes of the stream, and adds what is complete with them to `parts`.
    ///
    /// - Throws: ``MediaError``, as the other method does.
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

    /// Says that nothing more comes.
    ///
    /// - Throws: ``MediaError`` where the stream ends in the middle of a box or between a fragment's header and its samples. Many
    ///   publishers do when they are switched off, so this is for tools rather than for refusals.
    public func finish() throws(MediaError) {
        if let failure { throw failure }
        guard current == nil, head.isEmpty, expected == .fragment else { throw MediaError(.truncated) }
    }

    /// Hands out a fragment that waits for its other track, where nothing more comes.
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

    /// What the head says; nil while bytes of it are missing.
    private func completeHead() throws(MediaError) -> Head? {
        guard head.count >= 8 else { return nil }
        var fields = FieldReader(head[...], in: .ftyp)
        let size = try fields.number32()
        let type = FourCC(try fields.number32())
        // A first box of another type is most likely another container, whose numbers mean something else.
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

    /// Bytes for which room is made when a box is announced. What goes beyond it has to come first.
    private static let reservedBytesMax = 128 * 1_024

    /// Boxes with which a stream may begin, right or wrong.
    private static let firstTypes: Set<FourCC> = [
        .ftyp, .moov, .moof, .mdat, FourCC("styp"), FourCC("free"), FourCC("skip"), FourCC("wide"), FourCC("uuid"),
        FourCC("sidx"), FourCC("emsg"), FourCC("prft"), FourCC("pdin"), FourCC("meta"),
    ]

    /// Decides what becomes of a box, by its type and its size.
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
            // Between a header and its samples nothing may stand: it would be left out, and the addresses would be wrong.
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
        if box.fate == .keep { kept.append(contentsOf: taken) }
        current?.remaining -= taken.count
        rest = rest.dropFirst(taken.count)
    }

    private mutating func finish(_ type: FourCC, _ fate: Fate, into parts: inout [MediaPart]) throws(MediaError) {
        guard fate == .keep else { return }
        let body = kept[bodyStart...]
        switch type {
        case .ftyp:
            // The brand and its version.
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
