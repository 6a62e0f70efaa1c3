/// A sprite's clip path and shapes, valid from one frame until the next outline begins.
struct FrameOutline: Sendable, Equatable {
    /// The first frame of the outline, counted from the sprite's first stored frame.
    let row: Int
    let clipPath: String
    let shapes: [SVGAShape]

    /// Collects the outlines of a sprite. A sprite without clip paths and shapes has none.
    static func all(_ frames: ArraySlice<SVGAFrame>) -> [FrameOutline] {
        var outlines: [FrameOutline] = []
        frames.withUnsafeBufferPointer { frames in
            guard let frame = frames.baseAddress else { return }
            for row in 0..<frames.count {
                if outlines.isEmpty, frame[row].shapes.isEmpty, frame[row].clipPath.isEmpty { continue }
                if let last = outlines.last, last.shapes == frame[row].shapes, last.clipPath == frame[row].clipPath {
                    continue
                }
                outlines.append(FrameOutline(row: row, clipPath: frame[row].clipPath, shapes: frame[row].shapes))
            }
        }
        // Copying drops the unused capacity that the array has from growing.
        return outlines.isEmpty ? [] : outlines.map { $0 }
    }

    /// The heap memory that it uses, in bytes.
    var heapBytes: Int {
        shapes.reduce(HeapBlock.bytes(of: clipPath) + HeapBlock.bytes(of: shapes)) { bytes, shape in
            guard case .path(let path) = shape.geometry else { return bytes }
            return bytes + HeapBlock.bytes(of: path)
        }
    }
}
