import NIOCore
import NIOEmbedded
import OvationTestKit
import Synchronization
import Testing

@testable import OvationHTTP
@testable import OvationObservability
@testable import OvationSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The limit on a port's connections, and its log lines.
struct OpenSocketsTests {
    private let clock = ManualClock()
    private let registry = PrometheusRegistry()
    private let log = RecordedLog()

    private func sockets(max: Int, reserved: Int) -> OpenSockets {
        OpenSockets(
            socketsMax: max, reservedMax: reserved, metrics: SocketMetrics(factory: registry),
            clock: ServerClock(wall: { [clock] in clock.now }, nanoseconds: { [clock] in clock.nanoseconds }),
            logger: log.logger)
    }

    /// Whether a connection has been closed.
    private func isClosed(_ channel: EmbeddedChannel) -> Bool {
        channel.embeddedEventLoop.run()
        return !channel.isActive
    }

    private func connection() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test func `above the limit a few connections are reserved for health checks, and the newest replaces the oldest`()
        throws
    {
        let sockets = sockets(max: 2, reserved: 2)
        let channels = try (0..<6).map { _ in try connection() }
        #expect(channels.map { sockets.admit($0) } == [.ordinary, .ordinary] + Array(repeating: .reserved, count: 4))
        #expect(channels.map(isClosed) == [false, false, true, true, false, false])
        #expect(channels.map { sockets.isReserved($0) } == [false, false, false, false, true, true])
        #expect(sockets.isFull)
        let metrics = registry.render()
        #expect(metrics.contains("ovation_sockets 4\n") && metrics.contains("ovation_sockets_max 2\n"))
        #expect(metrics.contains(#"ovation_sockets_refused_total{health_only="true"} 4"#))
    }

    @Test func `the log says once that the server is full, and once that it has room again`() throws {
        let sockets = sockets(max: 20, reserved: 1)
        let channels = try (0..<22).map { _ in try connection() }
        for channel in channels { _ = sockets.admit(channel) }
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.contains(#""level":"warning""#) == true)
        #expect(log.lines.first?.contains(#""sockets.max":20"#) == true, "\(log.lines)")
        _ = try channels[0].finish()
        #expect(sockets.isFull, "with one free place the server still counts as full")
        _ = try channels[1].finish()
        #expect(!sockets.isFull)
        #expect(log.lines.count == 2)
        #expect(sockets.admit(try connection()) == .ordinary)
    }

    @Test func `without a reserve a connection above the limit is refused`() throws {
        let sockets = sockets(max: 1, reserved: 0)
        #expect(sockets.admit(try connection()) == .ordinary)
        #expect(sockets.admit(try connection()) == .refused)
    }

    @Test func `a stop notifies every connection and waits for the last one`() throws {
        final class Listener: ChannelInboundHandler {
            typealias InboundIn = Never
            var isTold = false
            func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
                if event is ChannelShouldQuiesceEvent { isTold = true }
            }
        }
        let sockets = sockets(max: 10, reserved: 1)
        let (listening, channels) = (try connection(), try (0..<2).map { _ in try connection() })
        let listeners = channels.map { _ in Listener() }
        for (channel, listener) in zip(channels, listeners) {
            try channel.pipeline.syncOperations.addHandler(listener)
            #expect(sockets.admit(channel) == .ordinary)
        }
        let ends = Atomic<Int>(0)
        sockets.stop(listening, cutAfter: .seconds(7)) { ends.add(1, ordering: .relaxed) }
        listening.embeddedEventLoop.run()
        for channel in channels { channel.embeddedEventLoop.run() }
        #expect(!listening.isActive && listeners.allSatisfy(\.isTold))
        #expect(sockets.admit(try connection()) == .refused)
        _ = try channels[0].finish()
        #expect(ends.load(ordering: .relaxed) == 0)
        // The other connection ignores the stop until it is cut.
        listening.embeddedEventLoop.advanceTime(by: .seconds(7))
        #expect(isClosed(channels[1]))
        #expect(ends.load(ordering: .relaxed) == 1)
        #expect(log.lines.contains { $0.contains("were cut") && $0.contains(#""sockets.open":1"#) }, "\(log.lines)")
    }

    @Test func `when the system has no descriptors left, the server logs it and accepts again after a moment`() throws {
        final class Reads: ChannelOutboundHandler {
            typealias OutboundIn = Never
            var count = 0
            func read(context: ChannelHandlerContext) { count += 1 }
        }
        let reads = Reads()
        let listening = EmbeddedChannel(handlers: [reads, SocketDoor(sockets: sockets(max: 10, reserved: 1))])
        try listening.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let before = reads.count
        for _ in 0..<1_000 {
            listening.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
            listening.read()
        }
        #expect(reads.count == before)
        #expect(log.lines.count == 2, "a line or two, not a thousand")
        #expect(log.lines.first?.contains("Too many open files") == true, "\(log.lines)")
        listening.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(reads.count == before + 1)
        #expect(registry.render().contains("ovation_socket_accept_failures_total 1000"))
    }
}

/// The number of connections that the system's limit on open files allows.
struct OpenFilesTests {
    @Test(arguments: [
        (0, 1_024, 20, 80, 924), (500, 1_024, 20, 80, 500), (5_000, 1_024, 20, 80, 924),
        // The limit is too low for everything, so a quarter is used for connections.
        (0, 80, 30, 80, 20), (0, 2, 30, 80, 1),
    ])
    func `files that are open or reserved leave fewer for connections`(
        wanted: Int, limit: Int, count: Int, kept: Int, socketsMax: Int
    ) {
        #expect(OpenFiles.socketsMax(wanted: wanted, limit: limit, count: count, kept: kept) == socketsMax)
    }

    @Test func `without a system limit only the requested one applies`() {
        #expect(OpenFiles.socketsMax(wanted: 7, limit: nil, count: 20, kept: 80) == 7)
        #expect(OpenFiles.socketsMax(wanted: 0, limit: nil, count: 20, kept: 80) > 1_000_000)
    }

    @Test func `the process's open files are counted`() { #expect(OpenFiles.count > 2) }
}
