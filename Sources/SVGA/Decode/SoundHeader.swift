/// Recognizes MP3 files by their first bytes.
enum SoundHeader {
    /// Returns true if the bytes begin like an MP3 file: with ID3 tags or with a frame of MPEG audio.
    static func isSound(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.starts(with: [0x49, 0x44, 0x33]) { return true }
        let head = Array(bytes.prefix(4))
        guard head.count == 4 else { return false }
        // Eleven sync bits come first. Version, layer, bit rate and sample rate must not have reserved values.
        return head[0] == 0xFF && head[1] & 0xE0 == 0xE0 && head[1] & 0x18 != 0x08 && head[1] & 0x06 != 0
            && head[2] & 0xF0 != 0xF0 && head[2] & 0x0C != 0x0C
    }
}
