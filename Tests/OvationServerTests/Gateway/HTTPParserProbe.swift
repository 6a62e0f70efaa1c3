import NIOCore
import NIOEmbedded
import NIOHTTP1

/// NIO's HTTP parser, asked what it makes of some bytes.
enum HTTPParserProbe {
    /// The head of the request that the bytes are; nil where they are none or not a whole one.
    static func head(of bytes: [UInt8]) throws -> HTTPRequestHead? {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(HTTPRequestDecoder()))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        guard case .head(let head)? = try channel.readInbound(as: HTTPServerRequestPart.self) else { return nil }
        return head
    }
}
