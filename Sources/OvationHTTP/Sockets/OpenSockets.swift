package import Logging
package import Metrics
import NIOCore
import OvationObservability
package import OvationSupport
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Every connection of the port, from its acceptance to its end: how many there may be, and how all of them end.
///
/// When as many are open as there may be, a few more are taken for questions about the server's health, so that the
/// supervisor of the process hears what is wrong with it. Of those the newest is served: it takes the place of the oldest, which
/// had its time. May be used from any thread.
package final class OpenSockets: Sendable {
    /// What becomes of a new connection.
    enum Admission: Equatable {
        /// It is served.
        case ordinary
        /// It is served for a question about the server's health.
        case reserved
        /// It is closed.
        case refused
    }

    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        var ordinaryCount = 0
        /// Those for questions about health, oldest first. One that has to go stays among `reserved` until it is closed.
        var reservedInTurn: [ObjectIdentifier] = []
        var reserved: Set<ObjectIdentifier> = []
        var isFull = false
        var isStopping = false
        var onEmpty: (@Sendable () -> Void)?
        var throttle: LogThrottle
    }

    /// Connections that may be open at a time.
    let socketsMax: Int
    private let reservedMax: Int
    private let state: Mutex<State>
    /// Whether it is worth asking whether a connection is reserved.
    private let hasReserved = Atomic<Bool>(false)
    private let metrics: SocketMetrics
    private let clock: ServerClock
    private let logger: Logger

    /// Makes the list of no connections.
    ///
    /// - Parameters:
    ///   - socketsMax: connections that may be open at a time.
    ///   - reservedMax: how many beyond them are taken for questions about the server's health.
    ///   - metrics: where they are counted.
    ///   - clock: what time it is, for the log.
    ///   - logger: logs when the port is full, and when there is room again.
    package init(socketsMax: Int, reservedMax: Int, metrics: SocketMetrics, clock: ServerClock, logger: Logger) {
        self.socketsMax = socketsMax
        self.reservedMax = reservedMax
        self.metrics = metrics
        self.clock = clock
        self.logger = logger
        state = Mutex(State(throttle: LogThrottle(perSecond: 1, burst: 2, at: clock.monotonic())))
        metrics.socketsMax.set(socketsMax)
    }

    /// Whether there is no room for another client.
    package var isFull: Bool { state.withLock { $0.isFull } }

    /// Whether a connection is only for questions about the server's health.
    func isReserved(_ channel: any Channel) -> Bool {
        guard hasReserved.load(ordering: .relaxed) else { return false }
        return state.withLock { $0.reserved.contains(ObjectIdentifier(channel)) }
    }

    // MARK: Coming and going

    /// Lets a new connection in. On the event loop of the listening socket.
    func admit(_ channel: any Channel) -> Admission {
        let (admission, outdated, news) = state.withLock { admit(channel, &$0) }
        metrics.admitted(admission)
        outdated?.close(promise: nil)
        tell(news)
        guard admission != .refused else { return admission }
        channel.closeFuture.whenComplete { _ in self.closed(channel) }
        return admission
    }

    private func admit(
        _ channel: any Channel, _ state: inout State
    ) -> (Admission, outdated: (any Channel)?, News?) {
        let id = ObjectIdentifier(channel)
        guard !state.isStopping else { return (.refused, nil, nil) }
        guard state.ordinaryCount >= socketsMax else {
            state.ordinaryCount += 1
            state.open[id] = channel
            return (.ordinary, nil, nil)
        }
        let news = state.isFull ? nil : makeNews(.full, &state)
        state.isFull = true
        // Those that have to go may take a moment.
        guard reservedMax > 0, state.reserved.count < 2 * reservedMax else { return (.refused, nil, news) }
        var outdated: (any Channel)?
        if state.reservedInTurn.count >= reservedMax { outdated = state.open[state.reservedInTurn.removeFirst()] }
        state.open[id] = channel
        state.reserved.insert(id)
        state.reservedInTurn.append(id)
        hasReserved.store(true, ordering: .relaxed)
        return (.reserved, outdated, news)
    }

    private func closed(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let (news, onEmpty) = state.withLock { state -> (News?, (@Sendable () -> Void)?) in
            guard state.open.removeValue(forKey: id) != nil else { return (nil, nil) }
            if state.reserved.remove(id) != nil {
                state.reservedInTurn.removeAll { $0 == id }
                hasReserved.store(!state.reserved.isEmpty, ordering: .relaxed)
            } else {
                state.ordinaryCount -= 1
            }
            var news: News?
            // Not at once, or the log would tell of every single client that comes and goes.
            if state.isFull, state.ordinaryCount <= socketsMax - max(1, socketsMax / 10) {
                state.isFull = false
                news = makeNews(.room, &state)
            }
            guard state.isStopping, state.open.isEmpty else { return (news, nil) }
            defer { state.onEmpty = nil }
            return (news, state.onEmpty)
        }
        metrics.closed()
        tell(news)
        onEmpty?()
    }

    // MARK: Stopping

    /// Takes no more connections and ends those that there are.
    ///
    /// - Parameters:
    ///   - listening: the listening socket.
    ///   - time: after how long those that are still there are cut; nil for never.
    ///   - onEmpty: called when there are none left.
    func stop(_ listening: any Channel, cutAfter time: TimeAmount?, _ onEmpty: @escaping @Sendable () -> Void) {
        // There, so that each connection has its handlers before it hears of the stop.
        listening.eventLoop.execute {
            listening.close(promise: nil)
            let channels = self.state.withLock { state in
                state.isStopping = true
                if !state.open.isEmpty { state.onEmpty = onEmpty }
                return Array(state.open.values)
            }
            if channels.isEmpty { return onEmpty() }
            for channel in channels {
                channel.eventLoop.execute {
                    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
                }
            }
            if let time { listening.eventLoop.scheduleTask(in: time) { self.cutWhatIsLeft() } }
        }
    }

    private func cutWhatIsLeft() {
        let count = cut()
        guard count > 0 else { return }
        logger.warning(
            "connections that did not end in time were cut", metadata: [LogKeys.socketsOpen: .stringConvertible(count)])
    }

    /// Cuts every connection and takes no more. Answers how many there were.
    @discardableResult
    func cut() -> Int {
        let channels = state.withLock { state in
            state.isStopping = true
            return Array(state.open.values)
        }
        for channel in channels { channel.close(promise: nil) }
        return channels.count
    }

    // MARK: News

    private enum Turn {
        case full, room, outOfDescriptors
    }

    private struct News {
        let turn: Turn
        let open: Int
        let leftOut: Int
    }

    /// The system has no more descriptors, or no memory for them.
    func outOfDescriptors(_ error: IOError) {
        metrics.acceptFailures.increment()
        let news = state.withLock { makeNews(.outOfDescriptors, &$0) }
        tell(news, error)
    }

    /// The log line that is due; nil when the throttle holds it back.
    private func makeNews(_ turn: Turn, _ state: inout State) -> News? {
        state.throttle.admit(at: clock.monotonic()).map { News(turn: turn, open: state.open.count, leftOut: $0) }
    }

    private func tell(_ news: News?, _ error: IOError? = nil) {
        guard let news else { return }
        var metadata: Logger.Metadata = [
            LogKeys.socketsOpen: .stringConvertible(news.open), LogKeys.socketsMax: .stringConvertible(socketsMax),
        ]
        if news.leftOut > 0 { metadata[LogKeys.linesLeftOut] = .stringConvertible(news.leftOut) }
        switch news.turn {
        case .full:
            logger.warning(
                """
                as many clients are connected as there may be: only questions about the server's health are answered \
                now; limits.socketsMax and the system's limit on open files (ulimit -n, LimitNOFILE) bound them
                """, metadata: metadata)
        case .room: logger.notice("there is room for clients again", metadata: metadata)
        case .outOfDescriptors:
            metadata[LogKeys.error] = "\(error.map { String(cString: strerror($0.errnoCode)) } ?? "")"
            logger.error(
                "a connection cannot be accepted: the system's limit on open files (ulimit -n, LimitNOFILE) is reached",
                metadata: metadata)
        }
    }
}

/// How many connections there are, and how many could not be.
package final class SocketMetrics: Sendable {
    let socketsMax: Meter
    let acceptFailures: Counter
    private let sockets: Meter
    private let admissions: LabelledCounters<Bool>

    /// Makes the metrics.
    package init(factory: any MetricsFactory) {
        let make = MetricMaker(factory)
        sockets = make.gauge(
            "ovation_sockets", "Connections that are open: WebSockets, HTTP, and those that said nothing yet.")
        socketsMax = make.gauge("ovation_sockets_max", "Connections that may be open at a time.")
        acceptFailures = make.counter(
            "ovation_socket_accept_failures_total",
            "Connections that the system could not give to the server, for want of descriptors or memory.")
        admissions = make.counters(
            "ovation_sockets_refused_total", by: "health_only", [true, false],
            "Connections above the maximum, by whether they could ask about the server's health.")
    }

    /// A connection came.
    func admitted(_ admission: OpenSockets.Admission) {
        switch admission {
        case .ordinary: sockets.increment(by: 1.0)
        case .reserved:
            sockets.increment(by: 1.0)
            admissions[true].increment()
        case .refused: admissions[false].increment()
        }
    }

    /// A connection that had been let in is over.
    func closed() { sockets.decrement(by: 1.0) }
}

/// The handler of the listening socket: it has each connection admitted, and waits a moment where the system has no
/// descriptor left. Without the wait the event loop would do nothing but try again.
final class SocketDoor: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never

    private static let pause = TimeAmount.milliseconds(100)

    private let sockets: OpenSockets
    private var isPausing = false
    private var isReadAwaited = false

    /// Makes the door of a port.
    init(sockets: OpenSockets) { self.sockets = sockets }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        if sockets.admit(channel) == .refused {
            channel.close(promise: nil)
        } else {
            context.fireChannelRead(data)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        sockets.outOfDescriptors(error)
        guard !isPausing else { return }
        isPausing = true
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isPausing = false
            guard self.isReadAwaited else { return }
            self.isReadAwaited = false
            context.read()
        }
    }

    func read(context: ChannelHandlerContext) {
        if isPausing { isReadAwaited = true } else { context.read() }
    }
}
