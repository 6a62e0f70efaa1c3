import NIOCore

/// What a server answers to a handshake, as far as it has come. Pure.
struct HandshakeAnswer: Equatable {
    /// The status of the answer: 101 where the socket is open.
    let status: Int
    /// Names in small letters, and values.
    let headers: [String: String]
    /// Where in the bytes that came the head ends.
    let headBytes: Int

    /// The longest head that is read.
    static let headBytesMax = 16 * 1_024

    /// What came is no answer of a server.
    struct Malformed: Error, Equatable {}

    /// Reads the head of an answer.
    ///
    /// - Returns: nil where it is not whole.
    static func read(_ bytes: ByteBuffer) throws(Malformed) -> HandshakeAnswer? {
        let view = bytes.readableBytesView.prefix(headBytesMax)
        guard let end = endOfHead(view) else {
            guard bytes.readableBytes < headBytesMax else { throw Malformed() }
            return nil
        }
        let text = String(decoding: view.prefix(end - 4), as: UTF8.self)
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw Malformed() }
        // Swift takes a carriage return and a line feed for one character.
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        guard let first = lines.popFirst() else { throw Malformed() }
        let words = first.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]), (100...599).contains(status) else {
            throw Malformed()
        }
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { throw Malformed() }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers[line[..<colon].lowercased()] = String(value)
        }
        return HandshakeAnswer(status: status, headers: headers, headBytes: end)
    }

    private static func endOfHead(_ bytes: ByteBufferView) -> Int? {
        var matched = 0
        for (offset, byte) in bytes.enumerated() {
            switch (byte, matched) {
            case (0x0D, 0), (0x0D, 2), (0x0A, 1), (0x0A, 3): matched += 1
            case (0x0D, _): matched = 1
            default: matched = 0
            }
            if matched == 4 { return offset + 1 }
        }
        return nil
    }
}
