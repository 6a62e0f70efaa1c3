import NIOCore
import NIOHTTP1

/// The head of a request in the plainest form that HTTP has: whole, alone, and with nothing in it that could be read in two
/// ways. Pure.
///
/// A connection that begins with one needs no HTTP parser, and building one up and taking it down again is most of what a
/// WebSocket's handshake costs. Whatever is less plain is nil here and none the worse for it: it goes to NIO's parser, which
/// decides what it is.
enum PlainRequest {
    /// Bytes of a head; what is longer is not plain.
    private static let bytesMax = 8 * 1_024
    /// Lines of a head after its first.
    private static let headersMax = 64

    /// Reads a head.
    ///
    /// - Parameter bytes: all that has come so far.
    /// - Returns: The head, with how many bytes it took; nil where there is no whole one, or none that is plain: a `GET` of
    ///   HTTP/1.1 with one `Host`, without a body, without folded lines, in visible ASCII and spaces.
    static func head(of bytes: ByteBuffer) -> (head: HTTPRequestHead, length: Int)? {
        bytes.withUnsafeReadableBytes { bytes in
            var reader = Reader(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(bytesMax)))
            guard let uri = reader.requestLine() else { return nil }
            var headers = HTTPHeaders()
            headers.reserveCapacity(16)
            var hosts = 0
            for _ in 0...headersMax {
                if reader.emptyLine() {
                    guard hosts == 1 else { return nil }
                    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: headers)
                    return (head, reader.place)
                }
                guard let (name, value) = reader.header() else { return nil }
                switch name.lowercased() {
                case "host": hosts += 1
                case "content-length", "transfer-encoding", "expect", "trailer", "te": return nil
                default: break
                }
                headers.add(name: name, value: value)
            }
            return nil
        }
    }

    private struct Reader {
        let bytes: UnsafeRawBufferPointer
        var place = 0

        /// `GET target HTTP/1.1`; the target.
        mutating func requestLine() -> String? {
            guard takes("GET ") else { return nil }
            let start = place
            // Visible ASCII. A target with anything else in it is for those who know what to make of it.
            while place < bytes.count, bytes[place] > 0x20, bytes[place] < 0x7F { place += 1 }
            let end = place
            guard end > start, bytes[start] == UInt8(ascii: "/"), takes(" HTTP/1.1\r\n") else { return nil }
            return text(start..<end)
        }

        /// `name: value`.
        mutating func header() -> (name: String, value: String)? {
            let start = place
            while place < bytes.count, Self.isToken(bytes[place]) { place += 1 }
            let name = start..<place
            guard !name.isEmpty, takes(":") else { return nil }
            while place < bytes.count, bytes[place] == 0x20 { place += 1 }
            let valueStart = place
            while place < bytes.count, bytes[place] >= 0x20, bytes[place] < 0x7F { place += 1 }
            let value = valueStart..<place
            // A space at the end is none of the value, and parsers differ on it.
            guard value.isEmpty || bytes[place - 1] != 0x20, takes("\r\n") else { return nil }
            return (text(name), text(value))
        }

        /// The line that ends a head.
        mutating func emptyLine() -> Bool { takes("\r\n") }

        private mutating func takes(_ text: StaticString) -> Bool {
            let count = text.utf8CodeUnitCount
            guard bytes.count - place >= count else { return false }
            for offset in 0..<count where bytes[place + offset] != text.utf8Start[offset] { return false }
            place += count
            return true
        }

        private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

        /// What a name is made of (RFC 9110, 5.6.2).
        private static func isToken(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                return true
            default: return symbols.contains(byte)
            }
        }

        private static let symbols = Array("!#$%&'*+-.^_`|~".utf8)
    }
}
