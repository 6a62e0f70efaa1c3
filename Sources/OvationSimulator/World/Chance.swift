/// A seeded random number generator (SplitMix64).
///
/// Each part of the world draws from its own stream, so that an additional draw in one part does not change any other.
package struct Chance: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes the stream of a seed for a name and a number.
    package init(seed: UInt64, _ name: StaticString, _ number: Int = 0) {
        var mixed = TraceHash()
        mixed.add(seed)
        name.withUTF8Buffer { for byte in $0 { mixed.add(UInt64(byte)) } }
        mixed.add(UInt64(number))
        state = mixed.value
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return TraceHash.mixed(state)
    }

    /// Returns true in this many of a thousand cases.
    mutating func perMille(_ part: Int) -> Bool { Int(next() % 1_000) < part }

    /// Returns a number below a positive bound.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// Returns a number in a range.
    mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// Returns one of several values. There must be at least one.
    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

/// A hash of everything that happened so far, in order.
struct TraceHash {
    private(set) var value: UInt64 = 0x243F_6A88_85A3_08D3

    /// Adds a number to the hash.
    mutating func add(_ number: UInt64) { value = Self.mixed(value ^ number) &+ 0x9E37_79B9_7F4A_7C15 }

    /// Adds bytes to the hash, eight at a time.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        var word: UInt64 = 0
        var count: UInt64 = 0
        let _: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            let raw = UnsafeRawBufferPointer(buffer)
            while Int(count) + 8 <= raw.count {
                add(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: Int(count), as: UInt64.self)))
                count += 8
            }
            for byte in raw[Int(count)...] { word = word << 8 | UInt64(byte) }
            count = UInt64(raw.count)
        }
        if count == 0 {
            for byte in bytes {
                word = word << 8 | UInt64(byte)
                count += 1
                if count % 8 == 0 { add(word) }
            }
        }
        add(word ^ count << 56)
    }

    static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
