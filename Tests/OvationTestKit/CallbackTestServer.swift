import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// The backend of an app, as bad as a test wants it: it answers, lies, breaks off or says nothing.
///
/// It speaks just enough HTTP/1.1 for a client that posts bodies with a length, by hand, so that it can also speak it wrongly.
public final class CallbackTestServer: Sendable {
    /// A request as it came.
    public struct Request: Sendable {
        /// The target of its first line.
        public var target: String
        /// Its headers, names in lower case.
        public var headers: [String: String]
        /// Its body.
        public var body: [UInt8]
        /// Over which connection it came, counted from 1.
        public var connection = 0

        /// The values of the query, with escapes taken back.
        public var query: [String: String] {
            let text = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            return Dictionary(
                text.split(separator: "&").map { pair in
                    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    let value = parts.count > 1 ? String(parts[1]) : ""
                    return (String(parts[0]), value.removingPercentEncoding ?? value)
                }, uniquingKeysWith: { first, _ in first })
        }

        /// The body as a JSON object; empty where it is none.
        public var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        }

        /// The command that the body names.
        public var command: String { json["CallbackCommand"] as? String ?? "" }
    }

    /// What it does with a request.
    public enum Behaviour: Sendable {
        /// Answers.
        case answer(status: Int = 200, headers: [String: String] = [:], String)
        /// Writes an answer to an earlier question once more, then this one.
        case late(String, then: String)
        /// Answers twice to one question.
        case twice(String)
        /// Says nothing, and keeps the connection.
        case silence
        /// Writes these bytes, then nothing more, and keeps the connection.
        case stall([UInt8])
        /// Breaks the connection off before it answers.
        case resetBeforeAnswer
        /// Breaks it off in the middle of its answer.
        case resetWithinAnswer
        /// Writes these bytes and ends the connection.
        case bytes([UInt8])

        /// A yes.
        public static let yes = Behaviour.answer(#"{"ActionStatus":"OK","ErrorInfo":"","ErrorCode":0}"#)

        /// Another answer than yes.
        public static func code(_ code: Int, _ info: String = "") -> Behaviour {
            .answer(#"{"ActionStatus":"FAIL","ErrorInfo":"\#(info)","ErrorCode":\#(code)}"#)
        }
    }

    private let log = Log()
    private let channel: any Channel

    /// Where it listens.
    public var port: Int { channel.localAddress?.port ?? 0 }
    /// Its URL.
    public var url: String { "http://127.0.0.1:\(port)/callback" }
    /// How many connections it has had.
    public var connectionCount: Int { log.connectionCount }
    /// Every request that it has had.
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

    /// Runs a server while a body runs.
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

    /// Waits until so many requests have come; all that there are then.
    @discardableResult
    public func requests(_ count: Int) async -> [Request] { await log.requests(count) }
}

/// What came.
private final class Log: Sendable {
    private struct State {
        var requests: [CallbackTestServer.Request] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<[CallbackTestServer.Request], Never>)] = []
        var connections = 0
    }

    private let state = Mutex(State())

    var connectionCount: Int { state.withLock { $0.connections } }
    var requests: [CallbackTestServer.Request] { state.withLock { $0.requests } }

    /// Counts a connection, and says which it is.
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

/// Reads the requests of one connection and does with each what the test says.
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

    /// Ends a connection with RST rather than FIN.
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
