import Foundation

/// The text of a UserSig: base64 with `*`, `-` and `_` in place of `+`, `/` and `=`.
///
/// This is not the base64url of RFC 4648: the padding stays.
enum UserSigText {
    /// The text of bytes.
    static func encode(_ bytes: [UInt8]) -> String {
        let standard = Data(bytes).base64EncodedData()
        return String(decoding: standard.map(own), as: UTF8.self)
    }

    /// The bytes of a text; nil where it is not exactly what ``encode(_:)`` writes.
    ///
    /// So only one text stands for the same bytes.
    static func decode(_ text: String) -> [UInt8]? {
        var standard: [UInt8] = []
        standard.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            guard let byte = base64(byte) else { return nil }
            standard.append(byte)
        }
        return canonicalBase64(standard)
    }

    /// The bytes of a standard base64 text; nil where it is not exactly the text of its bytes.
    static func canonicalBase64(_ text: [UInt8]) -> [UInt8]? {
        guard let data = Data(base64Encoded: Data(text)), [UInt8](data.base64EncodedData()) == text else { return nil }
        return [UInt8](data)
    }

    private static func own(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "*")
        case UInt8(ascii: "/"): UInt8(ascii: "-")
        case UInt8(ascii: "="): UInt8(ascii: "_")
        default: byte
        }
    }

    private static func base64(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "*"): UInt8(ascii: "+")
        case UInt8(ascii: "-"): UInt8(ascii: "/")
        case UInt8(ascii: "_"): UInt8(ascii: "=")
        case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): nil
        default: byte
        }
    }
}
