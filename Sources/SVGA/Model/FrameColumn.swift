/// How one number of a sprite's frames is kept: in as few bits a frame as hold all of its values without a loss.
struct FrameColumn {
    /// Bits of a number that is kept as it is.
    static let plainBitCount = 32
    /// The finest step is 2 to the minus 24th.
    private static let exponentMax: UInt32 = 24
    /// Up to here every whole number is a `Float`.
    private static let stepsMax: Float = 16_777_216

    /// What stands for the exponent of a column that follows from another one.
    private static let derivedMark: UInt32 = 0xFF
    /// A column that follows from another one, so that nothing is kept of it.
    static let derived = FrameColumn(words: (derivedMark << 8, 0))

    /// How many bits a frame takes; 0 where all frames have the same value.
    let bitCount: Int
    /// Values are whole numbers of steps of 2 to the minus exponent.
    private let exponent: UInt32
    /// The bits of the value that all frames have, or the fewest steps of one.
    private let base: UInt32

    /// Whether it follows from another column.
    var isDerived: Bool { exponent == Self.derivedMark }

    /// Whether its values change and are whole numbers of steps.
    var hasSteps: Bool { bitCount > 0 && bitCount < Self.plainBitCount }

    /// How many steps make 1.
    private var stepsOfOne: Float { Float(bitPattern: (127 + exponent) << 23) }

    /// The length of a step.
    private var step: Float { Float(bitPattern: (127 - exponent) << 23) }

    /// Looks at the bits of the values, which are at least one.
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

    /// Raises the exponent to what a value needs; false for one that no steps make: a negative zero, or what is no number.
    private static func refine(_ exponent: inout UInt32, _ value: UInt32) -> Bool {
        if value == 0 { return true }
        let power = value >> 23 & 0xFF
        if power == 0 || power == 0xFF { return false }
        let needed = 150 - Int32(power) - Int32((value | 0x80_0000).trailingZeroBitCount)
        if needed > Int32(exponent) { exponent = UInt32(needed) }
        return true
    }

    /// The bits of a frame for a value of which these are the bits.
    func packed(_ value: UInt32) -> UInt32 {
        if bitCount == Self.plainBitCount { return value }
        return UInt32(bitPattern: Int32(Float(bitPattern: value) * stepsOfOne) &- Int32(bitPattern: base))
    }

    /// The value of a frame.
    func value(_ packed: UInt32) -> Float {
        if bitCount == 0 { return Float(bitPattern: base) }
        if bitCount == Self.plainBitCount { return Float(bitPattern: packed) }
        return Float(Int32(bitPattern: base) &+ Int32(bitPattern: packed)) * step
    }
}

// As two words.
extension FrameColumn {
    /// How many words a column is written as.
    static let wordCount = 2

    /// The column that was written as these words.
    init(words: (UInt32, UInt32)) {
        bitCount = Int(words.0 & 0xFF)
        exponent = words.0 >> 8
        base = words.1
    }

    /// The column as words.
    var words: (UInt32, UInt32) { (UInt32(bitCount) | exponent << 8, base) }
}
