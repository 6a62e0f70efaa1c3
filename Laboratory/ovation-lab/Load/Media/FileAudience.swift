import NIOCore
import NIOPosix

/// Readers of files over HTTP/1.1: each asks for one every so often over a connection that it keeps, as players of HLS do.
///
/// Sound as `Sendable` because everything but `eventLoop` is touched on the event loop only.
final class FileAudience: @unchecked Sendable {
    private let address: SocketAddress
    private let group: MultiThreadedEventLoopGroup
    let eventLoop: any EventLoop
    private var readers: [FileReader] = []
    private var task: RepeatedTask?
    private var turn = 0
    /// Bytes of the files that came.
    var bytes = 0
    var answers = 0
    var failed = 0

    init(address: SocketAddress) {
        self.address = address
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        eventLoop = group.next()
        eventLoop.execute { Machine.giveWay() }
    }

    private func submit<Value: Sendable>(_ work: @escaping @Sendable (FileAudience) -> Value) async throws -> Value {
        try await eventLoop.submit { work(self) }.get()
    }

    /// Connects, and asks for the next file at each interval.
    func begin(_ count: Int, files: [String], everyMilliseconds: Int) async throws {
        try await submit { audience in
            audience.readers = (0..<count).map { _ in FileReader(audience: audience) }
            for reader in audience.readers { reader.connect(to: audience.address) }
            audience.task = audience.eventLoop.scheduleRepeatedTask(
                initialDelay: .milliseconds(Int64(everyMilliseconds)), delay: .milliseconds(Int64(everyMilliseconds))
            ) { _ in
                let file = files[audience.turn % files.count]
                audience.turn += 1
                for reader in audience.readers { reader.ask(for: file) }
            }
        }
    }

    /// What came since the last time.
    func take() async throws -> (bytes: Int, answers: Int, failed: Int) {
        try await submit { audience in
            defer { (audience.bytes, audience.answers, audience.failed) = (0, 0, 0) }
            return (audience.bytes, audience.answers, audience.failed)
        }
    }

    func shutDown() async {
        _ = try? await submit { audience in
            audience.task?.cancel()
            for reader in audience.readers { reader.leave() }
            audience.readers = []
        }
        try? await group.shutdownGracefully()
    }
}

/// One reader of files. The only handler of its channel. Confined to the event loop of its audience.
final class FileReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private unowned let audience: FileAudience
    private var context: ChannelHandlerContext?
    private var head = ByteBuffer()
    /// What is still to come of the answer; nil between two.
    private var remaining: Int?

    init(audience: FileAudience) { self.audience = audience }

    func connect(to address: SocketAddress) {
        ClientBootstrap(group: audience.eventLoop)
            .channelInitializer { [bound = NIOLoopBound(self, eventLoop: audience.eventLoop)] channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(bound.value) }
            }
            .connect(to: address).assumeIsolated().whenFailure { _ in self.audience.failed += 1 }
    }

    func leave() { context?.close(promise: nil) }

    /// Asks for a file. Where the one before has not come yet, the server is too slow, and the turn is left out.
    func ask(for file: String) {
        guard let context, context.channel.isActive, remaining == nil else { return }
        let request = "GET /\(file) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        while bytes.readableBytes > 0 {
            guard let left = remaining else {
                head.writeBuffer(&bytes)
                guard let end = head.withUnsafeReadableBytes({ $0.firstPlace(of: "\r\n\r\n") }) else { return }
                readHead(head.readString(length: end + 4) ?? "", context)
                bytes = head
                head = ByteBuffer()
                continue
            }
            let taken = min(left, bytes.readableBytes)
            bytes.moveReaderIndex(forwardBy: taken)
            audience.bytes += taken
            remaining = left - taken
            guard left == taken else { continue }
            remaining = nil
            audience.answers += 1
        }
    }

    private func readHead(_ text: String, _ context: ChannelHandlerContext) {
        let lines = text.split(separator: "\r\n")
        let length = lines.lazy.map { $0.lowercased() }.first { $0.hasPrefix("content-length:") }
        guard lines.first?.hasPrefix("HTTP/1.1 200") == true,
            let count = length.flatMap({ Int($0.dropFirst("content-length:".count).filter { $0 != " " }) }), count > 0
        else {
            audience.failed += 1
            return context.close(promise: nil)
        }
        remaining = count
    }
}
