/// What becomes of a sprite in all of its frames: a collection that keeps them in little memory and makes each when it is asked for.
///
/// Most sprites are seen for a part of the movie, and few of their numbers change. So what is hidden before and after takes nothing,
/// a number that never changes is kept once, and others in as few bits as hold them without a loss: 4 to 8 bytes a frame for numbers
/// that were rounded, 28 for a transform and an alpha that were not. Shapes and clip paths are kept where they change.
///
/// A frame cannot be changed in place: take `Array(frames)`, change that, and make frames of it.
public struct SVGAFrames: Sendable {
    /// How many frames there are.
    public let count: Int
    /// The first frame that is kept; those before are hidden.
    private let keptStart: Int
    /// How many frames are kept; those after are hidden.
    private let keptCount: Int
    private let table: FrameTable
    private let outlines: [FrameOutline]

    /// Keeps frames. Where numbers are equal but not the same bits, as zero and its negative are, they stay as they are.
    public init(_ frames: some Sequence<SVGAFrame>) {
        let frames = Array(frames)
        let hidden = SVGAFrame.hidden
        var (start, end) = (0, frames.count)
        // Comparing one number first is fast.
        while start < end, frames[start].alpha == 0, frames[start] == hidden { start += 1 }
        while start < end, frames[end - 1].alpha == 0, frames[end - 1] == hidden { end -= 1 }
        count = frames.count
        keptStart = start
        keptCount = end - start
        table = FrameTable(frames[start..<end])
        outlines = FrameOutline.all(frames[start..<end])
    }

    /// Whether the sprite is seen in a frame; false for one that is not there.
    ///
    /// It is faster than to make the frame.
    func isVisible(at index: Int) -> Bool {
        let row = index - keptStart
        return row >= 0 && row < keptCount && table.alpha(row) > 0
    }

    /// What memory they take beside themselves, in bytes.
    var heapBytes: Int {
        outlines.reduce(table.heapBytes + HeapBlock.bytes(of: outlines)) { $0 + $1.heapBytes }
    }

    /// What stands in a row; nil for nothing.
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
    /// The first frame.
    public var startIndex: Int { 0 }
    /// One more than the last frame.
    public var endIndex: Int { count }

    /// Makes a frame.
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
    /// Keeps frames.
    public init(arrayLiteral frames: SVGAFrame...) { self.init(frames) }
}

extension SVGAFrames: Equatable {
    /// Whether all frames are equal.
    public static func == (one: SVGAFrames, other: SVGAFrames) -> Bool {
        guard one.count == other.count else { return false }
        // Other bits may mean the same: a zero and its negative.
        return one.isSame(as: other) || one.elementsEqual(other)
    }

    private func isSame(as other: SVGAFrames) -> Bool {
        keptStart == other.keptStart && keptCount == other.keptCount && table == other.table
            && outlines == other.outlines
    }
}
