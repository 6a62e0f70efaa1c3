/// Reads the file of a recording whose server was killed, as far as it is whole.
///
/// A value for one thread. Memory is bounded by one fragment.
public struct RecordingFileReader: Sendable {
    private var reader: FragmentedMP4Reader
    private let limits: MediaLimits
    private var parts: [MediaPart] = []
    /// Bytes of the room for the index that are still to be passed over.
    private var skipped: Int?
    private var isOver = false
    /// What the file has; nil until its description was read.
    public private(set) var stream: RecordingStream?

    /// Begins with the first byte of a file.
    public init(limits: MediaLimits = .forReading) {
        self.limits = limits
        reader = FragmentedMP4Reader(limits: limits)
    }

    /// Reads on.
    ///
    /// - Returns: False if nothing of the rest of the file is of use.
    public mutating func read(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty, !isOver {
            if let left = skipped, left > 0 {
                let count = min(left, rest.count)
                skipped = left - count
                rest = rest.dropFirst(count)
                continue
            }
            // The room for the index follows the description at once, so until then nothing may be read ahead.
            let chunk = skipped == nil ? rest.prefix(bytesToDescription(rest)) : rest
            rest = rest.dropFirst(chunk.count)
            do throws(MediaError) { try reader.read(chunk, into: &parts) } catch { isOver = true }
            take()
        }
        return !isOver
    }

    /// Takes what waits for its other track, at the end of the file.
    public mutating func finish() {
        reader.handOut(into: &parts)
        take()
    }

    /// Boxes of the beginning that are complete, or as much of them as there is: where the current box ends.
    private var boxLeft = 0
    private var boxHead: [UInt8] = []

    private mutating func bytesToDescription(_ bytes: ArraySlice<UInt8>) -> Int {
        if boxLeft > 0 {
            let count = min(boxLeft, bytes.count)
            boxLeft -= count
            return count
        }
        // The size of the next box stands in its first four bytes.
        boxHead.append(bytes[bytes.startIndex])
        if boxHead.count == 4 {
            let size = boxHead.reduce(0) { $0 << 8 | Int($1) }
            boxHead = []
            boxLeft = max(size - 4, 0)
        }
        return 1
    }

    private mutating func take() {
        for part in parts {
            switch part {
            case .initialisation(let segment):
                guard stream == nil, let begun = try? RecordingStream(segment.bytes, limits: limits) else {
                    isOver = true
                    break
                }
                stream = begun
                skipped = RecordingStream.roomForIndex
            case .fragment(let fragment):
                stream?.note(
                    fragment.span, startMicroseconds: fragment.span.startMicroseconds, byteCount: fragment.bytes.count)
            }
        }
        parts.removeAll(keepingCapacity: true)
    }
}
