import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import OvationModel
import OvationNode
import Synchronization

@testable import OvationHTTP
@testable import OvationObservability
@testable import OvationPictures
@testable import OvationServer

/// Sends requests to the routes directly, without a socket.
struct HTTPProbe {
    let registry: PrometheusRegistry
    let log = RecordedLog()
    private let responder: RouterResponder<HTTPRequestContext>

    /// A page of two files.
    static let page = [
        "index.html": Array("<!doctype html>".utf8), "wire/frames.js": Array("export {};".utf8),
    ]

    init(
        isDevelopment: Bool = true, allowsOrigin: @escaping @Sendable (String?, String?) -> Bool = { _, _ in true },
        readiness: @escaping @Sendable () -> [String] = { [] }, media: MediaConfiguration = MediaConfiguration(),
        groups: [any HTTPRouteGroup] = [], categories: [LiveCategory] = [],
        embedOrigins: [String] = [], recharge: RechargeAddress? = nil,
        sharedLive: @escaping @Sendable (LiveID) -> SharedLive? = { _ in nil },
        page: () throws -> [String: [UInt8]] = { HTTPProbe.page }
    ) {
        registry = PrometheusRegistry()
        let routes = HTTPRoutes(
            sdkAppID: 1_400_000_001, isDevelopment: isDevelopment, registry: registry, allowsOrigin: allowsOrigin,
            readiness: readiness, logger: log.logger, media: media, groups: groups, categories: categories,
            embedOrigins: embedOrigins, recharge: recharge, sharedLive: sharedLive, page: page)
        responder = routes.makeRouter().buildResponder()
    }

    struct Answer {
        let status: Int
        let headers: HTTPFields
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        /// The body as a JSON object.
        var json: [String: Any] {
            get throws { try present(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) }
        }

        /// A field of the error in the body; nil if there is none.
        func failure(_ key: String) throws -> String? {
            (try json["error"] as? [String: Any])?[key].map { "\($0)" }
        }
    }

    func send(
        _ method: HTTPRequest.Method = .get, _ path: String, headers: HTTPFields = [:],
        authority: String? = "live.example:8080", body: RequestBody = RequestBody(buffer: ByteBuffer())
    ) async throws -> Answer {
        let request = Request(
            head: HTTPRequest(method: method, scheme: "http", authority: authority, path: path, headerFields: headers),
            body: body)
        let context = HTTPRequestContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: log.logger))
        let response = try await responder.respond(to: request, context: context)
        let sink = BodySink()
        try await response.body.write(sink)
        return Answer(status: response.status.code, headers: response.headers, body: sink.bytes)
    }
}

/// Unwraps a value that must be there. `#require` needs a test function around it.
private func present<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw CocoaError(.coderValueNotFound) }
    return value
}

/// Collects the body of a response.
final class BodySink: ResponseBodyWriter, Sendable {
    private let collected = Mutex<[UInt8]>([])

    var bytes: [UInt8] { collected.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws { collected.withLock { $0 += buffer.readableBytesView } }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// Collects the lines of a log.
final class RecordedLog: Sendable {
    private let recorded = Mutex<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }

    /// A logger that writes all levels as JSON to this log.
    var logger: Logger {
        Logger(label: "test") { label in
            StructuredLogHandler(
                label: label, format: .json, level: .trace,
                output: LogOutput { [self] line in
                    recorded.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
                })
        }
    }
}

/// Serves routes on a free port while `body` runs.
func withHTTPServer(_ routes: HTTPRoutes, _ body: (_ port: Int) async throws -> Void) async throws {
    let (ports, running) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
        router: routes.makeRouter(), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { running.yield($0.localAddress?.port ?? 0) }, logger: RecordedLog().logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { running.finish() }
            try await application.run()
        }
        var iterator = ports.makeAsyncIterator()
        // No port means that the server failed; waiting throws its error.
        guard let port = await iterator.next() else { return try await group.waitForAll() }
        try await body(port)
        group.cancelAll()
    }
}

/// Writes bytes to a port and reads until the server closes.
func exchange(_ request: String, port: Int) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
    return try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: request))
        var answer = ByteBuffer()
        for try await part in inbound { answer.writeImmutableBuffer(part) }
        return String(buffer: answer)
    }
}
