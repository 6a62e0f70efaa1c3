import Foundation
import OvationMediaSamples

/// The WebSocket of a publisher or a player, for tests: whole messages, and streams that a program made.
struct MediaClient {
    /// A message that a player was sent.
    enum Message {
        case text([String: Any])
        case binary([UInt8])
    }

    let raw: RawClient

    /// Connects as a player.
    static func player(of live: String = "r1", query: String = "", _ server: TestServer) async throws -> MediaClient {
        try await open("/v1/media/\(live)/play\(query)", server)
    }

    /// Connects as a publisher with a new ticket of the live's owner.
    static func publisher(of live: String = "r1", for host: RawClient, _ server: TestServer) async throws -> MediaClient
    {
        try await open(try await address(forPublishing: live, host), server)
    }

    /// Connects to an address of the server.
    static func open(_ path: String, _ server: TestServer) async throws -> MediaClient {
        MediaClient(
            raw: try await RawClient.open(
                port: server.port, path: path, headers: ["Sec-WebSocket-Protocol: ovation.media.v1"]))
    }

    /// Where the owner of a live may publish once.
    static func address(forPublishing live: String = "r1", _ host: RawClient, id: Int = 900) async throws -> String {
        try await host.send(#"{"id":\#(id),"op":"media.publish","room":"\#(live)"}"#)
        let reply = try await host.reply(to: id)
        guard let ok = reply["ok"] as? [String: Any], let url = ok["url"] as? String else {
            throw RawClient.Failure(description: "\(reply)")
        }
        return url
    }

    /// The answer to a handshake that is refused.
    static func refusal(_ path: String, _ server: TestServer, headers: [String] = []) async throws -> Refusal {
        let client = try await RawClient.connect(port: server.port)
        try await client.send(
            bytes: Array(RawClient.handshake(port: server.port, path: path, headers: headers).utf8))
        let head = await client.readHead() ?? ""
        let body = await client.readBody(head) ?? []
        let json = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
        let error = json?["error"] as? [String: Any]
        await client.cut()
        return Refusal(
            status: head.split(separator: " ").dropFirst().first.flatMap { Int($0) },
            code: error?["code"] as? Int, message: error?["message"] as? String ?? "")
    }

    struct Refusal: Equatable {
        var status: Int?
        var code: Int?
        var message = ""
    }

    /// Sends a part of a stream.
    func send(_ bytes: [UInt8]) async throws { try await raw.send(bytes, opcode: 0x2) }

    /// Closes as a publisher does that has finished.
    func finish() async throws {
        try await raw.send([0x03, 0xE8], opcode: 0x8)
        _ = await raw.closeCode()
    }

    /// The next message; nil where the server closes.
    func next() async -> Message? {
        var content: [UInt8] = []
        while let frame = await raw.next() {
            switch frame.opcode {
            case 0x1: return .text(frame.json)
            case 0x0, 0x2:
                content += frame.payload
                if frame.isLast { return .binary(content) }
            case 0x8: return nil
            default: break
            }
        }
        return nil
    }

    /// The next text of a type, passing over everything else.
    func text(_ type: String) async throws -> [String: Any] {
        while let message = await next() {
            if case .text(let json) = message, json["type"] as? String == type { return json }
        }
        throw RawClient.Failure(description: "closed before \(type)")
    }

    /// The next binary message, passing over texts.
    func binary() async throws -> [UInt8] {
        while let message = await next() {
            if case .binary(let bytes) = message { return bytes }
        }
        throw RawClient.Failure(description: "closed before a binary message")
    }
}

extension SampleStream {
    /// A fragment of a second.
    func second(_ number: Int) -> [UInt8] { fragment(number: number + 1, startMilliseconds: number * 1_000) }
}
