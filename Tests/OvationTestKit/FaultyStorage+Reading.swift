public import OvationModel
public import OvationRules
public import OvationStorage

extension FaultyStorage {
    /// See ``OvationStorage/Storage/openRooms()``.
    public func openRooms() async throws -> [RoomRecord] { try await reading().openRooms() }

    /// See ``OvationStorage/Storage/claimRooms(at:)``.
    public func claimRooms(at time: Timestamp) async throws -> [ClaimedRoom] {
        try await reading().claimRooms(at: time)
    }

    /// See ``OvationStorage/Storage/openStart(of:)``.
    public func openStart(of liveID: LiveID) async throws -> OpenStart? {
        var start = try await reading().openStart(of: liveID)
        if let home = homeOfLives { start?.home = home }
        return start
    }

    /// See ``OvationStorage/Storage/lastRoom(_:)``.
    public func lastRoom(_ liveID: LiveID) async throws -> RoomRecord? { try await reading().lastRoom(liveID) }

    /// See ``OvationStorage/Storage/profiles(of:)``.
    public func profiles(of users: [UserID]) async throws -> [UserID: UserProfile] {
        try await reading().profiles(of: users)
    }

    /// See ``OvationStorage/Storage/balance(of:)``.
    public func balance(of account: AccountID) async throws -> Coins? { try await reading().balance(of: account) }

    /// See ``OvationStorage/Storage/entries(of:before:limit:)``.
    public func entries(of account: AccountID, before: Int64?, limit: Int) async throws -> [LedgerEntry] {
        try await reading().entries(of: account, before: before, limit: limit)
    }

    /// See ``OvationStorage/Storage/order(_:)``.
    public func order(_ key: OrderKey) async throws -> SettledOrder? { try await reading().order(key) }

    /// See ``OvationStorage/Storage/postings(of:)``.
    public func postings(of order: OrderKey) async throws -> [Posting] { try await reading().postings(of: order) }

    /// See ``OvationStorage/Storage/events(of:after:limit:)``.
    public func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent] {
        await hold(.events)
        return try await reading().events(of: session, after: durable, limit: limit)
    }

    /// See ``OvationStorage/Storage/topicMessages(of:topic:after:limit:)``.
    public func topicMessages(
        of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
    ) async throws -> [TopicMessage] {
        try await reading().topicMessages(of: session, topic: topic, after: number, limit: limit)
    }

    /// See ``OvationStorage/Storage/visit(of:in:of:)``.
    public func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit? {
        try await reading().visit(of: user, in: session, of: liveID)
    }

    /// See ``OvationStorage/Storage/words()``.
    public func words() async throws -> [FilterWord] { try await reading().words() }

    /// See ``OvationStorage/Storage/moderationLog(of:before:limit:)``.
    public func moderationLog(of liveID: LiveID, before: Int64?, limit: Int) async throws -> [ModerationEntry] {
        try await reading().moderationLog(of: liveID, before: before, limit: limit)
    }

    /// See ``OvationStorage/Storage/operatorLog(_:)``.
    public func operatorLog(_ query: OperatorLogQuery) async throws -> [OperatorLogEntry] {
        try await reading().operatorLog(query)
    }

    /// See ``OvationStorage/Storage/userRecords(_:)``.
    public func userRecords(_ query: UserRecordQuery) async throws -> UserRecordPage {
        try await reading().userRecords(query)
    }

    /// See ``OvationStorage/Storage/openErasures()``.
    public func openErasures() async throws -> [UserID: UserID] { try await reading().openErasures() }

    /// See ``OvationStorage/Storage/sanctions(of:after:limit:)``.
    public func sanctions(of user: UserID, after liveID: LiveID?, limit: Int) async throws -> [Sanction] {
        try await reading().sanctions(of: user, after: liveID, limit: limit)
    }

    /// See ``OvationStorage/Storage/streamKey(of:)``.
    public func streamKey(of liveID: LiveID) async throws -> String? {
        let key = try await reading().streamKey(of: liveID)
        await hold(.streamKey)
        return key
    }

    /// See ``OvationStorage/Storage/live(ofStreamKey:)``.
    public func live(ofStreamKey key: String) async throws -> LiveID? {
        try await reading().live(ofStreamKey: key)
    }

    /// See ``OvationStorage/Storage/versions()``.
    public func versions() async throws -> StoredVersions { try await reading().versions() }

    /// See ``OvationStorage/Storage/catalogue()``.
    public func catalogue() async throws -> GiftCatalogue { try await reading().catalogue() }

    /// See ``OvationStorage/Storage/recordings(_:)``.
    public func recordings(_ query: RecordingQuery) async throws -> [RecordingEntry] {
        try await reading().recordings(query)
    }

    /// See ``OvationStorage/Storage/recording(_:)``.
    public func recording(_ id: RecordingID) async throws -> Recording? { try await reading().recording(id) }

    /// See ``OvationStorage/Storage/recordingBytes()``.
    public func recordingBytes() async throws -> Int64 { try await reading().recordingBytes() }

    /// See ``OvationStorage/Storage/coHostCourses()``.
    public func coHostCourses() async throws -> [CoHostCourse] { try await reading().coHostCourses() }

    /// See ``OvationStorage/Storage/setting(_:)``.
    public func setting(_ name: String) async throws -> [UInt8]? { try await reading().setting(name) }

    /// See ``OvationStorage/Storage/callbackLanes(limit:)``.
    public func callbackLanes(limit: Int) async throws -> [CallbackLane] {
        try await reading().callbackLanes(limit: limit)
    }

    /// See ``OvationStorage/Storage/callbacks(of:limit:)``.
    public func callbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback] {
        try await reading().callbacks(of: liveID, limit: limit)
    }

    /// See ``OvationStorage/Storage/callbackCounts()``.
    public func callbackCounts() async throws -> CallbackCounts { try await reading().callbackCounts() }

    /// See ``OvationStorage/Storage/deadCallbacks(after:limit:)``.
    public func deadCallbacks(after number: Int64, limit: Int) async throws -> [DeadCallback] {
        try await reading().deadCallbacks(after: number, limit: limit)
    }

    /// See ``OvationStorage/Storage/giftCounters(of:from:in:)``.
    public func giftCounters(
        of session: LiveSessionID, from sender: UserID?, in times: ClosedRange<Timestamp>?
    ) async throws -> GiftCounters {
        try await reading().giftCounters(of: session, from: sender, in: times)
    }

    /// See ``OvationStorage/Storage/hostEarnings(of:in:)``.
    public func hostEarnings(of liveID: LiveID, in session: LiveSessionID?) async throws -> HostEarnings? {
        try await reading().hostEarnings(of: liveID, in: session)
    }

    /// See ``OvationStorage/Storage/board(_:limit:)``.
    public func board(_ scope: BoardScope, limit: Int) async throws -> [BoardPlace] {
        await hold(.board)
        return try await reading().board(scope, limit: limit)
    }

    /// See ``OvationStorage/Storage/lastEvents(of:since:limit:)``.
    public func lastEvents(
        of sessions: [LiveSessionID], since: Timestamp, limit: Int
    ) async throws -> [LiveSessionID: [StoredEvent]] {
        try await reading().lastEvents(of: sessions, since: since, limit: limit)
    }

    /// See ``OvationStorage/Storage/boards(of:limit:)``.
    public func boards(of sessions: [LiveSessionID], limit: Int) async throws -> [LiveSessionID: [BoardPlace]] {
        await hold(.board)
        return try await reading().boards(of: sessions, limit: limit)
    }

    /// See ``OvationStorage/Storage/auditLedger()``.
    public func auditLedger() async throws -> LedgerAudit { try await reading().auditLedger() }

    /// See ``OvationStorage/Storage/audit(_:entriesMax:)``.
    public func audit(_ run: LedgerAuditRun, entriesMax: Int) async throws -> LedgerAuditRun {
        try await reading().audit(run, entriesMax: entriesMax)
    }

    /// See ``OvationStorage/Storage/billingOrder(_:)``.
    public func billingOrder(_ key: OrderKey) async throws -> BillingOrder? { try await reading().billingOrder(key) }

    /// See ``OvationStorage/Storage/billingOrders(_:)``.
    public func billingOrders(_ query: BillingQuery) async throws -> [BillingOrder] {
        try await reading().billingOrders(query)
    }

    /// See ``OvationStorage/Storage/ledgerHalt()``.
    public func ledgerHalt() async throws -> LedgerHalt? { try await reading().ledgerHalt() }

    /// Closes the wrapped storage, even while readings and commits fail.
    public func close() async throws { try await base.close() }
}
