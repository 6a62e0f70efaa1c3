import OvationModel

/// JSON that is put together byte by byte, for the frames that travel most.
struct JSONBytes {
    /// What has been written so far.
    var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// Appends text that is JSON already.
    mutating func append(_ json: StaticString) {
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a number.
    mutating func append(_ number: Int64) {
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Appends what is seen of a user.
    mutating func append(_ user: UserInfo) {
        append("{\"avatarURL\":")
        appendQuoted(user.avatarURL)
        append(",\"userID\":")
        appendQuoted(user.userID.rawValue)
        append(",\"userName\":")
        appendQuoted(user.userName)
        append("}")
    }

    /// Appends a text in quotes, escaped as RFC 8259 asks: the quote, the backslash and control characters, nothing else.
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
