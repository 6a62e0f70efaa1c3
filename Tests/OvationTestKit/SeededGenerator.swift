import Foundation

/// A generator of random numbers that repeats itself from the same seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The seed of the sequence.
    public let seed: UInt64
    private var state: UInt64

    /// Makes a generator from a seed.
    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// Makes a generator from the environment's `OVATION_TEST_SEED`, or from a new seed. It prints the seed, so that a failure can be
    /// repeated.
    ///
    /// - Parameter test: the name to print beside the seed; by default that of the calling function.
    public static func printed(_ test: String = #function) -> SeededGenerator {
        let recalled = ProcessInfo.processInfo.environment["OVATION_TEST_SEED"].flatMap { UInt64($0) }
        let seed = recalled ?? .random(in: 0...UInt64.max)
        print("OVATION_TEST_SEED=\(seed)  \(test)")
        return SeededGenerator(seed: seed)
    }

    /// The next random number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in a range.
    public mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// True with a probability from 0 to 1.
    public mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

    /// One of these values, which must not be empty.
    public mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }

    /// Random bytes.
    public mutating func bytes(count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

    /// Random characters of `A-Za-z0-9_-`.
    public mutating func token(count: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
        return String((0..<count).map { _ in pick(alphabet) })
    }
}
