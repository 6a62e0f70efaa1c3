import Logging
import NIOCore
import NIOPosix
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationClient

/// A client with a scripted server, a manual clock and a fixed seed.
struct ClientFixture {
    static let userID = UserID(unchecked: "alice")
    static let liveID = LiveID(unchecked: "live1")
    static let giftID = GiftID(unchecked: "rose")

    let eventLoop: any EventLoop
    let clock = ManualClientClock()
    let transport = ScriptedTransport()
    let journal: any OrderJournal
    let client: OvationClient
    let events = Mailbox<ClientEvent>()

    init(journal: any OrderJournal = InMemoryOrderJournal(), seed: UInt64 = 1) {
        self.journal = journal
        eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        client = OvationClient(
            configuration: ClientConfiguration(serverURL: "ws://server.test"), transport: transport,
            orderJournal: journal,
            clock: clock, random: SeededGenerator(seed: seed), eventLoopGroup: eventLoop)
        client.addHandler { [events] in events.put($0) }
    }

    func advance(_ seconds: Double) async throws {
        try await clock.advance(by: .nanoseconds(Int64(seconds * 1e9)), on: eventLoop)
    }

    /// Waits until the client has done all work that was queued before.
    func settle() async throws { try await eventLoop.submit {}.get() }

    /// Waits until the client holds a command. A task that calls may not have run yet, and ``settle()`` does not wait for it.
    func commandBegun() async {
        let counts = Mailbox<Int>()
        repeat { client.perform { core in counts.put(core.commands.count) } } while await counts.next() == 0
    }

    // MARK: - What the server answers

    static func opened(
        session: String = "s1", resumed: Bool = false, rooms: [SessionOpened.Room] = []
    ) -> SessionOpened {
        SessionOpened(
            session: SessionID(unchecked: session), resumed: resumed, user: UserInfo(userID: userID),
            profile: UserProfile(),
            at: Timestamp(milliseconds: 1), silenceSeconds: 90, rooms: rooms)
    }

    static func joined(
        _ liveID: LiveID = liveID, session: String = "l1", epoch: String = "e1", seq: Int64 = 10, durable: Int64 = 3
    ) -> RoomJoined {
        RoomJoined(
            liveID: liveID, sessionID: LiveSessionID(unchecked: session), role: .viewer, muted: false, mutedUntil: nil,
            created: false, epoch: epoch, seq: seq, durable: durable)
    }

    static func snapshot(_ liveID: LiveID = liveID, audienceCount: Int = 1) -> RoomSnapshot {
        let info = RoomInfo(
            liveID: liveID, sessionID: LiveSessionID(unchecked: "l1"),
            owner: UserInfo(userID: UserID(unchecked: "host")),
            createTime: Timestamp(milliseconds: 1))
        return RoomSnapshot(
            info: info, statistics: RoomStatistics(), audienceCount: audienceCount, audience: [], admins: [],
            history: [])
    }

    static func barrage(_ text: String) -> RoomEvent {
        .barrageSent(Barrage(sender: UserInfo(userID: UserID(unchecked: "bob")), kind: .text(text, extensionInfo: [:])))
    }

    static func gift(_ orderID: String, sender: String = "bob") -> RoomEvent {
        .giftReceived(
            GiftReceived(
                orderID: OrderID(unchecked: orderID), gift: Gift(giftID: giftID, name: "Rose", coins: .zero), count: 1,
                coins: .zero, sender: UserInfo(userID: UserID(unchecked: sender)), to: []))
    }

    static func charged(_ order: GiftSend) -> GiftCharged {
        GiftCharged(
            orderID: order.orderID, giftID: order.giftID, count: order.count ?? 1, coins: .zero, balance: .zero,
            durable: 4,
            at: Timestamp(milliseconds: 1))
    }

    // MARK: - Steps

    /// Logs in and answers as the server does.
    func logIn() async throws -> ScriptedConnection {
        async let session = client.logIn(sdkAppID: 1, userID: Self.userID, userSig: "dev")
        let connection = await transport.nextConnection()
        try await open(connection, Self.opened())
        _ = try await session
        return connection
    }

    /// Lets the connection open and answers `session.open`.
    @discardableResult
    func open(_ connection: ScriptedConnection, _ answer: SessionOpened) async throws -> SessionOpen {
        connection.open()
        let frame = await connection.nextCommand()
        guard case .sessionOpen(let asked) = frame.command else {
            Issue.record("the first command is \(frame.command.op)")
            throw Rejection(.failed)
        }
        connection.reply(to: frame, answer)
        return asked
    }

    /// Joins a live and answers as the server does.
    func join(
        _ connection: ScriptedConnection, _ joined: RoomJoined = Self.joined()
    ) async throws -> EnteredRoom {
        async let entered = client.joinRoom(joined.liveID)
        let frame = await connection.nextCommand()
        #expect(frame.command == .roomJoin)
        connection.reply(to: frame, joined)
        connection.event(.roomSnapshot(Self.snapshot(joined.liveID)), in: joined.liveID, epoch: joined.epoch)
        return try await entered
    }

    /// Cuts the connection, waits for the next and answers it as the server does.
    func reconnect(
        from connection: ScriptedConnection, answering answer: SessionOpened
    ) async throws -> (ScriptedConnection, SessionOpen) {
        let attempts = transport.attemptCount
        connection.lose()
        while transport.attemptCount == attempts { try await advance(0.25) }
        let next = await transport.nextConnection()
        let asked = try await open(next, answer)
        try await settle()
        return (next, asked)
    }

    /// The room events so far, one line each.
    func roomEvents() async throws -> [String] {
        try await settle()
        return events.drain().compactMap { event in
            switch event {
            case .room(_, let place, let event): "\(event.name.rawValue) \(place.seq ?? -1) \(place.durable ?? -1)"
            case .resumed(let liveID, let recovered): "resumed \(liveID) \(recovered)"
            case .removed(let liveID, let rejection): "removed \(liveID) \(rejection.code.rawValue)"
            default: nil
            }
        }
    }
}

/// The rejection that the closure throws, or nil.
nonisolated(nonsending) func rejection(of body: () async throws -> some Sendable) async -> Rejection? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? Rejection
    }
}
