import NIOCore
import NIOPosix

/// The same number of sockets, and nothing but NIO.
enum BareWrites {
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

    /// Sound as `Sendable` because the channels are added and written to on the loop of the writers only.
    private final class Accepted: @unchecked Sendable {
        var channels: [any Channel] = []
    }
}
