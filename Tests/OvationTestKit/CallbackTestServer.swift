import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// An app's backend that a test can make misbehave. It answers, lies, breaks off or stays silent.
///
/// It speaks just enough HTTP/1.1 for a client that posts bodies with a length. It writes bytes by hand, so that it can also break the
/// rules.
public final class CallbackTestServer: Sendable {
    /// A received request.
    public struct Request: Sendable {
        /// The target of the request line.
        public var target: String
        /// The headers, with names in lower case.
        public var headers: [String: String]
        /// The body.
        public var body: [UInt8]
        /// The number of the connection that it came over, from 1.
        public var connection = 0

        /// The query's parameters, unescaped.
        public var query: [String: String] {
            let text = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            return Dictionary(
                text.split(separator: "&").map { pair in
                    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    let value = parts.count > 1 ? String(parts[1]) : ""
                    return (String(parts[0]), value.removingPercentEncoding ?? value)
                }, uniquingKeysWith: { first, _ in first })
        }

        /// The body as a JSON object; empty if it is none.
        public var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        }

        /// The command named in the body.
        public var command: String { json["CallbackCommand"] as? String ?? "" }
    }

    /// The server's reaction to a request.
    public enum Behaviour: Sendable {
        /// Answers with this status, these headers and this body.
        case answer(status: Int = 200, headers: [String: String] = [:], String)
        /// Writes an earlier question's answer once more, then this question's.
        case late(String, then: String)
        /// Writes the answer twice.
        case twice(String)
        /// Writes nothing and keeps the connection open.
        case silence
        /// Writes these bytes and nothing more, and keeps the connection open.
        case stall([UInt8])
        /// Resets the connection before the answer.
        case resetBeforeAnswer
        /// Resets the connection in the middle of the answer.
        case resetWithinAnswer
        /// Writes these bytes and closes the connection.
        case bytes([UInt8])

        /// A yes.
        public static let yes = Behaviour.answer(#"{"ActionStatus":"OK","ErrorInfo":"","ErrorCode":0}"#)

        /// An answer with this error code, which is a no unless it is 0.
        public static func code(_ code: Int, _ info: String = "") -> Behaviour {
            .answer(#"{"ActionStatus":"FAIL","ErrorInfo":"\#(info)","ErrorCode":\#(code)}"#)
        }
    }

    private let log = Log()
    private let channel: any Channel

    /// The local port that it listens on.
    public var port: Int { channel.localAddress?.port ?? 0 }
    /// The URL to configure.
    public var url: String { "http://127.0.0.1:\(port)/callback" }
    /// How many connections it has accepted.
    public var connectionCount: Int { log.connectionCount }
    /// All requests so far.
    public var requests: [Request] { log.requests }

    private init(_ behaviour: @escaping @Sendable (Request) async -> Behaviour) async throws {
        let log = log
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let number = log.noteConnection()
                    try channel.pipeline.syncOperations.addHandler(
                        Handler { request in
                            var request = request
                            request.connection = number
                            log.note(request)
                            return await behaviour(request)
                        })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    /// Runs a server while `body` runs.
    public static func run<Result>(
        _ behaviour: @escaping @Sendable (Request) async -> Behaviour = { _ in .yes },
        _ body: (CallbackTestServer) async throws -> Result
    ) async throws -> Result {
        let server = try await CallbackTestServer(behaviour)
        do {
            let result = try await body(server)
            try await server.channel.close().get()
            return result
        } catch {
            try? await server.channel.close().get()
            throw error
        }
    }

    /// Waits until there are this many requests. Returns all of them.
    @discardableResult
    public func requests(_ count: Int) async -> [Request] { await log.requests(count) }
}

/// The requests and connections so far.
private final class Log: Sendable {
    private struct State {
        var requests: [CallbackTestServer.Request] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<[CallbackTestServer.Request], Never>)] = []
        var connections = 0
    }

    private let state = Mutex(State())

    var connectionCount: Int { state.withLock { $0.connections } }
    var requests: [CallbackTestServer.Request] { state.withLock { $0.requests } }

    /// Counts a connection and returns its number, from 1.
    func noteConnection() -> Int {
        state.withLock { state in
            state.connections += 1
            return state.connections
        }
    }

    func note(_ request: CallbackTestServer.Request) {
        let (requests, ready) = state.withLock { state in
            state.requests.append(request)
            let count = state.requests.count
            let ready = state.waiting.filter { $0.count <= count }
            state.waiting.removeAll { $0.count <= count }
            return (state.requests, ready)
        }
        for waiting in ready { waiting.continuation.resume(returning: requests) }
    }

    func requests(_ count: Int) async -> [CallbackTestServer.Request] {
        let wait = Patience.begin("\(count) callbacks")
        defer { wait.end() }
        return await withCheckedContinuation { continuation in
            let enough: [CallbackTestServer.Request]? = state.withLock { state in
                if state.requests.count >= count { return state.requests }
                state.waiting.append((count, continuation))
                return nil
            }
            if let enough { continuation.resume(returning: enough) }
        }
    }
}

/// Reads the requests of one connection and reacts as the test says.
private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let behaviour: @Sendable (CallbackTestServer.Request) async -> CallbackTestServer.Behaviour
    private var bytes: [UInt8] = []

    init(_ behaviour: @escaping @Sendable (CallbackTestServer.Request) async -> CallbackTestServer.Behaviour) {
        self.behaviour = behaviour
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytesView
        while let request = take() { Self.answer(request, behaviour, on: context.channel) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func take() -> CallbackTestServer.Request? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        guard bytes.count >= end.upperBound + length else { return nil }
        let body = Array(bytes[end.upperBound..<end.upperBound + length])
        bytes.removeFirst(end.upperBound + length)
        let words = lines.first.map { $0.split(separator: " ") } ?? []
        return CallbackTestServer.Request(
            target: words.count > 1 ? String(words[1]) : "", headers: headers, body: body)
    }

    private static func answer(
        _ request: CallbackTestServer.Request,
        _ behaviour: @escaping @Sendable (CallbackTestServer.Request) async -> CallbackTestServer.Behaviour,
        on channel: any Channel
    ) {
        channel.eventLoop.makeFutureWithTask { await behaviour(request) }.whenSuccess { chosen in
            perform(chosen, on: channel)
        }
    }

    private static func perform(_ behaviour: CallbackTestServer.Behaviour, on channel: any Channel) {
        switch behaviour {
        case .silence: break
        case .stall(let bytes): channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
        case .answer(let status, let headers, let body):
            channel.writeAndFlush(response(status, headers, body), promise: nil)
        case .late(let first, let body):
            var both = response(200, [:], first)
            both.writeImmutableBuffer(response(200, [:], body))
            channel.writeAndFlush(both, promise: nil)
        case .twice(let body):
            var both = response(200, [:], body)
            both.writeImmutableBuffer(response(200, [:], body))
            channel.writeAndFlush(both, promise: nil)
        case .resetBeforeAnswer: reset(channel)
        case .resetWithinAnswer:
            let head = ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"ErrorCode\":0,")
            channel.writeAndFlush(head).whenComplete { _ in reset(channel) }
        case .bytes(let bytes):
            channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    /// Closes a connection with RST rather than FIN.
    private static func reset(_ channel: any Channel) {
        guard let socket = channel as? any SocketOptionProvider else { return channel.close(promise: nil) }
        socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: nil) }
    }

    private static func response(_ status: Int, _ headers: [String: String], _ body: String) -> ByteBuffer {
        var head =
            "HTTP/1.1 \(status) Status\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        return ByteBuffer(string: head + "\r\n" + body)
    }
}
