/// The numbers of consecutive frames of a sprite, stored column by column in one block of memory.
struct FrameTable: Sendable, Equatable {
    private static let columnCount = 11
    private static let headWordCount = columnCount * FrameColumn.wordCount

    /// The descriptions of all columns, then the packed values of all frames, column after column.
    private let words: [UInt32]

    /// Makes an empty table.
    init() { words = [] }

    /// Packs the numbers of frames.
    init(_ frames: ArraySlice<SVGAFrame>) {
        let count = frames.count
        guard count > 0 else {
            words = []
            return
        }
        words = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count * Self.columnCount) { cells in
            guard let cell = cells.baseAddress else { return [] }
            frames.withUnsafeBufferPointer { Self.spread($0, into: cell) }
            return Self.packed(UnsafePointer(cell), count)
        }
    }

    private static func packed(_ cells: UnsafePointer<UInt32>, _ count: Int) -> [UInt32] {
        var columns = (0..<columnCount).map { FrameColumn(cells + $0 * count, count: count) }
        let (a, b, c, d) = (5, 6, 7, 8)
        // A transform that rotates and scales without stretching has d = a and c = -b, so half of it need not be stored.
        if columns[a].hasSteps, areSame(cells + d * count, cells + a * count, count) { columns[d] = .derived }
        if columns[b].hasSteps, areOpposite(cells + c * count, cells + b * count, count) { columns[c] = .derived }
        let bitCount = columns.reduce(0) { $0 + $1.bitCount } * count
        var words = [UInt32](repeating: 0, count: headWordCount + (bitCount + 31) / 32)
        words.withUnsafeMutableBufferPointer { buffer in
            guard let words = buffer.baseAddress else { return }
            var place = headWordCount * 32
            for (index, column) in columns.enumerated() {
                let head = words + index * FrameColumn.wordCount
                (head[0], head[1]) = column.words
                guard column.bitCount > 0 else { continue }
                for row in 0..<count {
                    let packed = UInt64(column.packed(cells[index * count + row])) << UInt64(place & 31)
                    words[place >> 5] |= UInt32(truncatingIfNeeded: packed)
                    let rest = UInt32(truncatingIfNeeded: packed >> 32)
                    if rest != 0 { words[place >> 5 + 1] = rest }
                    place += column.bitCount
                }
            }
        }
        return words
    }

    private static func areSame(_ one: UnsafePointer<UInt32>, _ other: UnsafePointer<UInt32>, _ count: Int) -> Bool {
        for row in 0..<count where one[row] != other[row] { return false }
        return true
    }

    /// Returns true if each value is the negative of the other, where a zero stays a positive zero.
    private static func areOpposite(
        _ one: UnsafePointer<UInt32>, _ other: UnsafePointer<UInt32>, _ count: Int
    ) -> Bool {
        for row in 0..<count where one[row] != (other[row] == 0 ? 0 : other[row] ^ 0x8000_0000) { return false }
        return true
    }

    /// The heap memory that it uses, in bytes.
    var heapBytes: Int { HeapBlock.bytes(of: words) }

    /// Returns the frame of a row, without clip path and shapes.
    func frame(_ row: Int, of rowCount: Int) -> SVGAFrame {
        words.withUnsafeBufferPointer { words in
            var cursor = Cursor(words, row, rowCount, Self.headWordCount)
            let alpha = cursor.next()
            let layout = SVGARectangle(x: cursor.next(), y: cursor.next(), width: cursor.next(), height: cursor.next())
            let (a, b) = (cursor.next(), cursor.next())
            let transform = SVGATransform(
                a: a, b: b, c: cursor.next(derived: b == 0 ? 0 : -b), d: cursor.next(derived: a), tx: cursor.next(),
                ty: cursor.next())
            return SVGAFrame(alpha: alpha, layout: layout, transform: transform)
        }
    }

    /// Returns the alpha of a row. Alpha is the first column.
    func alpha(_ row: Int) -> Float {
        words.withUnsafeBufferPointer { words in
            var cursor = Cursor(words, row, 0, Self.headWordCount)
            return cursor.next()
        }
    }

    /// Reads the columns of one row in order.
    private struct Cursor {
        private let words: UnsafeBufferPointer<UInt32>
        private let row: Int
        private let rowCount: Int
        private var head = 0
        /// The bit offset of the next column's values.
        private var start: Int

        init(_ words: UnsafeBufferPointer<UInt32>, _ row: Int, _ rowCount: Int, _ headWordCount: Int) {
            self.words = words
            self.row = row
            self.rowCount = rowCount
            start = headWordCount * 32
        }

        /// Returns the value of the next column, or `derived` if the column is derived.
        mutating func next(derived: Float = 0) -> Float {
            let column = FrameColumn(words: (words[head], words[head + 1]))
            head += FrameColumn.wordCount
            let bitCount = column.bitCount
            guard bitCount > 0 else { return column.isDerived ? derived : column.value(0) }
            let place = start + row * bitCount
            start += rowCount * bitCount
            let (word, shift) = (place >> 5, place & 31)
            var bits = UInt64(words[word])
            if shift + bitCount > 32 { bits |= UInt64(words[word + 1]) << 32 }
            return column.value(UInt32(truncatingIfNeeded: bits >> UInt64(shift) & (1 << UInt64(bitCount) - 1)))
        }
    }

    /// Writes the bits of all numbers, column by column.
    private static func spread(_ frames: UnsafeBufferPointer<SVGAFrame>, into cell: UnsafeMutablePointer<UInt32>) {
        guard let frame = frames.baseAddress else { return }
        let count = frames.count
        for row in 0..<count {
            (cell + row).initialize(to: frame[row].alpha.bitPattern)
            (cell + (row + count)).initialize(to: frame[row].layout.x.bitPattern)
            (cell + (row + count * 2)).initialize(to: frame[row].layout.y.bitPattern)
            (cell + (row + count * 3)).initialize(to: frame[row].layout.width.bitPattern)
            (cell + (row + count * 4)).initialize(to: frame[row].layout.height.bitPattern)
            (cell + (row + count * 5)).initialize(to: frame[row].transform.a.bitPattern)
            (cell + (row + count * 6)).initialize(to: frame[row].transform.b.bitPattern)
            (cell + (row + count * 7)).initialize(to: frame[row].transform.c.bitPattern)
            (cell + (row + count * 8)).initialize(to: frame[row].transform.d.bitPattern)
            (cell + (row + count * 9)).initialize(to: frame[row].transform.tx.bitPattern)
            (cell + (row + count * 10)).initialize(to: frame[row].transform.ty.bitPattern)
        }
    }
}
