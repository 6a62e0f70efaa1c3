/// Which metadata is never printed: values whose key says that they are a secret or a text that a user wrote.
///
/// It is the last line of defence. The first is to log no such things.
enum LogRedaction {
    /// What is printed instead.
    static let placeholder = "[redacted]"

    /// Words that are looked for anywhere in a key, in any case and with any separators: `user_sig`, `OVATION_SECRET_KEY`, `accessToken`.
    private static let fragments = [
        "usersig", "secret", "token", "password", "passphrase", "authorization", "credential", "cookie", "privatekey",
        "streamkey",
    ]

    /// Whole words of a key: `barrage.text` and `messageText` are texts, `context` is not.
    private static let words: Set<String> = ["text", "sig"]

    /// Whether the value of a key must not be printed.
    static func covers(_ key: String) -> Bool {
        let letters = String(decoding: key.utf8.filter(isLetterOrDigit).map(lowercased), as: UTF8.self)
        if fragments.contains(where: { letters.contains($0) }) { return true }
        return wordsOf(key).contains { words.contains($0) }
    }

    /// The words of a dotted, dashed, snaked or camel-cased key, in lower case.
    private static func wordsOf(_ key: String) -> [String] {
        var found: [String] = []
        var word: [UInt8] = []
        var previousIsLower = false
        for byte in key.utf8 {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if !isLetterOrDigit(byte) || (isUpper && previousIsLower) {
                found.append(String(decoding: word, as: UTF8.self))
                word = []
            }
            if isLetterOrDigit(byte) { word.append(lowercased(byte)) }
            previousIsLower = !isUpper
        }
        return found + [String(decoding: word, as: UTF8.self)]
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
