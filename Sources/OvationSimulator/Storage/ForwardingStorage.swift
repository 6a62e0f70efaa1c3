import OvationModel
import OvationRules
import OvationStorage

/// A storage that forwards every call to another one. Subclasses override what they change.
///
/// It is safely `Sendable`, because it never changes. Each subclass states its own reason.
class ForwardingStorage: Storage, @unchecked Sendable {
    let base: any Storage

    init(_ base: any Storage) { self.base = base }

    /// Every call to the other storage goes through here.
    func through<Value: Sendable>(
        _ body: @escaping @Sendable (any Storage) async throws -> Value
    ) async throws -> Value {
        try await body(base)
    }

    func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        try await through { try await $0.commit(writes) }
    }

    func openRooms() async throws -> [RoomRecord] { try await through { try await $0.openRooms() } }

    func claimRooms(at time: Timestamp) async throws -> [ClaimedRoom] {
        try await through { try await $0.claimRooms(at: time) }
    }

    func lastRoom(_ liveID: LiveID) async throws -> RoomRecord? {
        try await through { try await $0.lastRoom(liveID) }
    }

    func openStart(of liveID: LiveID) async throws -> OpenStart? {
        try await through { try await $0.openStart(of: liveID) }
    }

    func profiles(of users: [UserID]) async throws -> [UserID: UserProfile] {
        try await through { try await $0.profiles(of: users) }
    }

    func balance(of account: AccountID) async throws -> Coins? {
        try await through { try await $0.balance(of: account) }
    }

    func entries(of account: AccountID, before: Int64?, limit: Int) async throws -> [LedgerEntry] {
        try await through { try await $0.entries(of: account, before: before, limit: limit) }
    }

    func order(_ key: OrderKey) async throws -> SettledOrder? { try await through { try await $0.order(key) } }

    func postings(of order: OrderKey) async throws -> [Posting] {
        try await through { try await $0.postings(of: order) }
    }

    func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent] {
        try await through { try await $0.events(of: session, after: durable, limit: limit) }
    }

    func lastEvents(
        of sessions: [LiveSessionID], since: Timestamp, limit: Int
    ) async throws -> [LiveSessionID: [StoredEvent]] {
        try await through { try await $0.lastEvents(of: sessions, since: since, limit: limit) }
    }

    func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit? {
        try await through { try await $0.visit(of: user, in: session, of: liveID) }
    }

    func topicMessages(
        of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
    ) async throws -> [TopicMessage] {
        try await through { try await $0.topicMessages(of: session, topic: topic, after: number, limit: limit) }
    }

    func billingOrder(_ key: OrderKey) async throws -> BillingOrder? {
        try await through { try await $0.billingOrder(key) }
    }

    func billingOrders(_ query: BillingQuery) async throws -> [BillingOrder] {
        try await through { try await $0.billingOrders(query) }
    }

    func claimBillingOrders(
        in states: [BillingState], dueBy time: Timestamp, until: Timestamp, limit: Int
    ) async throws -> [BillingOrder] {
        try await through { try await $0.claimBillingOrders(in: states, dueBy: time, until: until, limit: limit) }
    }

    func words() async throws -> [FilterWord] { try await through { try await $0.words() } }

    func moderationLog(of liveID: LiveID, before: Int64?, limit: Int) async throws -> [ModerationEntry] {
        try await through { try await $0.moderationLog(of: liveID, before: before, limit: limit) }
    }

    func operatorLog(_ query: OperatorLogQuery) async throws -> [OperatorLogEntry] {
        try await through { try await $0.operatorLog(query) }
    }

    func userRecords(_ query: UserRecordQuery) async throws -> UserRecordPage {
        try await through { try await $0.userRecords(query) }
    }

    func openErasures() async throws -> [UserID: UserID] { try await through { try await $0.openErasures() } }

    func sanctions(of user: UserID, after liveID: LiveID?, limit: Int) async throws -> [Sanction] {
        try await through { try await $0.sanctions(of: user, after: liveID, limit: limit) }
    }

    func recordings(_ query: RecordingQuery) async throws -> [RecordingEntry] {
        try await through { try await $0.recordings(query) }
    }

    func recording(_ id: RecordingID) async throws -> Recording? { try await through { try await $0.recording(id) } }

    func recordingBytes() async throws -> Int64 { try await through { try await $0.recordingBytes() } }

    func coHostCourses() async throws -> [CoHostCourse] { try await through { try await $0.coHostCourses() } }

    func setting(_ name: String) async throws -> [UInt8]? { try await through { try await $0.setting(name) } }

    func callbackLanes(limit: Int) async throws -> [CallbackLane] {
        try await through { try await $0.callbackLanes(limit: limit) }
    }

    func callbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback] {
        try await through { try await $0.callbacks(of: liveID, limit: limit) }
    }

    func callbackCounts() async throws -> CallbackCounts { try await through { try await $0.callbackCounts() } }

    func deadCallbacks(after number: Int64, limit: Int) async throws -> [DeadCallback] {
        try await through { try await $0.deadCallbacks(after: number, limit: limit) }
    }

    func giftCounters(
        of session: LiveSessionID, from sender: UserID?, in times: ClosedRange<Timestamp>?
    ) async throws -> GiftCounters {
        try await through { try await $0.giftCounters(of: session, from: sender, in: times) }
    }

    func hostEarnings(of liveID: LiveID, in session: LiveSessionID?) async throws -> HostEarnings? {
        try await through { try await $0.hostEarnings(of: liveID, in: session) }
    }

    func board(_ scope: BoardScope, limit: Int) async throws -> [BoardPlace] {
        try await through { try await $0.board(scope, limit: limit) }
    }

    func boards(of sessions: [LiveSessionID], limit: Int) async throws -> [LiveSessionID: [BoardPlace]] {
        try await through { try await $0.boards(of: sessions, limit: limit) }
    }

    func audit(_ run: LedgerAuditRun, entriesMax: Int) async throws -> LedgerAuditRun {
        try await through { try await $0.audit(run, entriesMax: entriesMax) }
    }

    func ledgerHalt() async throws -> LedgerHalt? { try await through { try await $0.ledgerHalt() } }

    func streamKey(of liveID: LiveID) async throws -> String? {
        try await through { try await $0.streamKey(of: liveID) }
    }

    func live(ofStreamKey key: String) async throws -> LiveID? {
        try await through { try await $0.live(ofStreamKey: key) }
    }

    func catalogue() async throws -> GiftCatalogue { try await through { try await $0.catalogue() } }

    var versionUpdates: AsyncStream<StoredVersions>? { base.versionUpdates }

    func versions() async throws -> StoredVersions { try await through { try await $0.versions() } }

    func auditLedger() async throws -> LedgerAudit { try await through { try await $0.auditLedger() } }

    func secure() async throws { try await base.secure() }

    var cluster: (any ClusterStorage)? { base.cluster }

    func close() async throws { try await through { try await $0.close() } }
}
