/// What blocks of memory take, as the usual allocators give them.
enum HeapBlock {
    /// What the language writes before the elements of an array, and what the allocator writes before that.
    private static let headBytes = 32 + 8
    /// The longest text that needs no block, in bytes.
    private static let inlineTextBytesMax = 15

    /// What the elements of an array take, without what they point to.
    static func bytes<Element>(of array: [Element]) -> Int {
        array.capacity == 0 ? 0 : rounded(array.capacity * MemoryLayout<Element>.stride)
    }

    /// What the keys and values of a dictionary take, without what they point to. A quarter of its places stays empty, and each has a bit.
    static func bytes<Key, Value>(of dictionary: [Key: Value]) -> Int {
        guard dictionary.capacity > 0 else { return 0 }
        let places = (dictionary.capacity * 4 + 2) / 3
        return rounded(places * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride) + places / 8 + 32)
    }

    /// What a text takes beside itself.
    static func bytes(of text: String) -> Int {
        text.utf8.count <= inlineTextBytesMax ? 0 : rounded(text.utf8.count + 1)
    }

    private static func rounded(_ bytes: Int) -> Int { (headBytes + bytes + 15) & ~15 }
}
