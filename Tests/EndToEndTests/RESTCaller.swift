import Foundation
import NIOCore
import NIOPosix

/// Calls the REST API as an app's backend does, over its own socket. It shares no code with the server.
struct RESTCaller: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let port: Int
    /// The query of each call. A test removes a parameter to leave it out.
    var query = [
        "sdkappid": "1400000001", "identifier": "administrator", "usersig": "dev", "random": "4294967295",
        "contenttype": "json",
    ]
    var headers = ["Content-Type: application/json"]

    init(port: Int) { self.port = port }

    init(_ server: TestServer) { self.init(port: server.port) }

    /// A copy with another value of a query parameter; nil leaves it out.
    func with(_ name: String, _ value: String?) -> RESTCaller {
        var caller = self
        caller.query[name] = value
        return caller
    }

    /// Calls a command and returns the whole answer with its envelope.
    ///
    /// - Parameters:
    ///   - command: `service/name`, or only the name for the service `live_engine_http_srv`.
    ///   - body: the parameters.
    func call(_ command: String, _ body: [String: Any] = [:]) async throws -> [String: Any] {
        try await call(command, json: String(decoding: JSONSerialization.data(withJSONObject: body), as: UTF8.self))
    }

    /// Calls a command with a body that is sent unchanged.
    func call(_ command: String, json: String) async throws -> [String: Any] {
        let path = command.contains("/") ? command : "live_engine_http_srv/\(command)"
        let (status, body) = try await post("/v4/\(path)", Array(json.utf8))
        guard status == 200 else { throw Failure(description: "\(command) answered \(status)") }
        guard let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else {
            throw Failure(
                description: "the answer to \(command) is not an object: \(String(decoding: body, as: UTF8.self))")
        }
        return object
    }

    /// The `ErrorCode` of a call; 0 means success.
    func code(_ command: String, _ body: [String: Any] = [:]) async throws -> Int {
        try Self.code(of: await call(command, body))
    }

    /// The `Response` of a call that must succeed.
    func response(_ command: String, _ body: [String: Any] = [:]) async throws -> [String: Any] {
        let answer = try await call(command, body)
        guard try Self.code(of: answer) == 0 else { throw Failure(description: "\(command) answered \(answer)") }
        return Self.response(of: answer)
    }

    /// The `Response` of an answer; empty if there is none.
    static func response(of answer: [String: Any]) -> [String: Any] { answer["Response"] as? [String: Any] ?? [:] }

    /// The live as `get_room_info` describes it; nil if the answer has none.
    func room(_ live: String) async throws -> [String: Any]? {
        try await response("get_room_info", ["RoomId": live])["RoomInfo"] as? [String: Any]
    }

    /// The `ErrorCode` of an answer.
    static func code(of answer: [String: Any]) throws -> Int {
        guard let code = answer["ErrorCode"] as? Int else { throw Failure(description: "no ErrorCode: \(answer)") }
        return code
    }

    /// Sends a request and returns the status and the body.
    func post(_ path: String, _ body: [UInt8], method: String = "POST") async throws -> (status: Int, body: [UInt8]) {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-_*.")
        let parameters = query.sorted { $0.key < $1.key }.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }
        let head =
            [
                "\(method) \(path)?\(parameters.joined(separator: "&")) HTTP/1.1", "Host: 127.0.0.1:\(port)",
                "Content-Length: \(body.count)", "Connection: close",
            ] + headers
        let answer = try await Self.exchange(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body, port)
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw Failure(description: "no answer to \(path): \(String(decoding: answer, as: UTF8.self))")
        }
        let words = String(decoding: answer[..<end.lowerBound], as: UTF8.self).split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else {
            throw Failure(description: "no status line in the answer to \(path)")
        }
        return (status, Array(answer[end.upperBound...]))
    }

    /// Writes bytes to the port and reads until the server closes.
    private static func exchange(_ request: [UInt8], _ port: Int) async throws -> [UInt8] {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: request))
            var answer: [UInt8] = []
            for try await part in inbound { answer += part.readableBytesView }
            return answer
        }
    }
}
