public import OvationModel
public import OvationRules

/// The persistent state: users, lives, roles, bans, mutes, the catalogue, accounts, ledger entries, orders and stored events.
///
/// Every implementation passes the suite `StorageContract` in OvationTestKit. Writes come in batches, and each batch is one transaction.
/// When `commit` returns, the batch survives a crash of the process and of the machine. There is one writer at a time: only the server's
/// journal calls `commit`.
public protocol Storage: Sendable {
    /// Commits a batch of writes in one durable transaction, in order, and returns the outcome of each.
    ///
    /// A refused write, such as an order without enough coins, does not affect the others.
    /// - Throws: ``StorageError`` if the batch could not be committed. In that case nothing was stored.
    func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome]

    /// Returns every open live.
    func openRooms() async throws -> [RoomRecord]

    /// Claims every open live of this home in one durable transaction, and returns each with everything that the runtime needs to continue
    /// it, oldest first. The events that it tells from now on have numbers above all earlier ones.
    ///
    /// To be called once, before anything else is written. Claiming again does no harm: the numbers begin higher.
    func claimRooms(at time: Timestamp) async throws -> [ClaimedRoom]

    /// Returns the latest start of a live, open or ended; nil if there is none.
    func lastRoom(_ liveID: LiveID) async throws -> RoomRecord?

    /// Returns the start of a live that is on, and which process runs it; nil if the live is not on.
    func openStart(of liveID: LiveID) async throws -> OpenStart?

    /// Returns the profiles of those users that have one.
    func profiles(of users: [UserID]) async throws -> [UserID: UserProfile]

    /// Returns the balance of an account; nil if it has never had an entry.
    func balance(of account: AccountID) async throws -> Coins?

    /// Returns the entries of an account, newest first.
    ///
    /// - Parameters:
    ///   - before: The number of one of the account's entries, to get the entries before it; nil for the newest. For any other number the
    ///     result is empty.
    ///   - limit: The most entries to return.
    func entries(of account: AccountID, before: Int64?, limit: Int) async throws -> [LedgerEntry]

    /// Returns a charged order; nil if there is none with this key.
    func order(_ key: OrderKey) async throws -> SettledOrder?

    /// Returns what a charged order moved between accounts, its payer first; empty if there is none with this key.
    func postings(of order: OrderKey) async throws -> [Posting]

    /// Returns an order of the app's own billing; nil if there is none with this key.
    func billingOrder(_ key: OrderKey) async throws -> BillingOrder?

    /// Returns orders of the app's own billing, oldest first. A query for due orders is sorted by their due time instead.
    func billingOrders(_ query: BillingQuery) async throws -> [BillingOrder]

    /// Claims orders of the app's own billing that are due, and returns them, sorted by their due time. No other process claims them before
    /// `until`, so one process at a time goes on with an order.
    ///
    /// An order that is `pending` is claimed only if nobody works at it, or this process does.
    ///
    /// - Parameters:
    ///   - time: Only orders that are due by this time.
    ///   - until: When they are due again if nothing happens, for storages that several processes share.
    func claimBillingOrders(
        in states: [BillingState], dueBy time: Timestamp, until: Timestamp, limit: Int
    ) async throws -> [BillingOrder]

    /// Returns stored events of one start of a live after a number, in order.
    func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent]

    /// Returns the last stored events of some starts of lives, each in order, in one reading. A start whose last event is older than
    /// `since` is left out.
    ///
    /// - Parameter limit: The most events of each start.
    func lastEvents(
        of sessions: [LiveSessionID], since: Timestamp, limit: Int
    ) async throws -> [LiveSessionID: [StoredEvent]]

    /// Returns a user's visit to a start of a live; nil if they never entered it or if it belongs to another live.
    func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit?

    /// Returns stored messages of a topic after a number, in order; empty if the start or the topic does not exist.
    func topicMessages(
        of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
    ) async throws -> [TopicMessage]

    /// Returns the filter words of the whole app, in order.
    func words() async throws -> [FilterWord]

    /// Returns lines of a live's moderation log, over all of its starts, newest first.
    ///
    /// - Parameters:
    ///   - before: Only lines with a smaller number; nil for the newest.
    ///   - limit: The most lines to return.
    func moderationLog(of liveID: LiveID, before: Int64?, limit: Int) async throws -> [ModerationEntry]

    /// Returns lines of the log of operators, newest first.
    func operatorLog(_ query: OperatorLogQuery) async throws -> [OperatorLogEntry]

    /// Returns what is kept about a user, a part and a page at a time.
    func userRecords(_ query: UserRecordQuery) async throws -> UserRecordPage

    /// Returns the users whose erasure has begun and is not done, each with its alias.
    func openErasures() async throws -> [UserID: UserID]

    /// Returns the bans and mutes of a user in open lives, ordered by live. Expired ones are included.
    ///
    /// - Parameters:
    ///   - after: Only lives with a greater id; nil for the first ones. The sanctions of a live are never split.
    ///   - limit: The most lives to return.
    func sanctions(of user: UserID, after liveID: LiveID?, limit: Int) async throws -> [Sanction]

    /// Returns the stream key of a live, which outlives its starts; nil if it never had one.
    func streamKey(of liveID: LiveID) async throws -> String?

    /// Finds the live that currently has a stream key; nil if there is none.
    func live(ofStreamKey key: String) async throws -> LiveID?

    /// Returns the whole gift catalogue.
    func catalogue() async throws -> GiftCatalogue

    /// Returns the versions of what is edited. What is read afterwards is at least as new.
    func versions() async throws -> StoredVersions

    /// The versions as they are found while this process serves, the newest only; nil if no other process can change them. One reader at a
    /// time.
    var versionUpdates: AsyncStream<StoredVersions>? { get }

    /// Returns the JSON value of a server setting; nil if it is not set.
    func setting(_ name: String) async throws -> [UInt8]?

    /// Returns recordings, in the order of the query.
    func recordings(_ query: RecordingQuery) async throws -> [RecordingEntry]

    /// Returns a recording; nil if there is none with this id.
    func recording(_ id: RecordingID) async throws -> Recording?

    /// Adds up the bytes of all recordings.
    func recordingBytes() async throws -> Int64

    /// Returns every link and battle between lives, ordered by id.
    func coHostCourses() async throws -> [CoHostCourse]

    /// Returns lives with undelivered callbacks, ordered by when the next attempt is due.
    func callbackLanes(limit: Int) async throws -> [CallbackLane]

    /// Claims lives whose first callback is due, and returns them as ``callbackLanes(limit:)`` does, with those that are due later, and
    /// without those that another living process has claimed.
    ///
    /// A claim ends when the callback is postponed, when no callback is left, or with the process. So one process at a time delivers the
    /// callbacks of a live.
    func claimCallbackLanes(dueBy time: Timestamp, limit: Int) async throws -> [CallbackLane]

    /// Returns the first undelivered callbacks of a live that this process has claimed, in order; none if it has not.
    func claimedCallbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback]

    /// Returns the first undelivered callbacks of a live, in order.
    func callbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback]

    /// Counts the stored callbacks.
    func callbackCounts() async throws -> CallbackCounts

    /// Returns dead callbacks with a number greater than `number`, in order.
    func deadCallbacks(after number: Int64, limit: Int) async throws -> [DeadCallback]

    /// Counts the gifts that were charged in a start of a live.
    ///
    /// - Parameters:
    ///   - sender: Only gifts of this user; nil for all.
    ///   - times: Only gifts whose orders were accepted in this range; nil for all.
    func giftCounters(
        of session: LiveSessionID, from sender: UserID?, in times: ClosedRange<Timestamp>?
    ) async throws -> GiftCounters

    /// Returns what the owner of a live has earned by a start of it; nil if there is no such start.
    ///
    /// - Parameter session: The start; nil for the latest one, open or ended.
    func hostEarnings(of liveID: LiveID, in session: LiveSessionID?) async throws -> HostEarnings?

    /// Returns the top rows of a board, highest first. Ties are ordered by user id.
    func board(_ scope: BoardScope, limit: Int) async throws -> [BoardPlace]

    /// Returns the top rows of the boards of some starts of lives, as ``board(_:limit:)`` does, in one reading. A start without gifts may
    /// be left out.
    func boards(of sessions: [LiveSessionID], limit: Int) async throws -> [LiveSessionID: [BoardPlace]]

    /// Adds up all entries and compares the sums with the balances.
    func auditLedger() async throws -> LedgerAudit

    /// Continues an audit that reads the ledger in parts.
    ///
    /// - Parameters:
    ///   - run: The state of the audit so far.
    ///   - entriesMax: The most entries to read, in one snapshot. After the last entry, the balances of all accounts in the audit are
    ///     compared.
    func audit(_ run: LedgerAuditRun, entriesMax: Int) async throws -> LedgerAuditRun

    /// Returns why gifts are halted; nil if they are not.
    func ledgerHalt() async throws -> LedgerHalt?

    /// Makes sure that this process may still write, so that nobody else keeps what the next reading does not find.
    ///
    /// To be called before a reading by which something is refused for good.
    ///
    /// - Throws: `StorageError` if another process has taken over, or the storage does not answer. Nothing may be refused for good then.
    func secure() async throws

    /// What this process shares with other nodes that serve at the same time; nil if it serves alone.
    var cluster: (any ClusterStorage)? { get }

    /// Finishes pending work and closes all files and connections. No method may be called afterwards.
    func close() async throws
}

/// A failure of the storage. The server or the machine is at fault, never the caller.
public struct StorageError: Error, CustomStringConvertible, Sendable {
    /// A description for the operator. It is never sent to clients.
    public var description: String

    /// Makes an error.
    public init(_ description: String) { self.description = description }
}

extension Storage {
    /// None: a storage in a file belongs to one process.
    public var versionUpdates: AsyncStream<StoredVersions>? { nil }

    /// Does nothing: a storage in a file belongs to one process.
    public func secure() async throws {}

    /// None: a storage in a file belongs to one process.
    public var cluster: (any ClusterStorage)? { nil }

    /// Reads them: a storage in a file belongs to one process, and nobody else can claim any.
    public func claimBillingOrders(
        in states: [BillingState], dueBy time: Timestamp, until: Timestamp, limit: Int
    ) async throws -> [BillingOrder] {
        try await billingOrders(BillingQuery(states: states, dueBy: time, limit: limit))
    }

    /// Reads them: a storage in a file belongs to one process, and nobody else can claim any.
    public func claimCallbackLanes(dueBy time: Timestamp, limit: Int) async throws -> [CallbackLane] {
        try await callbackLanes(limit: limit)
    }

    /// Reads them: a storage in a file belongs to one process, and nobody else can claim any.
    public func claimedCallbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback] {
        try await callbacks(of: liveID, limit: limit)
    }
}
