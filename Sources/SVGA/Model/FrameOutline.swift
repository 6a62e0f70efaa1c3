/// The clip path and the shapes of a sprite, from a frame on up to the next one that has others.
struct FrameOutline: Sendable, Equatable {
    /// The first frame that has them, counted from the first one that is kept.
    let row: Int
    let clipPath: String
    let shapes: [SVGAShape]

    /// Finds where they change. A sprite that never has any has no entry.
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
        // An array that has grown has room that nothing needs.
        return outlines.isEmpty ? [] : outlines.map { $0 }
    }

    /// What memory it takes beside itself, in bytes.
    var heapBytes: Int {
        shapes.reduce(HeapBlock.bytes(of: clipPath) + HeapBlock.bytes(of: shapes)) { bytes, shape in
            guard case .path(let path) = shape.geometry else { return bytes }
            return bytes + HeapBlock.bytes(of: path)
        }
    }
}
