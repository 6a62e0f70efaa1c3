import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// What the rooms of a node share: storage, the app's backend, metrics.
final class RoomServices: Sendable {
    let limits: Limits
    let clock: ServerClock
    let storage: any Storage
    let journal: Journal
    let background: BackgroundWork
    let directory: RoomDirectory
    let billing: BillingDesk
    let halt: GiftingHalt
    let words: WordShelf
    let boards: BoardShelf
    let gifterLevels: GifterLevels
    let callbacks: Callbacks
    let reviews: MessageReviews
    let pictures: Pictures
    let metrics: ServerMetrics
    /// Keeps lists of what changes rooms; nil unless a host wants to repeat them.
    let recorder: RoomRecorder?
    let logger: Logger
    /// How many event loops have viewers.
    let loopCount: Int
    /// The account that callbacks name where the app's backend acts, whichever of its accounts it used.
    let administratorAccount: String
    /// Sends the balance to every session of a user.
    let walletChanged: @Sendable (UserID, Coins) -> Void

    init(
        limits: Limits, gifterLevels: GifterLevels, administratorAccount: String, loopCount: Int, clock: ServerClock,
        storage: any Storage, journal: Journal, background: BackgroundWork, directory: RoomDirectory,
        billing: BillingDesk, halt: GiftingHalt, words: WordShelf, boards: BoardShelf, callbacks: Callbacks,
        reviews: MessageReviews, pictures: Pictures, metrics: ServerMetrics, recorder: RoomRecorder?, logger: Logger,
        walletChanged: @escaping @Sendable (UserID, Coins) -> Void
    ) {
        self.limits = limits
        self.clock = clock
        self.storage = storage
        self.journal = journal
        self.background = background
        self.directory = directory
        self.billing = billing
        self.halt = halt
        self.words = words
        self.boards = boards
        self.gifterLevels = gifterLevels
        self.callbacks = callbacks
        self.reviews = reviews
        self.pictures = pictures
        self.metrics = metrics
        self.recorder = recorder
        self.logger = logger
        self.loopCount = loopCount
        self.administratorAccount = administratorAccount
        self.walletChanged = walletChanged
    }
}

// MARK: - Boards

extension RoomServices {
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

extension RoomServices {
    /// A page of the moderation log of a live, on or over.
    func moderationPage(of liveID: LiveID, before: Int64?, count: Int) async throws -> ModerationPage {
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
