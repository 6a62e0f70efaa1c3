import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationClient

/// The real transport against a real server over sockets.
@Suite(.timeLimit(.minutes(5))) struct NIOTransportTests {
    /// The client's end of a connection, without a client around it.
    private struct Dialer {
        let eventLoop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let events = Mailbox<TransportEvent>()
        private let connection: NIOLoopBoundBox<(any TransportConnection)?>

        init(_ url: String, transport: NIOTransport = NIOTransport()) async throws {
            let endpoint = try #require(TransportEndpoint(serverURL: url))
            connection = .makeEmptyBox(valueType: (any TransportConnection).self, eventLoop: eventLoop)
            let (connection, eventLoop, events) = (connection, eventLoop, events)
            try await eventLoop.submit {
                connection.value = transport.connect(to: endpoint, on: eventLoop) { events.put($0) }
            }.get()
        }

        func send(_ text: String) {
            let connection = connection
            eventLoop.execute { connection.value?.send(Data(text.utf8)) }
        }

        func close(_ code: CloseCode) {
            let connection = connection
            eventLoop.execute { connection.value?.close(code) }
        }

        /// The next event, as one line.
        func next() async -> String {
            switch await events.next() {
            case .opened: "opened"
            case .text(let bytes): "text \(String(decoding: bytes, as: UTF8.self))"
            case .alive: "alive"
            case .closed(let code, let failure):
                "closed \(code.rawValue)" + (failure.map { $0.isPermanent ? " permanently" : " failed" } ?? "")
            }
        }
    }

    private func connect(
        _ options: WebSocketTestServer.Options = .init()
    ) async throws -> (Dialer, ServerConnection, WebSocketTestServer) {
        let server = try await WebSocketTestServer.start(options)
        let dialer = try await Dialer("ws://127.0.0.1:\(server.port)")
        #expect(await dialer.next() == "opened")
        return (dialer, await server.nextConnection(), server)
    }

    @Test func `the handshake names path and subprotocol, and the client's frames are masked`() async throws {
        let (dialer, server, listener) = try await connect()
        #expect(server.request.uri == "/v1/ws")
        #expect(server.request.headers["Sec-WebSocket-Protocol"] == [NIOTransport.subprotocol])
        #expect(server.request.headers["Host"] == ["127.0.0.1:\(listener.port)"])
        dialer.send("héllo")
        #expect(await server.next() == .frame(.text, "héllo", isMasked: true))
        server.send(.text, "wörld")
        #expect(await dialer.next() == "text wörld")
        dialer.close(.normal)
        #expect(await server.next() == .frame(.connectionClose, "1000", isMasked: true))
        #expect(await dialer.next() == "closed 1000")
        try await listener.stop()
    }

    @Test func `frames sent together with the handshake's answer are not lost`() async throws {
        var options = WebSocketTestServer.Options()
        options.greeting = serverFrame(1, "first") + serverFrame(1, "second")
        let (dialer, _, listener) = try await connect(options)
        #expect(await dialer.next() == "text first")
        #expect(await dialer.next() == "text second")
        dialer.close(.lost)
        try await listener.stop()
    }

    @Test func `frames in one segment arrive one by one, and fragments arrive as one message`() async throws {
        let (dialer, server, listener) = try await connect()
        var bytes: [UInt8] = []
        for number in 0..<50 { bytes += serverFrame(1, "n\(number)") }
        bytes +=
            serverFrame(1, "frag", fin: false) + serverFrame(9, "p") + serverFrame(0, "men", fin: false)
            + serverFrame(0, "ts")
        server.send(raw: bytes)
        for number in 0..<50 { #expect(await dialer.next() == "text n\(number)") }
        var rest: [String] = []
        while rest.last?.hasPrefix("text") != true { rest.append(await dialer.next()) }
        #expect(rest.filter { $0 != "alive" } == ["text fragments"])
        #expect(await server.next() == .frame(.pong, "p", isMasked: true))
        dialer.close(.lost)
        try await listener.stop()
    }

    @Test func `a frame sent byte by byte arrives whole`() async throws {
        let (dialer, server, listener) = try await connect()
        for byte in serverFrame(1, String(repeating: "x", count: 200)) { server.send(raw: [byte]) }
        #expect(await dialer.next() == "text " + String(repeating: "x", count: 200))
        dialer.close(.lost)
        try await listener.stop()
    }

    @Test func `large messages pass both ways, and a message over the limit is refused`() async throws {
        let (dialer, server, listener) = try await connect()
        let large = String(repeating: "y", count: 1_500_000)
        server.send(.text, large)
        #expect(await dialer.next() == "text " + large)
        dialer.send(String(repeating: "z", count: 60_000))
        #expect(await server.next() == .frame(.text, String(repeating: "z", count: 60_000), isMasked: true))
        // The header is enough: its length alone is refused.
        server.send(raw: [0x81, 127, 0, 0, 0, 0, 0x10, 0, 0, 0])
        #expect(await server.next() == .frame(.connectionClose, "1009", isMasked: true))
        #expect(await dialer.next() == "closed 1006 failed")
        try await listener.stop()
    }

    @Test func `a ping is answered with its own bytes and shows that the server is alive`() async throws {
        let (dialer, server, listener) = try await connect()
        server.send(.ping, "abc")
        #expect(await server.next() == .frame(.pong, "abc", isMasked: true))
        #expect(await dialer.next() == "alive")
        dialer.close(.lost)
        try await listener.stop()
    }

    @Test(arguments: [UInt16(1000), 1001, 3000, 3502, 4999])
    func `the server's close code is reported and echoed`(code: UInt16) async throws {
        let (dialer, server, listener) = try await connect()
        server.sendClose(code)
        #expect(await server.next() == .frame(.connectionClose, "\(code)", isMasked: true))
        #expect(await dialer.next() == "closed \(code)")
        try await listener.stop()
    }

    @Test func `a close code that is illegal in a frame is answered with 1002`() async throws {
        let (dialer, server, listener) = try await connect()
        server.sendClose(1006)
        #expect(await server.next() == .frame(.connectionClose, "1002", isMasked: true))
        #expect(await dialer.next() == "closed 1006")
        try await listener.stop()
    }

    @Test func `a close frame without a code is reported as 1005`() async throws {
        let (dialer, server, listener) = try await connect()
        server.send(raw: [0x88, 0])
        #expect(await dialer.next() == "closed 1005")
        try await listener.stop()
    }

    @Test func `a connection that ends without a close frame counts as lost`() async throws {
        let (dialer, server, listener) = try await connect()
        server.cut()
        #expect(await dialer.next() == "closed 1006")
        try await listener.stop()
    }

    @Test func `a client that drops the connection sends no close frame`() async throws {
        let (dialer, server, listener) = try await connect()
        dialer.close(.lost)
        #expect(await server.next() == .ended)
        #expect(await dialer.next() == "closed 1006")
        try await listener.stop()
    }

    @Test(arguments: [
        ("reserved bits", [UInt8(0xC1), 1, 0x61]), ("a reserved opcode", [0x83, 0]),
        ("a masked frame", [0x81, 0x81, 0, 0, 0, 0, 0x61]),
        ("a fragmented ping", [0x09, 0]), ("a long ping", [0x89, 126, 0, 126]), ("a lone continuation", [0x80, 0]),
    ])
    func `a server that breaks the rules is closed with 1002 and counts as lost`(what: String, bytes: [UInt8])
        async throws
    {
        let (dialer, server, listener) = try await connect()
        server.send(raw: bytes)
        #expect(await server.next() == .frame(.connectionClose, "1002", isMasked: true), "\(what)")
        #expect(await dialer.next() == "closed 1006 failed", "\(what)")
        try await listener.stop()
    }

    @Test func `a port without a listener is a temporary failure`() async throws {
        let server = try await WebSocketTestServer.start()
        let port = server.port
        try await server.stop()
        let dialer = try await Dialer("ws://127.0.0.1:\(port)")
        #expect(await dialer.next() == "closed 1006 failed")
    }

    @Test func `a refused handshake is a permanent failure`() async throws {
        var options = WebSocketTestServer.Options()
        options.accepts = false
        let server = try await WebSocketTestServer.start(options)
        let dialer = try await Dialer("ws://127.0.0.1:\(server.port)")
        #expect(await dialer.next() == "closed 1006 permanently")
        try await server.stop()
    }

    @Test(arguments: [nil, "another.protocol"] as [String?])
    func `a server with another subprotocol is refused`(subprotocol: String?) async throws {
        var options = WebSocketTestServer.Options()
        options.subprotocol = subprotocol
        let server = try await WebSocketTestServer.start(options)
        let dialer = try await Dialer("ws://127.0.0.1:\(server.port)")
        #expect(await dialer.next() == "closed 1006 permanently")
        try await server.stop()
    }

    @Test func `a cancelled attempt ends once`() async throws {
        let server = try await WebSocketTestServer.start()
        let dialer = try await Dialer("ws://127.0.0.1:\(server.port)")
        dialer.close(.lost)
        var end = await dialer.next()
        if end == "opened" { end = await dialer.next() }
        #expect(end == "closed 1006")
        try await server.stop()
    }

    // MARK: - TLS

    @Test func `a trusted certificate for the right name is accepted`() async throws {
        var options = WebSocketTestServer.Options()
        options.isSecure = true
        let server = try await WebSocketTestServer.start(options)
        var trust = TLSConfiguration.makeClientConfiguration()
        trust.trustRoots = .certificates([
            try NIOSSLCertificate(bytes: Array(TestCertificates.first.utf8), format: .pem)
        ])
        let dialer = try await Dialer(
            "wss://localhost:\(server.port)", transport: NIOTransport(tlsConfiguration: trust))
        #expect(await dialer.next() == "opened")
        dialer.send("secret")
        #expect(await server.nextConnection().next() == .frame(.text, "secret", isMasked: true))
        dialer.close(.normal)
        // The same certificate does not cover the address.
        let other = try await Dialer("wss://127.0.0.1:\(server.port)", transport: NIOTransport(tlsConfiguration: trust))
        #expect(await other.next() == "closed 1006 permanently")
        try await server.stop()
    }

    @Test func `an untrusted certificate is a permanent failure`() async throws {
        var options = WebSocketTestServer.Options()
        options.isSecure = true
        let server = try await WebSocketTestServer.start(options)
        let dialer = try await Dialer("wss://localhost:\(server.port)")
        #expect(await dialer.next() == "closed 1006 permanently")
        try await server.stop()
    }

    // MARK: - The whole client

    @Test func `a client logs in, joins, gets events, survives a cut and sends a gift over real sockets`() async throws
    {
        let listener = try await WebSocketTestServer.start()
        let journal = InMemoryOrderJournal()
        let client = OvationClient(
            configuration: ClientConfiguration(
                serverURL: "ws://127.0.0.1:\(listener.port)", reconnectDelaySecondsMin: 0, reconnectDelaySecondsMax: 0,
                requestTimeoutSeconds: 60),
            orderJournal: journal)
        let events = Mailbox<ClientEvent>()
        client.addHandler { events.put($0) }
        let liveID = ClientFixture.liveID

        func answer(_ server: ServerConnection, _ value: some Encodable) async throws -> CommandFrame {
            let frame = try CommandFrame.decode(Data(await server.nextText().utf8)).get()
            server.send(.text, String(decoding: FrameEncoder.reply(id: frame.id, ok: value), as: UTF8.self))
            return frame
        }
        func tell(_ server: ServerConnection, _ event: RoomEvent, seq: Int64? = nil, durable: Int64? = nil) {
            let place = EventPosition(epoch: "e1", seq: seq, durable: durable, at: Timestamp(milliseconds: 1))
            let bytes = FrameEncoder.event(room: liveID, position: place, name: event.name, data: event.encodedData)
            server.send(.text, String(decoding: bytes, as: UTF8.self))
        }

        async let session = client.logIn(sdkAppID: 1, userID: ClientFixture.userID, userSig: "dev")
        let first = await listener.nextConnection()
        _ = try await answer(first, ClientFixture.opened())
        _ = try await session
        async let entered = client.joinRoom(liveID)
        _ = try await answer(first, ClientFixture.joined())
        tell(first, .roomSnapshot(ClientFixture.snapshot()))
        _ = try await entered
        tell(first, ClientFixture.barrage("hi"), seq: 11)

        async let charged = client.sendGift(ClientFixture.giftID, count: 1, to: [], in: liveID)
        let sent = try CommandFrame.decode(Data(await first.nextText().utf8)).get()
        first.cut()
        let second = await listener.nextConnection()
        let resumed = ClientFixture.opened(
            resumed: true,
            rooms: [.init(room: liveID, joined: true, recovered: true, membership: ClientFixture.joined())])
        let opening = try await answer(second, resumed)
        guard case .sessionOpen(let asked) = opening.command, case .giftSend(let order) = sent.command else {
            Issue.record("the client did not resume its session")
            return
        }
        #expect(asked.resume?.rooms.first?.seq == 11)
        let again = try await answer(second, ClientFixture.charged(order))
        #expect(again == sent)
        #expect(try await charged.orderID == order.orderID)
        tell(second, ClientFixture.barrage("again"), seq: 11)
        tell(second, ClientFixture.barrage("there"), seq: 12)
        var heard: [String] = []
        while heard.count < 4 {
            switch await events.next() {
            case .room(_, let place, let event): heard.append("\(event.name.rawValue) \(place.seq ?? -1)")
            case .resumed(_, let recovered): heard.append("resumed \(recovered)")
            default: continue
            }
        }
        #expect(heard == ["room.snapshot -1", "barrage.sent 11", "resumed true", "barrage.sent 12"])
        await client.logOut()
        #expect(await second.next() == .frame(.connectionClose, "1000", isMasked: true))
        try await listener.stop()
    }

    @Test func `a thousand clients share the event loops`() async throws {
        let listener = try await WebSocketTestServer.start()
        let clients = (0..<1_000).map { _ in
            OvationClient(
                configuration: ClientConfiguration(
                    serverURL: "ws://127.0.0.1:\(listener.port)", requestTimeoutSeconds: 600),
                orderJournal: InMemoryOrderJournal())
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in clients {
                group.addTask { _ = try await client.logIn(sdkAppID: 1, userID: ClientFixture.userID, userSig: "dev") }
            }
            for _ in clients {
                let server = await listener.nextConnection()
                let frame = try CommandFrame.decode(Data(await server.nextText().utf8)).get()
                server.send(
                    .text, String(decoding: FrameEncoder.reply(id: frame.id, ok: ClientFixture.opened()), as: UTF8.self)
                )
            }
            try await group.waitForAll()
        }
        #expect(clients.allSatisfy { $0.connectionState == .connected })
        await withTaskGroup(of: Void.self) { group in
            for client in clients { group.addTask { await client.logOut() } }
        }
        try await listener.stop()
    }
}
