import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket
import OvationModel
import Testing

@testable import OvationClient

/// A publisher's socket against a real server, over real sockets.
@Suite(.timeLimit(.minutes(5))) struct MediaPublishConnectionTests {
    private static let live = LiveID(unchecked: "a/b live")

    private func open(
        _ server: WebSocketTestServer, _ proof: MediaPublishConnection.Proof = .key("secret-key"),
        below path: String = ""
    ) async throws -> MediaPublishConnection {
        let endpoint = try #require(TransportEndpoint(serverURL: "ws://127.0.0.1:\(server.port)\(path)"))
        return try await MediaPublishConnection.open(to: endpoint, live: Self.live, proof: proof, tls: nil)
    }

    private func start(_ change: (inout WebSocketTestServer.Options) -> Void = { _ in }) async throws
        -> WebSocketTestServer
    {
        var options = WebSocketTestServer.Options()
        options.subprotocol = MediaPublishConnection.subprotocol
        change(&options)
        return try await WebSocketTestServer.start(options)
    }

    @Test func `a publisher sends the key in a header, the live's id escaped and the bytes in binary frames`()
        async throws
    {
        let server = try await start()
        let socket = try await open(server)
        let connection = await server.nextConnection()
        #expect(connection.request.uri == "/v1/media/a%2Fb%20live/publish")
        #expect(connection.request.headers["Authorization"] == ["Bearer secret-key"])
        #expect(connection.request.headers["Sec-WebSocket-Protocol"] == ["ovation.media.v1"])
        try await socket.send(Array("moof".utf8))
        #expect(await connection.next() == .frame(.binary, "moof", isMasked: true))
        await socket.finish()
        #expect(await connection.next() == .frame(.connectionClose, "1000", isMasked: true))
        try await server.stop()
    }

    @Test func `a ticket joins the address below a proxy's path`() async throws {
        let server = try await start()
        let socket = try await open(server, .address("/v1/media/x/publish?ticket=t1"), below: "/live")
        let connection = await server.nextConnection()
        #expect(connection.request.uri == "/live/v1/media/x/publish?ticket=t1")
        #expect(connection.request.headers["Authorization"].isEmpty)
        await socket.breakOff()
        #expect(await connection.next() == .ended)
        try await server.stop()
    }

    @Test func `a ping is answered`() async throws {
        let server = try await start()
        let socket = try await open(server)
        let connection = await server.nextConnection()
        connection.send(.ping, "hello")
        #expect(await connection.next() == .frame(.pong, "hello", isMasked: true))
        await socket.finish()
        try await server.stop()
    }

    @Test func `a server's close code and reason are thrown by sends and waits`() async throws {
        let server = try await start()
        let socket = try await open(server)
        let connection = await server.nextConnection()
        connection.send(raw: [0x88, 9, 0x0D, 0xB2] + Array("too old".utf8))
        let expected = MediaPublishConnection.End(code: CloseCode(rawValue: 3_506), reason: "too old")
        await #expect(throws: expected) { try await socket.wait(until: .distantFuture) }
        await #expect(throws: expected) { try await socket.send([1]) }
        await #expect(throws: expected) { try await socket.wait(until: .distantFuture) }
        try await server.stop()
    }

    @Test func `a cut connection ends with the code of a lost one`() async throws {
        let server = try await start()
        let socket = try await open(server)
        await server.nextConnection().cut()
        await #expect(throws: MediaPublishConnection.End(code: .lost, reason: "")) {
            try await socket.wait(until: .distantFuture)
        }
        try await server.stop()
    }

    @Test func `a wait returns at once for a past moment and when its task is cancelled`() async throws {
        let server = try await start()
        let socket = try await open(server)
        try await socket.wait(until: .uptimeNanoseconds(0))
        await #expect(throws: CancellationError.self) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await socket.wait(until: .distantFuture) }
                group.cancelAll()
                try await group.waitForAll()
            }
        }
        await socket.finish()
        try await server.stop()
    }

    @Test func `an answer that is not a WebSocket is refused`() async throws {
        let server = try await start { $0.accepts = false }
        do {
            _ = try await open(server)
            Issue.record("the connection was not refused")
        } catch let refusal as MediaPublishConnection.Refusal {
            #expect(refusal.status == 404 && refusal.code == nil && !refusal.isTemporary)
        }
        try await server.stop()
        let other = try await start { $0.subprotocol = "chat" }
        await #expect(throws: TransportFailure.self) { _ = try await open(other) }
        try await other.stop()
    }

    @Test func `a refusal's body gives its code and its message`() {
        let body = Data(#"{"error":{"code":110300,"name":"streamKeyInvalid","message":"Wrong key."}}"#.utf8)
        let refusal = MediaRefusalHandler.refusal(status: 403, body: body)
        #expect(refusal == .init(status: 403, code: ErrorCode(rawValue: 110_300), message: "Wrong key."))
        #expect(MediaRefusalHandler.refusal(status: 502, body: Data("<html>".utf8)).isTemporary)
        #expect(MediaRefusalHandler.refusal(status: 429, body: Data()).isTemporary)
    }
}
