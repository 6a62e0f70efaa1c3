public import NIOCore
import NIOPosix
public import OvationModel
public import OvationWire

/// A connection to an Ovation server that survives network failures. It logs in, resumes after a lost connection, offers commands as async
/// calls, and delivers every event once and in order.
///
/// ```swift
/// let client = OvationClient(configuration: ClientConfiguration(serverURL: "ws://127.0.0.1:8080"))
/// client.addHandler { event in … }
/// try await client.logIn(sdkAppID: 1_400_000_001, userID: userID, userSig: userSig)
/// let room = try await client.joinRoom(liveID)
/// try await client.sendGift(giftID, count: 1, to: [], in: liveID)
/// ```
///
/// After a successful login the client stays logged in until ``logOut()`` or until the server ends the session. It replaces a lost
/// connection after 1 to 16 s, with jitter, and every live continues where it was. Commands given meanwhile wait for the connection. All
/// commands throw `Rejection` and nothing else. Cancelling the task that waits for a command does not undo the command.
///
/// A client may be used from any thread. It does all its work on one event loop, which many clients may share.
public final class OvationClient: Sendable {
    /// How many events a stream of ``events()`` may fall behind.
    static let streamBufferMax = 8_192

    package let configuration: ClientConfiguration
    let shared = ClientShared()
    let journal: any OrderJournal
    private let eventLoop: any EventLoop
    private let core: NIOLoopBoundBox<ClientCore>
    private let orderRandom: Locked<AnyRandom>

    /// Makes a client. It does nothing until ``logIn(sdkAppID:userID:userSig:)``.
    ///
    /// Arguments that are nil get the defaults below. For a server of `OvationTesting` they get what that server provides for its clients.
    ///
    /// - Parameters:
    ///   - configuration: The server, the timeouts and the logger.
    ///   - transport: The transport that carries the frames; nil for ``NIOTransport``.
    ///   - orderJournal: The journal that keeps gift orders until they have an answer; nil for ``FileOrderJournal/shared``.
    ///   - clock: The clock; nil for ``SystemClientClock``. A test can pass a clock that it advances by hand.
    ///   - random: The source of jitter and order ids. Order ids must never repeat, so use a generator with a fixed seed only in tests.
    ///   - eventLoopGroup: The client runs on one event loop of this group; nil for the group that everything in the process shares.
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

    /// Runs a closure on the client's event loop.
    func perform(_ body: @escaping @Sendable (ClientCore) -> Void) {
        let core = core
        eventLoop.execute {
            let value = core.value
            value.perform { body(value) }
        }
    }

    /// Calls `body` once on the client's event loop, after a time has passed on the client's clock.
    func after(milliseconds: Int64, _ body: @escaping @Sendable () -> Void) {
        perform { core in
            _ = core.clock.schedule(at: core.clock.now + .milliseconds(milliseconds), on: core.eventLoop, body)
        }
    }

    // MARK: - Events

    /// Adds an event handler.
    ///
    /// The client calls it for one event after the other on its event loop, which the handler must not block. It may be called before a
    /// ``logIn(sdkAppID:userID:userSig:)`` returns, with the connection's state and with orders of an earlier run.
    ///
    /// - Returns: The token that removes the handler.
    @discardableResult
    public func addHandler(_ handler: @escaping @Sendable (ClientEvent) -> Void) -> HandlerToken {
        shared.addHandler(handler)
    }

    /// Removes a handler. One call of the handler may still be running, unless this is called on the client's event loop.
    public func removeHandler(_ token: HandlerToken) {
        shared.removeHandler(token)
    }

    /// Returns the events from now on, as a sequence for one consumer.
    ///
    /// If a consumer falls 8,192 events behind, its stream ends, so that it never misses an event unnoticed.
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

    /// The server's answer to the last login or resume; nil when logged out.
    public var session: SessionOpened? { shared.mirror.withLock { $0.session } }

    /// The state of the client's connection to its server.
    public var connectionState: ConnectionState { shared.mirror.withLock { $0.connection } }

    /// The number of frames that this build did not understand and ignored, for instance events of a newer server.
    public var unknownFrameCount: Int { shared.mirror.withLock { $0.unknownFrameCount } }

    // MARK: - Session

    /// Logs in. If the server cannot be reached, the client tries again until `requestTimeoutSeconds` have passed.
    ///
    /// If the user is already logged in, this only replaces the UserSig that the next reconnect uses.
    ///
    /// - Parameters:
    ///   - sdkAppID: The id of the app.
    ///   - userID: The id of the user.
    ///   - userSig: The signature from the app's backend that proves who the user is.
    /// - Returns: The session, with the user's profile as the server has it.
    /// - Throws: `networkUnavailable` if the server could not be reached, `repeatedOperation` if another login is in progress or another
    ///   user is logged in, `invalidParameter` if the server's URL is not valid, or the server's refusal.
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

    /// Logs out. This leaves every live, closes the connection with 1000 and forgets the session. Waiting commands fail with `notLoggedIn`.
    /// It returns when the connection is closed.
    public func logOut() async {
        await withCheckedContinuation { continuation in
            perform { core in core.logOut { continuation.resume() } }
        }
    }

    /// Tells the client that the app is in the foreground again, or that the network is back.
    ///
    /// A scheduled reconnect begins at once. A connection on which nothing arrives within ten seconds is replaced.
    public func wake() {
        perform { $0.wake() }
    }

    // MARK: - Commands

    /// Sends a command and decodes its answer.
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

    /// Makes an order id of 128 random bits, as 32 hexadecimal digits.
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
