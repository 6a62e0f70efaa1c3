import NIOCore
import NIOEmbedded
import NIOHTTP1

/// Parses bytes with NIO's HTTP parser.
enum HTTPParserProbe {
    /// The head of a whole request; nil if the bytes are incomplete or no request.
    static func head(of bytes: [UInt8]) throws -> HTTPRequestHead? {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(HTTPRequestDecoder()))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        guard case .head(let head)? = try channel.readInbound(as: HTTPServerRequestPart.self) else { return nil }
        return head
    }
}
