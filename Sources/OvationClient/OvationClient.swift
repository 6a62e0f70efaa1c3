public import NIOCore
import NIOPosix
public import OvationModel
public import OvationWire

/// A connection to an Ovation server that survives: login, resume after a lost connection, commands as async calls, and
/// a stream of events in which everything comes once and in order.
///
/// ```swift
/// let client = OvationClient(configuration: ClientConfiguration(serverURL: "ws://127.0.0.1:8080"))
/// client.addHandler { event in … }
/// try await client.logIn(sdkAppID: 1_400_000_001, userID: userID, userSig: userSig)
/// let room = try await client.joinRoom(liveID)
/// try await client.sendGift(giftID, count: 1, to: [], in: liveID)
/// ```
///
/// Once a login has succeeded the client stays logged in until ``logOut()`` or until the server ends the session: a
/// lost connection is made again, after 1 to 16 s with jitter, and every live goes on where it was. Commands given
/// meanwhile wait for the connection. All commands throw `Rejection` and nothing else. To cancel the task that waits
/// for a command does not take the command back.
///
/// May be used from any thread. Everything that it does happens on one event loop, which many clients may share.
public final class OvationClient: Sendable {
    /// Events that a stream of ``events()`` may be behind.
    static let streamBufferMax = 8_192

    package let configuration: ClientConfiguration
    let shared = ClientShared()
    let journal: any OrderJournal
    private let eventLoop: any EventLoop
    private let core: NIOLoopBoundBox<ClientCore>
    private let orderRandom: Locked<AnyRandom>

    /// Makes a client. It does nothing before ``logIn(sdkAppID:userID:userSig:)``.
    ///
    /// What is nil is the machine's own; for a server of `OvationTesting` it is what that server has for its clients.
    ///
    /// - Parameters:
    ///   - configuration: Which server, and how patient to be.
    ///   - transport: What carries the frames; nil for ``NIOTransport``.
    ///   - orderJournal: Where orders of gifts are kept until they have their answer; nil for ``FileOrderJournal/shared``.
    ///   - clock: The time to live by; a test's own where it turns the time by hand; nil for ``SystemClientClock``.
    ///   - random: What jitter and order ids are drawn from. Order ids must never repeat: a generator with a fixed seed
    ///     is for tests.
    ///   - eventLoopGroup: What to run on; one loop of it. nil for the one that is shared by everything in the process.
    public init(
        configuration: ClientConfiguration, transport: (any Transport)? = nil,
        orderJournal: (any OrderJournal)? = nil, clock: (any ClientClock)? = nil,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        eventLoopGroup: (any EventLoopGroup)? = nil
    ) {
        let surroundings = ClientSurroundings.of(configuration.serverURL)
        self.configuration = configuration
        journal = orderJournal ?? surroundings?.orderJournal ?? FileOrderJournal.shared
        eventLoop = (eventLoopGroup ?? surroundings?.eventLoopGroup ?? NIOSingletons.posixEventLoopGroup).next()
        orderRandom = Locked(AnyRandom(base: random))
        core = .makeBoxSendingValue(
            ClientCore(
                configuration: configuration, transport: transport ?? surroundings?.transport ?? NIOTransport(),
                journal: journal, clock: clock ?? surroundings?.clock ?? SystemClientClock(), random: random,
                eventLoop: eventLoop, shared: shared, watch: surroundings?.watch),
            eventLoop: eventLoop)
    }

    deinit {
        let core = core
        eventLoop.execute { core.value.perform { core.value.shutDown() } }
    }

    /// Runs something on the client's event loop.
    func perform(_ body: @escaping @Sendable (ClientCore) -> Void) {
        let core = core
        eventLoop.execute {
            let value = core.value
            value.perform { body(value) }
        }
    }

    /// Calls back once on the client's event loop, when a time has passed on its clock.
    func after(milliseconds: Int64, _ body: @escaping @Sendable () -> Void) {
        perform { core in
            _ = core.clock.schedule(at: core.clock.now + .milliseconds(milliseconds), on: core.eventLoop, body)
        }
    }

    // MARK: - Events

    /// Adds a handler of events.
    ///
    /// It is called for one event after the other, on the client's own event loop, and must not block it. It may be
    /// called before a ``logIn(sdkAppID:userID:userSig:)`` that is under way returns: for the connection's state, and
    /// for orders of an earlier run.
    ///
    /// - Returns: What it is removed with.
    @discardableResult
    public func addHandler(_ handler: @escaping @Sendable (ClientEvent) -> Void) -> HandlerToken {
        shared.addHandler(handler)
    }

    /// Removes a handler. Called on another thread than the client's, one call of the handler may still be under way.
    public func removeHandler(_ token: HandlerToken) {
        shared.removeHandler(token)
    }

    /// The events from now on, as a sequence for one consumer.
    ///
    /// A consumer that falls 8,192 events behind has its stream ended, rather than miss one in the middle without
    /// knowing.
    public func events() -> AsyncStream<ClientEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ClientEvent.self, bufferingPolicy: .bufferingOldest(Self.streamBufferMax))
        let token = shared.addHandler(
            { event in if case .dropped = continuation.yield(event) { continuation.finish() } },
            end: { continuation.finish() })
        continuation.onTermination = { [weak shared] _ in shared?.removeHandler(token) }
        return stream
    }

    // MARK: - State

    /// What the last login or resume answered; nil when logged out.
    public var session: SessionOpened? { shared.mirror.withLock { $0.session } }

    /// How the client stands with its server.
    public var connectionState: ConnectionState { shared.mirror.withLock { $0.connection } }

    /// How many frames came that this build does not understand, events of a newer server among them. They are ignored.
    public var unknownFrameCount: Int { shared.mirror.withLock { $0.unknownFrameCount } }

    // MARK: - Session

    /// Logs in. A server that cannot be reached is tried again until `requestTimeoutSeconds` are over.
    ///
    /// Called again for the user who is logged in, it only replaces the UserSig that the next reconnect uses.
    ///
    /// - Parameters:
    ///   - sdkAppID: The app.
    ///   - userID: The user.
    ///   - userSig: The user's proof, from the app's backend.
    /// - Returns: Who the user is to the server.
    /// - Throws: `networkUnavailable` where the server could not be reached, `repeatedOperation` where another login is
    ///   under way or another user is logged in, `invalidParameter` for a URL that is none, and what the server refuses
    ///   a login with.
    @discardableResult
    public func logIn(sdkAppID: Int, userID: UserID, userSig: String) async throws -> SessionOpened {
        try await withCheckedThrowingContinuation { continuation in
            perform { core in
                core.logIn(.init(sdkAppID: sdkAppID, userID: userID, userSig: userSig)) {
                    continuation.resume(with: $0)
                }
            }
        }
    }

    /// Logs out: leaves every live, closes the connection with 1000 and forgets the session. Commands that wait fail
    /// with `notLoggedIn`. Returns when the connection is closed.
    public func logOut() async {
        await withCheckedContinuation { continuation in
            perform { core in core.logOut { continuation.resume() } }
        }
    }

    /// Says that the app is in the foreground again or that the network is back.
    ///
    /// A reconnect that waits is tried at once, and a connection that gives no sign of life within ten seconds is made
    /// anew.
    public func wake() {
        perform { $0.wake() }
    }

    // MARK: - Commands

    /// Sends a command and reads its answer.
    func request<Reply: Decodable & Sendable>(
        _ command: Command, room: LiveID? = nil, onLoss: CommandTable.OnLoss = .fail, as reply: Reply.Type = Reply.self
    ) async throws -> Reply {
        let bytes = try await withCheckedThrowingContinuation { continuation in
            perform { core in
                core.submit(command, room: room, onLoss: onLoss) { continuation.resume(with: $0.result) }
            }
        }
        do {
            return try ServerFrame.decodeOK(Reply.self, from: bytes)
        } catch {
            throw Rejection(.invalidReply)
        }
    }

    /// Draws an order id: 128 random bits in 32 digits.
    package func makeOrderID() -> OrderID {
        let digits = orderRandom.withLock { random in
            (0..<2).map { _ in
                let half = String(random.next(), radix: 16)
                return String(repeating: "0", count: 16 - half.count) + half
            }
        }
        return OrderID(unchecked: digits.joined())
    }
}
