import Foundation
import NIOCore
import NIOPosix
import OvationTestKit

/// Sends one request over its own connection, without an HTTP client.
enum PlainHTTP {
    /// The whole answer, head and body.
    static func get(_ path: String, port: Int) async throws -> String {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ByteCollector(continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: request)).get()
        let wait = Patience.begin("the answer to GET \(path)")
        defer { wait.end() }
        var bytes: [UInt8] = []
        for await chunk in stream { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value of a metric without labels.
    static func metric(_ name: String, port: Int) async throws -> Int {
        let metrics = try await get("/metrics", port: port)
        let line = metrics.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
        guard let value = line.flatMap({ Int($0.dropFirst(name.count + 1)) }) else {
            throw RawClient.Failure(description: "\(name) is not a number in \(metrics)")
        }
        return value
    }
}
