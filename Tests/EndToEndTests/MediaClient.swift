import OvationMediaSamples
import OvationModel
import OvationWire
import Testing

/// A publisher's or a player's WebSocket for tests. It reads whole messages.
struct MediaClient {
    /// A message that the server sent to a player.
    enum Message {
        case text(PlayerText)
        case binary([UInt8])
    }

    let raw: RawClient

    /// Connects as a player.
    static func player(of live: String = "r1", query: String = "", _ server: some Served) async throws -> MediaClient {
        try await open("/v1/media/\(live)/play\(query)", server)
    }

    /// Connects as a publisher with a new ticket, which the live's owner asks for.
    static func publisher(of live: String = "r1", for host: Robot, _ server: some Served) async throws -> MediaClient {
        try await open(try await address(forPublishing: live, host), server)
    }

    /// Opens a WebSocket at a path of the server.
    static func open(_ path: String, _ server: some Served) async throws -> MediaClient {
        MediaClient(
            raw: try await RawClient.open(
                port: server.port, path: path, headers: ["Sec-WebSocket-Protocol: ovation.media.v1"]))
    }

    /// Asks as the owner of a live for an address to publish to once.
    static func address(forPublishing live: String = "r1", _ host: Robot) async throws -> String {
        try await host.ask(.publishPicture, in: live).url
    }

    /// Tries a handshake that must be refused, and returns the answer.
    static func refusal(_ path: String, _ server: some Served, headers: [String] = []) async throws -> Refusal {
        let client = try await RawClient.connect(port: server.port)
        try await client.send(
            bytes: Array(RawClient.handshake(port: server.port, path: path, headers: headers).utf8))
        let head = await client.readHead() ?? ""
        let error = ErrorAnswer.read(await client.readBody(head) ?? [])
        await client.cut()
        return Refusal(
            status: head.split(separator: " ").dropFirst().first.flatMap { Int($0) },
            code: error?.code.rawValue, message: error?.message ?? "")
    }

    struct Refusal: Equatable {
        var status: Int?
        var code: Int?
        var message = ""
    }

    /// Sends a part of a stream.
    func send(_ bytes: [UInt8]) async throws { try await raw.send(bytes, opcode: 0x2) }

    /// Sends a ping and waits for its answer, which shows that the server has accepted the socket. Skips other frames.
    func ping() async throws {
        try await raw.send([], opcode: 0x9)
        while let frame = await raw.next() {
            if frame.opcode == 0xA { return }
        }
        throw RawClient.Failure(description: "closed before the answer to a ping")
    }

    /// Closes as a publisher that has finished.
    func finish() async throws {
        try await raw.send([0x03, 0xE8], opcode: 0x8)
        _ = await raw.closeCode()
    }

    /// The server's close code and reason, skipping other frames; nil if it sends no close frame.
    func close() async -> (code: UInt16, reason: String)? {
        while let frame = await raw.next() {
            guard frame.opcode == 0x8 else { continue }
            return frame.closeCode.map { ($0, String(decoding: frame.payload.dropFirst(2), as: UTF8.self)) }
        }
        return nil
    }

    /// The next message; nil when the server closes.
    func next() async throws -> Message? {
        var content: [UInt8] = []
        while let frame = await raw.next() {
            switch frame.opcode {
            case 0x1: return .text(try PlayerText(frame.payload))
            case 0x0, 0x2:
                content += frame.payload
                if frame.isLast { return .binary(content) }
            case 0x8: return nil
            default: break
            }
        }
        return nil
    }

    /// The next state of the picture, skipping other messages.
    func state() async throws -> RoomMedia.State {
        try await text("how the picture is") { if case .state(let state) = $0 { state } else { nil } }
    }

    /// The next announcement of an initialisation segment, skipping other messages.
    func beginning() async throws -> PlayerText.Beginning {
        try await text("a beginning") { if case .beginning(let beginning) = $0 { beginning } else { nil } }
    }

    /// The next number of skipped milliseconds, skipping other messages.
    func skippedMilliseconds() async throws -> Int64 {
        try await text("a skip") { if case .skipped(let milliseconds) = $0 { milliseconds } else { nil } }
    }

    private func text<Content>(_ name: String, _ content: (PlayerText) -> Content?) async throws -> Content {
        while let message = try await next() {
            if case .text(let text) = message, let content = content(text) { return content }
        }
        throw RawClient.Failure(description: "closed before \(name)")
    }

    /// The next binary message, skipping texts.
    func binary() async throws -> [UInt8] {
        while let message = try await next() {
            if case .binary(let bytes) = message { return bytes }
        }
        throw RawClient.Failure(description: "closed before a binary message")
    }

    /// The next binary messages, skipping texts.
    func binaries(_ count: Int) async throws -> [[UInt8]] {
        var found: [[UInt8]] = []
        for _ in 0..<count { found.append(try await binary()) }
        return found
    }
}

extension SampleStream {
    /// The fragment of one second of the stream, counted from 0.
    func second(_ number: Int) -> [UInt8] { fragment(number: number + 1, startMilliseconds: number * 1_000) }
}

extension HTTPConnection {
    /// Starts to publish in the body of a PUT request with a new ticket, which the live's owner asks for.
    static func publisher(of live: String = "r1", for host: Robot, _ server: some Served) async throws -> HTTPConnection
    {
        let connection = try await open(server)
        try await connection.send(
            try await MediaClient.address(forPublishing: live, host), method: "PUT",
            headers: ["Transfer-Encoding: chunked"])
        return connection
    }
}
