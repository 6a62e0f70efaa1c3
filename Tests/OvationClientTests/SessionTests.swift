import OvationModel
import OvationWire
import Testing

@testable import OvationClient

@Suite(.timeLimit(.minutes(5))) struct SessionTests {
    @Test func `a login sends the UserSig first and returns the server's answer`() async throws {
        let fixture = ClientFixture()
        async let session = fixture.client.logIn(sdkAppID: 7, userID: ClientFixture.userID, userSig: "proof")
        let connection = await fixture.transport.nextConnection()
        #expect(connection.endpoint.description == "ws://server.test/v1/ws")
        let asked = try await fixture.open(connection, ClientFixture.opened())
        #expect(asked == SessionOpen(sdkAppID: 7, userID: ClientFixture.userID, userSig: "proof"))
        #expect(try await session == ClientFixture.opened())
        #expect(fixture.client.session == ClientFixture.opened())
        #expect(fixture.client.connectionState == .connected)
    }

    @Test func `a refused login throws the server's rejection and leaves the client logged out`() async throws {
        let fixture = ClientFixture()
        async let refused = rejection {
            try await fixture.client.logIn(sdkAppID: 1, userID: ClientFixture.userID, userSig: "bad")
        }
        let connection = await fixture.transport.nextConnection()
        connection.open()
        connection.refuse(await connection.nextCommand(), Rejection(.userSigInvalid, "damaged"))
        #expect(await refused == Rejection(.userSigInvalid, "damaged"))
        #expect(await connection.nextClose() == .normal)
        #expect(fixture.client.session == nil)
        #expect(fixture.client.connectionState == .disconnected)
        // The client can try again.
        _ = try await fixture.logIn()
    }

    @Test func `a login throws networkUnavailable if no server answers within the request timeout`() async throws {
        let fixture = ClientFixture()
        async let refused = rejection {
            try await fixture.client.logIn(sdkAppID: 1, userID: ClientFixture.userID, userSig: "dev")
        }
        let connection = await fixture.transport.nextConnection()
        connection.lose(.lost, TransportFailure("Nobody listens."))
        try await fixture.advance(10)
        #expect(await refused == Rejection(.networkUnavailable, "The server cannot be reached. Nobody listens."))
        #expect(fixture.transport.attemptCount > 1)
        let attempts = fixture.transport.attemptCount
        try await fixture.advance(100)
        #expect(fixture.transport.attemptCount == attempts)
    }

    @Test func `a login succeeds if a later attempt reaches the server`() async throws {
        let fixture = ClientFixture()
        async let session = fixture.client.logIn(sdkAppID: 1, userID: ClientFixture.userID, userSig: "dev")
        await fixture.transport.nextConnection().lose()
        try await fixture.advance(2)
        try await fixture.open(await fixture.transport.nextConnection(), ClientFixture.opened())
        #expect(try await session == ClientFixture.opened())
    }

    @Test func `an invalid URL is refused without a connection`() async {
        let client = OvationClient(
            configuration: ClientConfiguration(serverURL: "ftp://x"), transport: ScriptedTransport(),
            orderJournal: InMemoryOrderJournal())
        let refused = await rejection {
            try await client.logIn(sdkAppID: 1, userID: ClientFixture.userID, userSig: "dev")
        }
        #expect(refused?.code == .invalidParameter)
    }

    @Test func `a logged-in client keeps reconnecting after every failed attempt`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        first.lose(.shutdown)
        for attempt in 2...8 {
            while fixture.transport.attemptCount < attempt { try await fixture.advance(0.5) }
            await fixture.transport.nextConnection().lose(.lost, TransportFailure("Still down."))
        }
        while fixture.transport.attemptCount < 9 { try await fixture.advance(0.5) }
        try await fixture.open(await fixture.transport.nextConnection(), ClientFixture.opened(resumed: true))
        try await fixture.settle()
        #expect(fixture.client.connectionState == .connected)
    }

    @Test func `the connection's states are delivered in order`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        _ = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        await fixture.client.logOut()
        let states = fixture.events.drain().compactMap { event -> ConnectionState? in
            if case .connection(let state) = event { state } else { nil }
        }
        #expect(states == [.connecting, .connected, .reconnecting(attempt: 1), .connected, .disconnected])
    }

    @Test func `logging out closes with 1000 and forgets the session`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let waiting = rejection { try await fixture.client.wallet() }
        _ = await connection.nextCommand()
        await fixture.client.logOut()
        #expect(await connection.nextClose() == .normal)
        #expect(await waiting?.code == .notLoggedIn)
        #expect(fixture.client.session == nil)
        #expect(await rejection { try await fixture.client.wallet() }?.code == .notLoggedIn)
    }

    @Test(arguments: [CloseCode.kickedOffline, .loginExpired, .replaced])
    func `a final close ends the session with its reason, and the user can log in again`(code: CloseCode) async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let waiting = rejection { try await fixture.client.wallet() }
        _ = await connection.nextCommand()
        connection.lose(code)
        #expect(await waiting != nil)
        try await fixture.settle()
        #expect(fixture.client.connectionState == .closed(code))
        #expect(fixture.client.session == nil)
        let told = fixture.events.drain().suffix(2).map { event in
            switch event {
            case .connection(let state): "\(state)"
            case .kickedOffline: "kicked"
            case .loginExpired: "expired"
            default: "other"
            }
        }
        let closed = "\(ConnectionState.closed(code))"
        switch code {
        case .kickedOffline: #expect(told == [closed, "kicked"])
        case .loginExpired: #expect(told == [closed, "expired"])
        default: #expect(told.last == closed)
        }
        try await fixture.advance(60)
        #expect(fixture.transport.attemptCount == 1)
        _ = try await fixture.logIn()
    }

    @Test func `an expired UserSig on a reconnect ends the session as loginExpired`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        first.lose()
        try await fixture.advance(2)
        let second = await fixture.transport.nextConnection()
        second.open()
        second.refuse(await second.nextCommand(), Rejection(.userSigExpired))
        try await fixture.settle()
        #expect(fixture.client.connectionState == .closed(.loginExpired))
        let told = fixture.events.drain().contains { if case .loginExpired = $0 { true } else { false } }
        #expect(told)
    }

    @Test func `a second login of the same user only renews the UserSig`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        let again = try await fixture.client.logIn(sdkAppID: 1, userID: ClientFixture.userID, userSig: "newer")
        #expect(again == ClientFixture.opened())
        #expect(connection.sentCommands().isEmpty)
        let (_, asked) = try await fixture.reconnect(from: connection, answering: ClientFixture.opened(resumed: true))
        #expect(asked.userSig == "newer")
        let other = await rejection {
            try await fixture.client.logIn(sdkAppID: 1, userID: UserID(unchecked: "bob"), userSig: "dev")
        }
        #expect(other?.code == .repeatedOperation)
    }

    @Test func `a silent server is pinged after 30 seconds and abandoned without a close frame after 60`() async throws
    {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        try await fixture.advance(29)
        #expect(connection.sentCommands().isEmpty)
        try await fixture.advance(1)
        #expect(await connection.nextCommand().command == .sessionPing)
        try await fixture.advance(30)
        #expect(await connection.nextClose() == .lost)
        #expect(fixture.client.connectionState == .reconnecting(attempt: 1))
    }

    @Test func `a server that keeps sending is not pinged`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        for _ in 0..<6 {
            try await fixture.advance(25)
            connection.heartbeat()
            try await fixture.settle()
        }
        #expect(connection.sentCommands().isEmpty)
        #expect(fixture.client.connectionState == .connected)
    }

    @Test func `a handler is called until it is removed`() async throws {
        let fixture = ClientFixture()
        let heard = Mailbox<ClientEvent>()
        let token = fixture.client.addHandler { heard.put($0) }
        let connection = try await fixture.logIn()
        #expect(heard.drain().count == 2)
        fixture.client.removeHandler(token)
        connection.lose()
        try await fixture.settle()
        #expect(heard.drain().isEmpty)
    }

    @Test func `an event stream and the connection end when the client is freed`() async throws {
        let fixture = Locked<ClientFixture?>(ClientFixture())
        let pair = try await { () async throws -> (AsyncStream<ClientEvent>, ScriptedConnection) in
            guard let fixture = fixture.withLock({ $0.take() }) else { throw Rejection(.failed) }
            let stream = fixture.client.events()
            return (stream, try await fixture.logIn())
        }()
        var states: [ConnectionState] = []
        for await event in pair.0 {
            if case .connection(let state) = event { states.append(state) }
        }
        #expect(states == [.connecting, .connected, .disconnected])
        #expect(await pair.1.nextClose() == .normal)
    }

    @Test func `an event stream ends if its consumer falls too far behind, and skips nothing`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        let stream = fixture.client.events()
        for balance in 0..<OvationClient.streamBufferMax + 100 {
            connection.text("{\"event\":\"wallet.changed\",\"data\":{\"balance\":\(balance)}}")
        }
        try await fixture.settle()
        var next: Int64 = 0
        for await event in stream {
            if case .walletChanged(let wallet) = event { #expect(wallet.balance.amount == next) }
            next += 1
        }
        #expect(next == OvationClient.streamBufferMax)
    }

    @Test func `a wake starts a waiting reconnect at once`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        first.lose()
        try await fixture.settle()
        fixture.client.wake()
        try await fixture.open(await fixture.transport.nextConnection(), ClientFixture.opened(resumed: true))
        try await fixture.settle()
        #expect(fixture.client.connectionState == .connected)
    }

    @Test func `wallet and catalogue changes are delivered`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        _ = fixture.events.drain()
        connection.text("{\"event\":\"wallet.changed\",\"data\":{\"balance\":42}}")
        connection.text("{\"event\":\"catalogue.changed\",\"data\":{}}")
        guard case .walletChanged(let wallet) = await fixture.events.next() else {
            Issue.record("the wallet change was not delivered")
            return
        }
        #expect(wallet.balance.amount == 42)
        guard case .catalogueChanged = await fixture.events.next() else {
            Issue.record("the catalogue change was not delivered")
            return
        }
    }
}
