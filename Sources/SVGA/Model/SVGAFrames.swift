/// The states of a sprite in all of its frames, as a compact collection that builds each frame on demand.
///
/// Most sprites are visible in a part of the movie only, and few of their numbers change. So hidden frames at both ends take no memory. A
/// constant number is stored once. Other numbers take as few bits as their values need without a loss: 4 to 8 bytes a frame if they were
/// rounded, 28 bytes for a transform and an alpha with full precision. Shapes and clip paths are stored where they change.
///
/// A frame cannot be changed in place. Change a copy (`Array(frames)`) and make new frames from it.
public struct SVGAFrames: Sendable {
    /// The number of frames.
    public let count: Int
    /// The first stored frame. All frames before it are hidden.
    private let keptStart: Int
    /// How many frames are stored. All frames after them are hidden.
    private let keptCount: Int
    private let table: FrameTable
    private let outlines: [FrameOutline]

    /// Packs frames. Bits are kept exactly, so zero and negative zero stay different.
    public init(_ frames: some Sequence<SVGAFrame>) {
        let frames = Array(frames)
        let hidden = SVGAFrame.hidden
        var (start, end) = (0, frames.count)
        // Comparing alpha first is faster.
        while start < end, frames[start].alpha == 0, frames[start] == hidden { start += 1 }
        while start < end, frames[end - 1].alpha == 0, frames[end - 1] == hidden { end -= 1 }
        count = frames.count
        keptStart = start
        keptCount = end - start
        table = FrameTable(frames[start..<end])
        outlines = FrameOutline.all(frames[start..<end])
    }

    /// Returns true if the sprite is visible in a frame. Returns false for a frame that does not exist.
    ///
    /// This is faster than building the frame.
    func isVisible(at index: Int) -> Bool {
        let row = index - keptStart
        return row >= 0 && row < keptCount && table.alpha(row) > 0
    }

    /// The heap memory that they use, in bytes.
    var heapBytes: Int {
        outlines.reduce(table.heapBytes + HeapBlock.bytes(of: outlines)) { $0 + $1.heapBytes }
    }

    /// Returns the outline of a row, or nil if it has none.
    private func outline(_ row: Int) -> FrameOutline? {
        var (low, high) = (0, outlines.count)
        while low < high {
            let middle = (low + high) / 2
            if outlines[middle].row <= row { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : outlines[low - 1]
    }
}

extension SVGAFrames: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of frames.
    public var endIndex: Int { count }

    /// Builds a frame.
    public subscript(index: Int) -> SVGAFrame {
        precondition(index >= 0 && index < count, "a sprite has no such frame")
        let row = index - keptStart
        guard row >= 0, row < keptCount else { return .hidden }
        var frame = table.frame(row, of: keptCount)
        if !outlines.isEmpty, let outline = outline(row) {
            frame.clipPath = outline.clipPath
            frame.shapes = outline.shapes
        }
        return frame
    }
}

extension SVGAFrames: ExpressibleByArrayLiteral {
    /// Packs the frames of a literal.
    public init(arrayLiteral frames: SVGAFrame...) { self.init(frames) }
}

extension SVGAFrames: Equatable {
    /// Returns true if all frames are equal.
    public static func == (one: SVGAFrames, other: SVGAFrames) -> Bool {
        guard one.count == other.count else { return false }
        // Zero and negative zero are equal, although their bits differ.
        return one.isSame(as: other) || one.elementsEqual(other)
    }

    private func isSame(as other: SVGAFrames) -> Bool {
        keptStart == other.keptStart && keptCount == other.keptCount && table == other.table
            && outlines == other.outlines
    }
}
