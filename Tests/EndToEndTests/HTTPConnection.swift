import Foundation
import OvationModel

/// An HTTP connection that a test writes to by hand. It reads one answer after another.
struct HTTPConnection {
    struct Answer {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        /// The error number in the body; nil if there is none.
        var errorCode: Int? { ErrorAnswer.read(body)?.code.rawValue }
    }

    let raw: RawClient
    private let port: Int

    static func open(_ server: some Served) async throws -> HTTPConnection {
        HTTPConnection(raw: try await RawClient.connect(port: server.port), port: server.port)
    }

    /// Sends a request over its own connection and reads the answer.
    static func ask(
        _ path: String, _ server: some Served, method: String = "GET", headers: [String] = []
    ) async throws -> Answer {
        let connection = try await open(server)
        try await connection.send(path, method: method, headers: headers)
        let answer = await connection.answer(hasBody: method != "HEAD")
        await connection.raw.cut()
        guard let answer else {
            throw RawClient.Failure(description: "closed before the answer to \(path)")
        }
        return answer
    }

    func send(_ path: String, method: String = "GET", headers: [String] = []) async throws {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers
        try await raw.send(bytes: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }

    /// Sends one chunk of a chunked body.
    func send(chunk: [UInt8]) async throws {
        try await raw.send(bytes: Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8))
    }

    /// Ends a chunked body.
    func endChunks() async throws { try await raw.send(bytes: Array("0\r\n\r\n".utf8)) }

    /// The next answer; nil if the connection closes first.
    func answer(hasBody: Bool = true) async -> Answer? {
        guard let head = await raw.readHead() else { return nil }
        let lines = head.split(separator: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let body = hasBody ? await raw.readBody(head) ?? [] : []
        return Answer(status: status, headers: headers, body: body)
    }
}
