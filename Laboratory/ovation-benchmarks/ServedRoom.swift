import Foundation
import Logging
import NIOCore
import NIOPosix
import OvationModel
import OvationNode
import OvationRules
import OvationServer
import OvationStorageSQLite

/// A server in this process, and viewers of one live.
enum ServedRoom {
    private static let handshake = """
        GET /v1/ws HTTP/1.1\r
        Host: 127.0.0.1\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Protocol: ovation.v1.json\r
        \r

        """

    static func sample(viewers: Int, messages: Int, atOnce: Int) async throws -> Benchmark.Sample {
        let listeners = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let before = ThreadTime.eventLoops()
        var limits = Limits()
        limits.roomMessagesPerSecond = 0
        limits.userMessagesPerSecond = 0
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let server = Server(
            configuration: NodeConfiguration(
                port: 0, eventLoops: 1, sdkAppID: 1_400_000_001, secret: "benchmark", isDevelopment: true,
                limits: limits),
            storage: try SQLiteStorage(inMemory: LedgerPolicy()),
            logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() },
            onRunning: { running.yield($0) })
        let service = Task { try await server.run() }
        defer { service.cancel() }
        var port: Int?
        for await listening in ports {
            port = listening
            break
        }
        guard let port else { throw BenchmarkProblem(description: "the server did not start") }
        let serverLoops = ThreadTime.eventLoops().subtracting(before)

        let loop = listeners.next()
        let entered = Counter(eventLoop: loop)
        let delivered = Counter(eventLoop: loop)
        let owner = try await join(
            port, loop, "owner", #"{"id":2,"op":"room.create","data":{"liveID":"bench"}}"#, entered)
        try await entered.reach(1)
        for number in 0..<viewers {
            _ = try await join(
                port, loop, "v\(number)", #"{"id":2,"op":"room.join","room":"bench"}"#, entered, delivered)
        }
        try await entered.reach(viewers + 1)

        let text = String(repeating: "x", count: 190)
        let message = frame(#"{"id":3,"op":"barrage.send","room":"bench","data":{"text":"\#(text)"}}"#)
        guard let start = ThreadTime.nanoseconds(of: serverLoops), !serverLoops.isEmpty else {
            throw BenchmarkProblem(description: "this system does not tell the processor time of a thread")
        }
        for batch in 1...(messages / atOnce) {
            var bytes = ByteBuffer()
            for _ in 0..<atOnce { bytes.writeImmutableBuffer(message) }
            try await owner.writeAndFlush(bytes)
            try await delivered.reach(batch * atOnce * viewers)
        }
        let used = (ThreadTime.nanoseconds(of: serverLoops) ?? start) - start
        service.cancel()
        _ = try? await service.value
        try await listeners.shutdownGracefully()
        return Benchmark.Sample(operations: messages * viewers, nanoseconds: used)
    }

    private static func join(
        _ port: Int, _ loop: any EventLoop, _ user: String, _ enter: String, _ entered: Counter,
        _ delivered: Counter? = nil
    ) async throws -> any Channel {
        let channel = try await ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(Passing(Listener(counter: entered, unit: Array("room.snapshot".utf8))))
                    if let delivered {
                        try pipeline.addHandler(
                            Passing(Listener(counter: delivered, unit: Array("\"barrage.sent\"".utf8))))
                    }
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        let login = #"{"id":1,"op":"session.open","data":{"sdkAppID":1400000001,"userID":"\#(user)","userSig":"dev"}}"#
        var bytes = ByteBuffer(string: handshake)
        bytes.writeImmutableBuffer(frame(login))
        bytes.writeImmutableBuffer(frame(enter))
        try await channel.writeAndFlush(bytes)
        return channel
    }

    /// A text frame with the mask 0, which changes nothing.
    private static func frame(_ text: String) -> ByteBuffer {
        var frame = ByteBuffer()
        frame.writeInteger(UInt8(0x81))
        frame.writeInteger(0x80 | UInt8(126))
        frame.writeInteger(UInt16(text.utf8.count))
        frame.writeInteger(UInt32(0))
        frame.writeString(text)
        return frame
    }
}
