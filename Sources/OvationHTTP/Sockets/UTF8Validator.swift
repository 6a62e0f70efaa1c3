/// Checks that bytes are UTF-8, piece by piece, so that a bad message is found in the fragment that makes it bad.
struct UTF8Validator {
    /// How many bytes of the current character are still to come.
    private var remaining = 0
    /// What the next byte must lie between; excludes overlong forms, surrogates and values above U+10FFFF.
    private var least: UInt8 = 0x80
    private var most: UInt8 = 0xBF

    /// Whether the bytes so far end with a whole character.
    var isComplete: Bool { remaining == 0 }

    /// Takes in bytes; false where no further byte could make them UTF-8.
    mutating func consume(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if remaining > 0 {
                guard (least...most).contains(byte) else { return false }
                remaining -= 1
                least = 0x80
                most = 0xBF
                continue
            }
            switch byte {
            case 0x00...0x7F: continue
            case 0xC2...0xDF: expect(1)
            case 0xE0: expect(2, least: 0xA0)
            case 0xED: expect(2, most: 0x9F)
            case 0xE1...0xEF: expect(2)
            case 0xF0: expect(3, least: 0x90)
            case 0xF1...0xF3: expect(3)
            case 0xF4: expect(3, most: 0x8F)
            default: return false
            }
        }
        return true
    }

    private mutating func expect(_ count: Int, least: UInt8 = 0x80, most: UInt8 = 0xBF) {
        remaining = count
        self.least = least
        self.most = most
    }
}
