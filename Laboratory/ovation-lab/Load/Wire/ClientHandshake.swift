import NIOCore

/// The handshake of RFC 6455 as a client does it, without the machinery of HTTP: thousands of connections share a process.
enum ClientHandshake {
    /// The nonce of the RFC's example, whose answer is known. It proves that the other side is a WebSocket server all the same.
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private static let accept = "s3pplmbitxaq9kygzzhzrbk+xoo="
    static let subprotocol = "ovation.v1.json"
    static let mediaSubprotocol = "ovation.media.v1"
    private static let headBytesMax = 16 * 1_024

    /// What a server answered.
    enum Answer: Equatable {
        case accepted
        case incomplete
        /// It is another than 101, or not for us.
        case refused(String)
    }

    /// The request.
    static func request(
        path: String, host: String, offersCompression: Bool = false, subprotocol: String = subprotocol
    ) -> ByteBuffer {
        let offer = offersCompression ? "Sec-WebSocket-Extensions: permessage-deflate\r\n" : ""
        return ByteBuffer(
            string: """
                GET \(path) HTTP/1.1\r
                Host: \(host)\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: \(key)\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Protocol: \(subprotocol)\r
                \(offer)\r

                """)
    }

    /// Reads the answer and takes its bytes away, those behind it excepted.
    static func read(_ bytes: inout ByteBuffer) -> Answer {
        guard let end = bytes.withUnsafeReadableBytes({ $0.firstPlace(of: "\r\n\r\n") }) else {
            return bytes.readableBytes > headBytesMax ? .refused("a head of more than 16 KiB") : .incomplete
        }
        let head = bytes.readString(length: end + 4) ?? ""
        let lines = head.split(separator: "\r\n")
        guard let status = lines.first, status.hasPrefix("HTTP/1.1 101") else {
            return .refused(lines.first.map(String.init) ?? "nothing")
        }
        let isOurs = lines.contains { line in
            let line = line.lowercased()
            return line.hasPrefix("sec-websocket-accept:") && line.hasSuffix(accept)
        }
        return isOurs ? .accepted : .refused("a wrong Sec-WebSocket-Accept")
    }
}
