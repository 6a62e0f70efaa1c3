/// A lossless packing of one number of a sprite's frames, such as its alpha. It uses as few bits a frame as the values allow.
struct FrameColumn {
    /// The bit count of a column whose values are stored as plain floats.
    static let plainBitCount = 32
    /// The exponent of the finest step, which is 2⁻²⁴.
    private static let exponentMax: UInt32 = 24
    /// A `Float` represents every integer up to this one exactly.
    private static let stepsMax: Float = 16_777_216

    /// The exponent that marks a derived column.
    private static let derivedMark: UInt32 = 0xFF
    /// A column that is computed from another one and stores no bits.
    static let derived = FrameColumn(words: (derivedMark << 8, 0))

    /// How many bits each frame takes; 0 if all frames have the same value.
    let bitCount: Int
    /// The values are multiples of a step of 2 to the power of `-exponent`.
    private let exponent: UInt32
    /// The bits of the common value if `bitCount` is 0; otherwise the smallest number of steps.
    private let base: UInt32

    /// True if the column is computed from another one.
    var isDerived: Bool { exponent == Self.derivedMark }

    /// True if the values differ and are multiples of a step.
    var hasSteps: Bool { bitCount > 0 && bitCount < Self.plainBitCount }

    /// How many steps make 1.
    private var stepsOfOne: Float { Float(bitPattern: (127 + exponent) << 23) }

    /// The length of a step.
    private var step: Float { Float(bitPattern: (127 - exponent) << 23) }

    /// Chooses the packing for at least one value. `values` are the bits of floats.
    init(_ values: UnsafePointer<UInt32>, count: Int) {
        let first = values[0]
        var differences: UInt32 = 0
        var exponent: UInt32 = 0
        var hasSteps = true
        for index in 0..<count where values[index] != first {
            differences |= values[index] ^ first
            if hasSteps { hasSteps = Self.refine(&exponent, values[index]) }
        }
        guard differences != 0 else {
            (bitCount, self.exponent, base) = (0, 0, first)
            return
        }
        guard Self.refine(&exponent, first), hasSteps, exponent <= Self.exponentMax else {
            (bitCount, self.exponent, base) = (Self.plainBitCount, 0, 0)
            return
        }
        let stepsOfOne = Float(bitPattern: (127 + exponent) << 23)
        var least = Float(bitPattern: first) * stepsOfOne
        var most = least
        for index in 0..<count {
            let steps = Float(bitPattern: values[index]) * stepsOfOne
            if steps < least { least = steps }
            if steps > most { most = steps }
        }
        guard least >= -Self.stepsMax, most <= Self.stepsMax else {
            (bitCount, self.exponent, base) = (Self.plainBitCount, 0, 0)
            return
        }
        bitCount = UInt32.bitWidth - UInt32(Int32(most) - Int32(least)).leadingZeroBitCount
        self.exponent = exponent
        base = UInt32(bitPattern: Int32(least))
    }

    /// Raises the exponent until the value is a multiple of a step. Returns false for a negative zero, a subnormal number, an infinity and
    /// a NaN.
    private static func refine(_ exponent: inout UInt32, _ value: UInt32) -> Bool {
        if value == 0 { return true }
        let power = value >> 23 & 0xFF
        if power == 0 || power == 0xFF { return false }
        let needed = 150 - Int32(power) - Int32((value | 0x80_0000).trailingZeroBitCount)
        if needed > Int32(exponent) { exponent = UInt32(needed) }
        return true
    }

    /// Packs the bits of a float for one frame.
    func packed(_ value: UInt32) -> UInt32 {
        if bitCount == Self.plainBitCount { return value }
        return UInt32(bitPattern: Int32(Float(bitPattern: value) * stepsOfOne) &- Int32(bitPattern: base))
    }

    /// Unpacks the value of one frame.
    func value(_ packed: UInt32) -> Float {
        if bitCount == 0 { return Float(bitPattern: base) }
        if bitCount == Self.plainBitCount { return Float(bitPattern: packed) }
        return Float(Int32(bitPattern: base) &+ Int32(bitPattern: packed)) * step
    }
}

// A column is stored in a table as two words.
extension FrameColumn {
    /// How many words a column takes in a table.
    static let wordCount = 2

    /// Restores a column from its words.
    init(words: (UInt32, UInt32)) {
        bitCount = Int(words.0 & 0xFF)
        exponent = words.0 >> 8
        base = words.1
    }

    /// The words that store the column.
    var words: (UInt32, UInt32) { (UInt32(bitCount) | exponent << 8, base) }
}
