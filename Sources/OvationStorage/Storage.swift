public import OvationModel
public import OvationRules

/// What is kept: users, lives, roles, bans, mutes, the catalogue, accounts, entries, orders and the stored events.
///
/// Every implementation passes the suite of `StorageContract` in OvationTestKit. Writes come in batches and are one
/// transaction each; when `commit` returns, they survive a crash of the process and of the machine. One writer at a time:
/// the server's journal is the only caller of `commit`.
public protocol Storage: Sendable {
    /// Keeps a batch of writes in one durable transaction, in their order, and says what became of each.
    ///
    /// A write that is refused (an order without coins, an id that was used) does not hinder the others.
    /// - Throws: ``StorageError`` where the batch could not be kept. Then nothing of it was.
    func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome]

    /// Every live that has not ended, with everything the runtime needs to go on with it.
    func openRooms() async throws -> [RoomRecord]

    /// The last start of a live, open or ended; nil where there was none.
    func lastRoom(_ liveID: LiveID) async throws -> RoomRecord?

    /// The profiles of the users that have one.
    func profiles(of users: [UserID]) async throws -> [UserID: UserProfile]

    /// The balance of an account; nil where it has never had an entry.
    func balance(of account: AccountID) async throws -> Coins?

    /// The entries of an account, newest first.
    ///
    /// - Parameters:
    ///   - before: the number of one of its entries, for those before it; nil for the newest. There is nothing before any other number.
    ///   - limit: at most so many.
    func entries(of account: AccountID, before: Int64?, limit: Int) async throws -> [LedgerEntry]

    /// An order that was charged; nil where there is none with that key.
    func order(_ key: OrderKey) async throws -> SettledOrder?

    /// An order of the app's own billing; nil where there is none with that key.
    func billingOrder(_ key: OrderKey) async throws -> BillingOrder?

    /// Orders of the app's own billing, oldest first; where the query asks for those that are due, the ones due first.
    func billingOrders(_ query: BillingQuery) async throws -> [BillingOrder]

    /// Stored events of a live session after a number, in their order.
    func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent]

    /// What is kept of a user's visit to a start of a live; nil where they never entered it, or it is one of another live.
    func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit?

    /// Kept messages of a topic in a start of a live, after a number, in their order; none where there is no such start or topic.
    func topicMessages(
        of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
    ) async throws -> [TopicMessage]

    /// The words that the whole app looks for, in their order.
    func words() async throws -> [FilterWord]

    /// Lines of the moderation log of a live, over all its starts, newest first.
    ///
    /// - Parameters:
    ///   - before: lines with a smaller number only; nil for the newest.
    ///   - limit: at most so many.
    func moderationLog(of liveID: LiveID, before: Int64?, limit: Int) async throws -> [ModerationEntry]

    /// The bans and mutes of a user in lives that are on, those included whose time has passed; ordered by live.
    ///
    /// - Parameters:
    ///   - after: lives with a greater id only; nil for the first. All sanctions of a live are in one answer.
    ///   - limit: from at most so many lives.
    func sanctions(of user: UserID, after liveID: LiveID?, limit: Int) async throws -> [Sanction]

    /// The stream key of a live, which outlives its starts; nil where it was never given one.
    func streamKey(of liveID: LiveID) async throws -> String?

    /// Which live has a stream key; nil where none has it now.
    func live(ofStreamKey key: String) async throws -> LiveID?

    /// The whole gift catalogue.
    func catalogue() async throws -> GiftCatalogue

    /// What the server was told under a name, JSON; nil where it was told nothing.
    func setting(_ name: String) async throws -> [UInt8]?

    /// The lives that have callbacks to be delivered, those whose turn it is first, at most so many.
    func callbackLanes(limit: Int) async throws -> [CallbackLane]

    /// The first callbacks of a live that wait for their delivery, in their order, at most so many.
    func callbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback]

    /// How many callbacks there are.
    func callbackCounts() async throws -> CallbackCounts

    /// Callbacks that were given up, those with a greater number than `number` only, in the order of their numbers.
    func deadCallbacks(after number: Int64, limit: Int) async throws -> [DeadCallback]

    /// The gifts that were charged in a start of a live.
    ///
    /// - Parameters:
    ///   - sender: gifts of this user only; nil for all.
    ///   - times: gifts whose orders were let through then; nil for all.
    func giftCounters(
        of session: LiveSessionID, from sender: UserID?, in times: ClosedRange<Timestamp>?
    ) async throws -> GiftCounters
    /// The first places of a board, most coins first, ties by user id.
    func board(_ scope: BoardScope, limit: Int) async throws -> [BoardPlace]

    /// Adds up every entry and compares it with the balances.
    func auditLedger() async throws -> LedgerAudit

    /// Goes on with an audit that reads a part of the ledger at a time.
    ///
    /// - Parameters:
    ///   - run: what was read so far.
    ///   - entriesMax: reads at most so many entries more, in one snapshot. Where there are no more, the balances of the
    ///     accounts that the run has touched are compared.
    func audit(_ run: LedgerAuditRun, entriesMax: Int) async throws -> LedgerAuditRun

    /// Why gifting is halted; nil where it is not.
    func ledgerHalt() async throws -> LedgerHalt?

    /// Finishes and lets go of files and connections. Nothing may be called afterwards.
    func close() async throws
}

/// Why storage failed. It is the server's or the machine's fault, never the caller's.
public struct StorageError: Error, CustomStringConvertible, Sendable {
    /// What happened, for the operator. Never sent to a client.
    public var description: String

    /// Makes an error.
    public init(_ description: String) { self.description = description }
}
