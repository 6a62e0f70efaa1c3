package import Logging
package import NIOCore
package import OvationBackend
package import OvationModel
package import OvationObservability
package import OvationPictures
import OvationRules
package import OvationStorage
package import OvationSupport
package import OvationWire

/// What the parts of one node share: storage, journal, the app's backend, pictures, metrics. Made once, when the node starts.
package final class NodeServices: Sendable {
    package let configuration: NodeConfiguration
    package let clock: ServerClock
    package let ids: IDSource
    package let storage: any Storage
    package let eventLoops: [any EventLoop]
    package let journal: Journal
    package let background = BackgroundWork()
    package let directory = RoomDirectory()
    package let billing: BillingDesk
    package let halt = GiftingHalt()
    package let words: WordShelf
    /// The gifts that are sold.
    package let gifts: GiftShelf
    package let boards: BoardShelf
    package let callbacks: Callbacks
    package let delivery: CallbackDelivery
    let reviews: MessageReviews
    /// The stream keys of lives.
    package let streamKeys: StreamKeys
    /// The pictures of the lives.
    package let pictures: Pictures
    /// The tickets with which files are uploaded.
    package let uploadTickets: UploadTickets
    /// Lets users test their uplink.
    package let uplinkTickets: UplinkTickets
    /// The links and battles between lives.
    package let coHosts: CoHostHome
    package let metrics: ServerMetrics
    /// What the node was like, minute by minute, for charts.
    package let history: NodeHistoryShelf
    /// Keeps lists of what changes rooms; nil unless a host wants to repeat them.
    let recorder: RoomRecorder?
    /// Planted by a simulation; nil in every server.
    let bug: HostedBug?
    package let logger: Logger
    /// The account that callbacks name where the app's backend acts, whichever of its accounts it used.
    let administratorAccount: String
    /// Sends a frame to every session of some users.
    let tellUsers: @Sendable ([UserID], [UInt8]) -> Void

    package var limits: Limits { configuration.limits }
    /// Whether lives of this node may have edges that a message to costs something.
    var hasEdgesElsewhere: Bool { edgeCount > 1 || configuration.isOfCluster }
    /// How many edges the event loops are divided into.
    var edgeCount: Int { min(max(1, configuration.edgeCount), eventLoops.count) }
    var gifterLevels: GifterLevels { configuration.gifterLevels }

    /// Makes what a node has of its parts.
    ///
    /// - Parameters:
    ///   - metrics: the node's, which its links count in as well.
    ///   - tellUsers: sends a frame to every session of some users.
    init(_ parts: NodeParts, metrics: ServerMetrics, tellUsers: @escaping @Sendable ([UserID], [UInt8]) -> Void) {
        let (configuration, limits) = (parts.configuration, parts.configuration.limits)
        let (storage, clock, ids, logger) = (parts.storage, parts.clock, parts.ids, parts.logger)
        self.configuration = configuration
        self.clock = clock
        self.ids = ids
        self.storage = storage
        self.logger = logger
        self.tellUsers = tellUsers
        words = WordShelf(storedVersion: parts.versions[.words])
        gifts = GiftShelf(parts.catalogue, storedVersion: parts.versions[.catalogue])
        eventLoops = parts.eventLoops
        recorder = parts.recorder
        bug = parts.bug
        administratorAccount = configuration.administrators.min()?.rawValue ?? CallbackBodies.system
        self.metrics = metrics
        history = NodeHistoryShelf(minutesMax: limits.historyMinutesMax)
        let journal = Journal(storage: storage, limits: limits, metrics: metrics, logger: logger)
        self.journal = journal
        let callbacks = Callbacks(
            configuration.callbacks, settings: parts.callbackSettings, version: parts.versions[.callbackSettings],
            counts: CallbackCounts(), caller: parts.caller, limits: limits, ids: ids,
            metrics: CallbackMetrics(factory: parts.registry), logger: logger)
        self.callbacks = callbacks
        reviews = MessageReviews(background: background, limits: limits)
        delivery = CallbackDelivery(
            callbacks, storage: storage, journal: journal, limits: limits, clock: clock, eventLoop: eventLoops[0],
            logger: logger)
        delivery.followJournal()
        streamKeys = StreamKeys(
            storage: storage, journal: journal, on: eventLoops[0], clock: clock, ids: ids,
            cachedMilliseconds: parts.bug == .oldKey ? .max / 2 : StreamKeys.cachedMilliseconds)
        billing = BillingDesk(
            biller: CallbackBiller(
                caller: parts.caller, configured: configuration.billing,
                timeoutMilliseconds: limits.callbackTimeoutMilliseconds, settings: { callbacks.settings }),
            storage: storage, journal: journal, limits: limits, clock: clock, metrics: metrics, logger: logger,
            eventLoop: eventLoops[0], bug: parts.bug)
        coHosts = CoHostHome(
            storage: storage, journal: journal, directory: directory, callbacks: callbacks, on: eventLoops[0],
            limits: limits, clock: clock, metrics: metrics, logger: logger)
        uploadTickets = UploadTickets(ids: ids, clock: clock, secret: configuration.secret, limits: limits)
        uplinkTickets = UplinkTickets(ids: ids, clock: clock, secret: configuration.secret, limits: limits)
        let rooms = directory
        let recordings = configuration.media.recording.directory.map { folder in
            RecordingDesk(
                configuration.media.recording, folder: DiskRecordingFolder(folder),
                secret: configuration.secret, storage: storage, journal: journal, callbacks: callbacks,
                on: parts.eventLoops[0], clock: clock, ids: ids, metrics: RecordingMetrics(factory: parts.registry),
                logger: logger
            ) { rooms.info(of: $0) }
        }
        boards = BoardShelf(limits: limits, calendar: configuration.ledger.calendar)
        pictures = Pictures(
            configuration.media, secret: configuration.secret, eventLoops: eventLoops, clock: clock, keys: streamKeys,
            tickets: StoredTickets(
                journal: journal, on: eventLoops[0], ids: ids, secret: configuration.secret,
                limits: configuration.media.limits),
            metrics: MediaMetrics(factory: parts.registry), fetchMetrics: FetchMetrics(factory: parts.registry),
            logger: logger,
            refusedLinesPerSecond: limits.refusedCallsLoggedPerSecond, recordings: recordings
        ) { [directory] in directory.start(of: $0) }
        pictures.onChange { [directory] in directory.room($0)?.notify(.pictureChanged($1, RoomMedia($2))) }
        pictures.onCover { [directory] in directory.room($0)?.notify(.pictureChanged($1, RoomMedia($2))) }
        pictures.onChange(PictureTellings(callbacks, journal: journal, clock: clock).tell)
    }
}

// MARK: - Single users

extension NodeServices {
    /// Sends the balance to every session of a user.
    package func walletChanged(_ user: UserID, _ balance: Coins) {
        tellUsers([user], FrameEncoder.walletChanged(Wallet(balance: balance)))
    }
}

// MARK: - Homes

extension NodeServices {
    /// Starts of lives that this node runs are another's.
    func giveUp(_ starts: Set<LiveSessionID>) {
        for room in directory.rooms(ofStarts: starts) { room.giveUp() }
    }
}

// MARK: - Boards

extension NodeServices {
    /// Gifts were refunded: their senders may be lower on every board.
    func coinsTakenBack(from senders: Set<UserID>) {
        for room in directory.rooms { room.notify(.coinsTakenBack(senders)) }
        readBoards()
    }

    /// Reads the boards of the whole app anew, because the places in memory may say more than there is.
    func readBoards() {
        guard boards.beginReading() else { return }
        background.submit { [self] in
            repeat {
                do {
                    try await boards.load(from: storage, levels: gifterLevels, at: clock.wall())
                } catch {
                    // What is shown is older until the next gift of each user or the next reading.
                    logger.warning("the boards could not be read", metadata: [LogKeys.error: "\(error)"])
                }
            } while boards.mustReadAgain()
        }
    }
}

// MARK: - Moderation

extension NodeServices {
    /// A page of the moderation log of a live, on or over.
    package func moderationPage(of liveID: LiveID, before: Int64?, count: Int) async throws -> ModerationPage {
        // Lines of the log may still be on their way.
        try await journal.barrier()
        let entries = try await storage.moderationLog(of: liveID, before: before, limit: count)
        let isLast = entries.count < count || entries.last?.number == 1
        return ModerationPage(entries: entries, cursor: isLast ? "" : entries.last.map { "\($0.number)" } ?? "")
    }
}

/// The event loop that a room runs on.
struct RoomLoop: Sendable {
    let eventLoop: any EventLoop
    /// Its place among the event loops that have viewers.
    let index: Int

    /// Stops the process where the caller is not on the loop.
    func preconditionIsHere() { eventLoop.preconditionInEventLoop() }

    /// Runs work on the loop: now where the caller is on it, else as its next task. Order is kept for callers of one loop.
    func run(_ work: @escaping @Sendable () -> Void) {
        if eventLoop.inEventLoop { work() } else { eventLoop.execute(work) }
    }

    /// Runs work on the loop in a while, unless it is cancelled.
    @discardableResult
    func run(after milliseconds: Int64, _ work: @escaping @Sendable () -> Void) -> Scheduled<Void> {
        eventLoop.scheduleTask(in: .milliseconds(milliseconds), work)
    }
}
