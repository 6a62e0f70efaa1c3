import CZlib
import Foundation
import NIOCore
import NIOPosix
import OvationTestKit

/// A WebSocket client for tests. It sends any bytes, valid or not, and returns every frame that it receives.
///
/// It shares no code with the server or the client of this package, so a bug in them cannot hide in it.
final class RawClient: Sendable {
    /// A frame that the server sent.
    struct Frame: Sendable {
        var opcode: UInt8
        /// The payload, inflated if the frame was compressed.
        var payload: [UInt8]
        /// Whether the frame was compressed.
        var isCompressed = false
        /// Whether this is the last frame of its message.
        var isLast = true

        var text: String { String(decoding: payload, as: UTF8.self) }

        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(payload))) as? [String: Any] ?? [:]
        }

        /// The code of a close frame; nil if it has none.
        var closeCode: UInt16? {
            guard opcode == 0x8, payload.count >= 2 else { return nil }
            return UInt16(payload[0]) << 8 | UInt16(payload[1])
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let channel: any Channel
    private let frames: Frames

    /// The received bytes, read as frames by one reader at a time.
    private actor Frames {
        private var iterator: AsyncStream<[UInt8]>.Iterator
        private var bytes: [UInt8] = []
        private let inflater = Inflater()
        private(set) var isOver = false

        init(_ stream: AsyncStream<[UInt8]>) { iterator = stream.makeAsyncIterator() }

        func readHead() async -> String? {
            while true {
                if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                    bytes.removeSubrange(..<end.upperBound)
                    return head
                }
                guard await more() else { return nil }
            }
        }

        func read(_ count: Int) async -> [UInt8]? {
            while bytes.count < count {
                guard await more() else { return nil }
            }
            defer { bytes.removeFirst(count) }
            return Array(bytes.prefix(count))
        }

        func readToEnd() async -> [UInt8] {
            while await more() {}
            defer { bytes = [] }
            return bytes
        }

        func next() async -> Frame? {
            while true {
                if let frame = take() { return frame }
                guard await more() else { return nil }
            }
        }

        private func more() async -> Bool {
            let wait = Patience.begin("bytes from the server")
            defer { wait.end() }
            var iterator = iterator
            let next = await iterator.next(isolation: self)
            self.iterator = iterator
            guard let next else {
                isOver = true
                return false
            }
            bytes += next
            return true
        }

        private func take() -> Frame? {
            guard bytes.count >= 2 else { return nil }
            var length = Int(bytes[1] & 0x7F)
            var start = 2
            if length == 126 {
                guard bytes.count >= 4 else { return nil }
                length = Int(bytes[2]) << 8 | Int(bytes[3])
                start = 4
            } else if length == 127 {
                guard bytes.count >= 10 else { return nil }
                length = bytes[2..<10].reduce(0) { $0 << 8 | Int($1) }
                start = 10
            }
            guard bytes.count >= start + length else { return nil }
            let payload = Array(bytes[start..<start + length])
            let isCompressed = bytes[0] & 0x40 != 0
            let frame = Frame(
                opcode: bytes[0] & 0xF, payload: isCompressed ? inflater.inflate(payload) : payload,
                isCompressed: isCompressed, isLast: bytes[0] & 0x80 != 0)
            bytes.removeFirst(start + length)
            return frame
        }
    }

    /// Inflates messages of permessage-deflate with the window of all earlier ones, as a browser does.
    private final class Inflater {
        private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

        init() {
            stream.initialize(to: z_stream())
            inflateInit2_(stream, -15, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        }

        deinit {
            inflateEnd(stream)
            stream.deallocate()
        }

        /// The inflated message, or a text that says that it cannot be inflated.
        func inflate(_ message: [UInt8]) -> [UInt8] {
            var input = message + [0, 0, 0xFF, 0xFF]
            var status = Z_OK
            let output = [UInt8](unsafeUninitializedCapacity: 1 << 20) { space, count in
                input.withUnsafeMutableBufferPointer { input in
                    stream.pointee.next_in = input.baseAddress
                    stream.pointee.avail_in = UInt32(input.count)
                    stream.pointee.next_out = space.baseAddress
                    stream.pointee.avail_out = UInt32(space.count)
                    status = CZlib.inflate(stream, Z_SYNC_FLUSH)
                }
                count = space.count - Int(stream.pointee.avail_out)
            }
            return status == Z_OK ? output : Array("cannot be inflated: \(status)".utf8)
        }
    }

    private init(channel: any Channel, frames: Frames) {
        self.channel = channel
        self.frames = frames
    }

    /// Connects without sending a handshake.
    static func connect(port: Int) async throws -> RawClient {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ByteCollector(continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return RawClient(channel: channel, frames: Frames(stream))
    }

    /// Connects and completes the handshake.
    static func open(
        port: Int, path: String = "/v1/ws", headers: [String] = ["Sec-WebSocket-Protocol: ovation.v1.json"]
    ) async throws -> RawClient {
        let client = try await connect(port: port)
        try await client.send(bytes: Array(handshake(port: port, path: path, headers: headers).utf8))
        guard let head = await client.readHead() else {
            throw Failure(description: "closed during the handshake")
        }
        guard head.hasPrefix("HTTP/1.1 101") else { throw Failure(description: head) }
        guard head.lowercased().contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=") else {
            throw Failure(description: "wrong accept: \(head)")
        }
        return client
    }

    /// The request that asks for the WebSocket.
    static func handshake(port: Int, path: String = "/v1/ws", headers: [String]) -> String {
        ([
            "GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// The head of the next HTTP answer; nil if the connection closes first.
    func readHead() async -> String? { await frames.readHead() }

    /// The body of an HTTP answer, as long as its head says; nil if the connection closes first.
    func readBody(_ head: String) async -> [UInt8]? {
        let line = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
        return await frames.read(line.flatMap { Int($0.dropFirst(16)) } ?? 0)
    }

    /// Everything that arrives until the server closes its side.
    func readToEnd() async -> String { String(decoding: await frames.readToEnd(), as: UTF8.self) }

    /// Sends raw bytes.
    func send(bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get() }

    /// Sends a masked frame.
    func send(_ payload: [UInt8], opcode: UInt8 = 0x1, first: UInt8 = 0x80) async throws {
        try await send(bytes: Self.masked(payload, opcode: opcode, first: first))
    }

    /// A masked frame as bytes.
    static func masked(_ payload: [UInt8], opcode: UInt8 = 0x1, first: UInt8 = 0x80) -> [UInt8] {
        var frame: [UInt8] = [first | opcode]
        switch payload.count {
        case ..<126: frame.append(0x80 | UInt8(payload.count))
        case ..<65_536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            frame.append(0x80 | 127)
            for shift in stride(from: 56, through: 0, by: -8) { frame.append(UInt8((payload.count >> shift) & 0xFF)) }
        }
        let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
        let masks = (mask + mask).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        var masked = payload
        masked.withUnsafeMutableBytes { bytes in
            // XORs eight bytes at a time, because tests write megabytes and are not optimized.
            let whole = bytes.count / 8 * 8
            for place in stride(from: 0, to: whole, by: 8) {
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                bytes.storeBytes(of: word ^ masks, toByteOffset: place, as: UInt64.self)
            }
            for place in whole..<bytes.count { bytes[place] ^= mask[place % 4] }
        }
        return frame + mask + masked
    }

    /// A message compressed as a client of permessage-deflate compresses it.
    static func deflated(_ message: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var input = message
        let output = [UInt8](unsafeUninitializedCapacity: message.count + 1_000) { space, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = space.baseAddress
                stream.avail_out = UInt32(space.count)
                deflate(&stream, Z_SYNC_FLUSH)
            }
            count = space.count - Int(stream.avail_out)
        }
        return Array(output.dropLast(4))
    }

    /// Sends a text frame.
    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// The next frame; nil when the connection has closed.
    func next() async -> Frame? { await frames.next() }

    /// The next data frame, skipping pings; nil when the connection closes.
    func nextText() async -> Frame? {
        while let frame = await next() {
            if frame.opcode == 0x1 { return frame }
            if frame.opcode == 0x8 { return nil }
        }
        return nil
    }

    /// The reply to a command, skipping events.
    func reply(to id: Int) async throws -> [String: Any] {
        while let frame = await nextText() {
            if frame.json["id"] as? Int == id { return frame.json }
        }
        throw Failure(description: "closed before the reply to \(id)")
    }

    /// The error code of the reply to a command, skipping events; 0 means success.
    func code(of id: Int) async throws -> Int {
        (try await reply(to: id)["error"] as? [String: Any])?["code"] as? Int ?? 0
    }

    /// The next event with this name, skipping everything else.
    func event(_ name: String) async throws -> [String: Any] {
        while let frame = await nextText() {
            if frame.json["event"] as? String == name { return frame.json }
        }
        throw Failure(description: "closed before \(name)")
    }

    /// The server's close code, skipping everything else.
    func closeCode() async -> UInt16? {
        while let frame = await next() {
            if frame.opcode == 0x8 { return frame.closeCode }
        }
        return nil
    }

    /// Logs in with the UserSig of `--dev`.
    @discardableResult
    func logIn(_ user: String, id: Int = 1) async throws -> [String: Any] {
        try await send(
            #"{"id":\#(id),"op":"session.open","data":{"sdkAppID":1400000001,"userID":"\#(user)","userSig":"dev"}}"#)
        return try await reply(to: id)
    }

    /// Stops reading the socket, or starts again.
    func setReading(_ isReading: Bool) async throws { try await channel.setOption(.autoRead, value: isReading).get() }

    /// Closes the connection without a close frame, as a lost network does.
    func cut() async { try? await channel.close().get() }
}
