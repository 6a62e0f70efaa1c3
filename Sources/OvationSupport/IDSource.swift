/// Where ids come from that the server makes. Handed in, so that a simulation can be replayed.
public struct IDSource: Sendable {
    /// Sixty-four random bits.
    public var next: @Sendable () -> UInt64

    /// Makes a source of a function.
    public init(next: @escaping @Sendable () -> UInt64) { self.next = next }

    /// The randomness of the machine.
    public static let system = IDSource { .random(in: .min ... .max) }

    /// An id that cannot be guessed: 128 random bits in base 36.
    package func makeText() -> String { String(next(), radix: 36) + String(next(), radix: 36) }
}
