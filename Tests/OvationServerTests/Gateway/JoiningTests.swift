import NIOCore
import Testing

@testable import OvationHTTP

/// What is read of another server whose socket is joined to a client's.
struct JoiningTests {
    private static let answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade:websocket\r\n\r\n"

    @Test func `an answer is read when its head is whole, however it comes, and what is behind it stays`() throws {
        let bytes = Array(Self.answer.utf8) + [0x89, 0]
        for count in 0..<Self.answer.utf8.count {
            #expect(try HandshakeAnswer.read(ByteBuffer(bytes: bytes.prefix(count))) == nil, "\(count) bytes")
        }
        let answer = try #require(try HandshakeAnswer.read(ByteBuffer(bytes: bytes)))
        #expect(answer.status == 101)
        #expect(answer.headers == ["connection": "upgrade", "upgrade": "websocket"])
        #expect(answer.headBytes == bytes.count - 2)
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\n: no name\r\n\r\n", "\r\n\r\n",
        "HTTP/1.1 200 \u{e9}\r\n\r\n",
    ])
    func `what is no answer of a server is none`(_ text: String) {
        #expect(throws: HandshakeAnswer.Malformed.self) { try HandshakeAnswer.read(ByteBuffer(string: text)) }
    }

    @Test func `a head without an end is read no further than sixteen kibibytes`() {
        let endless = ByteBuffer(string: "HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 3_000))
        #expect(throws: HandshakeAnswer.Malformed.self) { try HandshakeAnswer.read(endless) }
    }

    @Test func `frames are followed over any cuts, so that a close can be put behind them`() {
        let frames: [(bytes: [UInt8], isClose: Bool)] = [
            ([0x89, 0], false), ([0x82, 3, 1, 2, 3], false),
            ([0x82, 126, 1, 0] + [UInt8](repeating: 7, count: 256), false),
            ([0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 7, count: 65_536), false),
            ([0x82, 0x82, 1, 2, 3, 4, 5, 6], false), ([0x88, 2, 3, 0xE8], true),
        ]
        for length in [1, 2, 7, 4_096, 1 << 20] {
            var boundary = FrameBoundary()
            for frame in frames {
                var rest = frame.bytes[...]
                while rest.count > length {
                    boundary.take(rest.prefix(length))
                    rest = rest.dropFirst(length)
                    let isBetween = boundary.isBetweenFrames
                    #expect(!isBetween)
                }
                boundary.take(rest)
                #expect(boundary.isBetweenFrames)
                #expect(boundary.hasClose == frame.isClose)
            }
        }
    }

    @Test func `the address of a server is read as servers tell it`() {
        #expect(ServerAddress("http://10.0.0.7:8080")?.host == "10.0.0.7")
        #expect(ServerAddress("http://10.0.0.7:8080")?.port == 8_080)
        #expect(ServerAddress("http://[2001:db8::1]:8080")?.host == "2001:db8::1")
        #expect(ServerAddress("https://one.internal")?.port == 443)
        #expect(ServerAddress("https://one.internal")?.isEncrypted == true)
        for odd in ["", "10.0.0.7:8080", "ftp://one", "http://", "http://one:0", "http://one:70000"] {
            #expect(ServerAddress(odd) == nil, "\(odd)")
        }
    }
}
