/// Estimates the size of heap blocks, as common allocators round them.
enum HeapBlock {
    /// The header of a Swift array, and the header of the allocator.
    private static let headBytes = 32 + 8
    /// The longest string that needs no heap block, in UTF-8 bytes.
    private static let inlineTextBytesMax = 15

    /// The block of an array. It does not include the memory that elements refer to.
    static func bytes<Element>(of array: [Element]) -> Int {
        array.capacity == 0 ? 0 : rounded(array.capacity * MemoryLayout<Element>.stride)
    }

    /// The block of a dictionary, without the memory that keys and values refer to. A quarter of its slots stays empty, and each slot needs
    /// one more bit.
    static func bytes<Key, Value>(of dictionary: [Key: Value]) -> Int {
        guard dictionary.capacity > 0 else { return 0 }
        let places = (dictionary.capacity * 4 + 2) / 3
        return rounded(places * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride) + places / 8 + 32)
    }

    /// The heap block of a string.
    static func bytes(of text: String) -> Int {
        text.utf8.count <= inlineTextBytesMax ? 0 : rounded(text.utf8.count + 1)
    }

    private static func rounded(_ bytes: Int) -> Int { (headBytes + bytes + 15) & ~15 }
}
