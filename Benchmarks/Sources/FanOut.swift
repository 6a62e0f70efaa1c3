import Foundation
import Logging
import NIOCore
import NIOPosix
import OvationModel
import OvationRules
import OvationServer
import OvationStorageSQLite
import OvationTestKit

extension Benchmarks {
    private static let audience = 500

    /// What a delivery costs at least with NIO: a write of the same bytes to a socket of its own.
    private static let bareWrite = Benchmark.Reference(
        name: "a bare NIO write and flush of 270 bytes", sample: { try await BareWrites.sample(sockets: audience) })

    /// A real server with one event loop, and sockets that listen: processor time of the server's loop a delivery.
    static let fanOut: [Benchmark] = [
        Benchmark("fan-out/a lone message to \(audience) viewers, CPU a delivery", against: bareWrite) {
            try await ServedRoom.sample(viewers: audience, messages: 200, atOnce: 1)
        },
        Benchmark("fan-out/20 messages at once to \(audience) viewers, CPU a delivery", against: bareWrite) {
            try await ServedRoom.sample(viewers: audience, messages: 1_000, atOnce: 20)
        },
    ]
}

/// Processor time of threads of this process, as Linux counts it, in nanoseconds.
enum ThreadTime {
    private static let folder = "/proc/self/task"

    /// The event loops that there are.
    static func eventLoops() -> Set<String> {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(
            threads.filter {
                (try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8))?.hasPrefix("NIO-ELT") ?? false
            })
    }

    /// What threads have used so far; nil on a system that does not tell.
    static func nanoseconds(of threads: Set<String>) -> Double? {
        var sum = 0.0
        for thread in threads {
            guard let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8),
                let used = text.split(separator: " ").first.flatMap({ Double($0) })
            else { return nil }
            sum += used
        }
        return sum
    }
}

/// Why a benchmark cannot be run.
struct BenchmarkProblem: Error, CustomStringConvertible {
    let description: String
}

/// Counts what comes, and tells when enough is there. Used on one event loop.
private final class Listener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let counter: Counter
    private let unit: [UInt8]
    private var rest: [UInt8] = []

    /// - Parameter unit: what is counted: every place where these bytes stand.
    init(counter: Counter, unit: [UInt8]) {
        self.counter = counter
        self.unit = unit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = rest + Array(unwrapInboundIn(data).readableBytesView)
        var found = 0
        var start = 0
        while let place = bytes[start...].firstRange(of: unit) {
            found += 1
            start = place.upperBound
        }
        rest = Array(bytes[max(start, bytes.count - unit.count + 1)...])
        counter.add(found)
    }
}

/// A number that somebody waits for.
///
/// Confined to its event loop.
private final class Counter: @unchecked Sendable {
    private let eventLoop: any EventLoop
    private var count = 0
    private var waiting: (goal: Int, promise: EventLoopPromise<Void>)?

    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func add(_ more: Int) {
        count += more
        guard let waiting, count >= waiting.goal else { return }
        self.waiting = nil
        waiting.promise.succeed()
    }

    /// Waits until it is so far.
    func reach(_ goal: Int) async throws {
        try await eventLoop.flatSubmit { [self] in
            if count >= goal { return eventLoop.makeSucceededVoidFuture() }
            let promise = eventLoop.makePromise(of: Void.self)
            waiting = (goal, promise)
            return promise.futureResult
        }.get()
    }
}

/// A server in this process, and viewers of one live.
private enum ServedRoom {
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
            logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        ) { running.yield($0) }
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

/// Lets two listeners hear the same bytes.
private final class Passing: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let listener: Listener

    init(_ listener: Listener) { self.listener = listener }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        listener.channelRead(context: context, data: data)
        context.fireChannelRead(data)
    }
}

/// The same number of sockets, and nothing but NIO.
private enum BareWrites {
    static func sample(sockets: Int) async throws -> Benchmark.Sample {
        let writers = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let readers = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = writers.next()
        let accepted = Accepted()
        let count = Counter(eventLoop: readers.next())
        let ready = Counter(eventLoop: loop)
        let server = try await ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelInitializer { channel in
                accepted.channels.append(channel)
                ready.add(1)
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let address = server.localAddress else { throw BenchmarkProblem(description: "no address") }
        for _ in 0..<sockets {
            _ = try await ClientBootstrap(group: readers)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Listener(counter: count, unit: Array("#".utf8)))
                    }
                }
                .connect(to: address).get()
        }
        try await ready.reach(sockets)
        let bytes = ByteBuffer(string: String(repeating: "x", count: 269) + "#")
        let rounds = 200
        let thread = try await loop.submit { ThreadTime.current }.get()
        guard let thread, let start = ThreadTime.nanoseconds(of: [thread]) else {
            throw BenchmarkProblem(description: "this system does not tell the processor time of a thread")
        }
        for round in 1...rounds {
            try await loop.submit {
                for channel in accepted.channels { channel.writeAndFlush(bytes, promise: nil) }
            }.get()
            try await count.reach(round * sockets)
        }
        let used = (ThreadTime.nanoseconds(of: [thread]) ?? start) - start
        try await readers.shutdownGracefully()
        try await writers.shutdownGracefully()
        return Benchmark.Sample(operations: rounds * sockets, nanoseconds: used)
    }

    /// Confined to the loop of the writers.
    private final class Accepted: @unchecked Sendable {
        var channels: [any Channel] = []
    }
}

extension ThreadTime {
    /// The thread that asks; nil on a system without `/proc`.
    static var current: String? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
            .flatMap { $0.split(separator: "/").last.map(String.init) }
    }
}
