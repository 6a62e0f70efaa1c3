import OvationModel

/// Builds JSON byte by byte, for the most frequent frames.
struct JSONBytes {
    /// The bytes written so far.
    var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// Appends text that is already JSON.
    mutating func append(_ json: StaticString) {
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ number: Int64) {
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Appends a user's public profile.
    mutating func append(_ user: UserInfo) {
        append("{\"avatarURL\":")
        appendQuoted(user.avatarURL)
        append(",\"userID\":")
        appendQuoted(user.userID.rawValue)
        append(",\"userName\":")
        appendQuoted(user.userName)
        append("}")
    }

    /// Appends an array.
    mutating func appendList<Element>(_ list: [Element], _ append: (inout JSONBytes, Element) -> Void) {
        self.append("[")
        for (index, element) in list.enumerated() {
            if index > 0 { self.append(",") }
            append(&self, element)
        }
        self.append("]")
    }

    /// Appends a quoted string. Only the characters that RFC 8259 requires are escaped: quotation marks, backslashes and control
    /// characters.
    mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: utf8[start..<index])
                start = index + 1
                appendEscaped(byte)
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default:
            append("\\u00")
            let digits: StaticString = "0123456789abcdef"
            bytes.append(digits.utf8Start[Int(byte >> 4)])
            bytes.append(digits.utf8Start[Int(byte & 0xF)])
        }
    }
}
