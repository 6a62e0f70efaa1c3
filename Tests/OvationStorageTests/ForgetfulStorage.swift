import OvationModel
import OvationRules
import OvationStorage
import Synchronization

/// A broken storage that forgets which orders it has seen. The contract suite must notice it.
final class ForgetfulStorage: Storage {
    private let base: any Storage
    private let orders = Mutex(0)

    init(_ base: any Storage) { self.base = base }

    func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        let renamed = writes.map { write in
            guard case .order(var order, let draft) = write else { return write }
            let number = orders.withLock { number in
                number += 1
                return number
            }
            order.orderID = OrderID(unchecked: "\(order.orderID)-\(number)")
            return .order(order, draft)
        }
        return try await base.commit(renamed)
    }

    func openRooms() async throws -> [RoomRecord] { try await base.openRooms() }
    func claimRooms(at time: Timestamp) async throws -> [ClaimedRoom] { try await base.claimRooms(at: time) }
    func versions() async throws -> StoredVersions { try await base.versions() }

    func openStart(of liveID: LiveID) async throws -> OpenStart? { try await base.openStart(of: liveID) }

    func lastRoom(_ liveID: LiveID) async throws -> RoomRecord? { try await base.lastRoom(liveID) }
    func profiles(of users: [UserID]) async throws -> [UserID: UserProfile] { try await base.profiles(of: users) }
    func balance(of account: AccountID) async throws -> Coins? { try await base.balance(of: account) }
    func order(_ key: OrderKey) async throws -> SettledOrder? { try await base.order(key) }
    func streamKey(of liveID: LiveID) async throws -> String? { try await base.streamKey(of: liveID) }
    func live(ofStreamKey key: String) async throws -> LiveID? { try await base.live(ofStreamKey: key) }
    func catalogue() async throws -> GiftCatalogue { try await base.catalogue() }
    func recordings(_ query: RecordingQuery) async throws -> [RecordingEntry] { try await base.recordings(query) }
    func recording(_ id: RecordingID) async throws -> Recording? { try await base.recording(id) }
    func recordingBytes() async throws -> Int64 { try await base.recordingBytes() }
    func coHostCourses() async throws -> [CoHostCourse] { try await base.coHostCourses() }
    func setting(_ name: String) async throws -> [UInt8]? { try await base.setting(name) }
    func callbackLanes(limit: Int) async throws -> [CallbackLane] { try await base.callbackLanes(limit: limit) }
    func callbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback] {
        try await base.callbacks(of: liveID, limit: limit)
    }
    func callbackCounts() async throws -> CallbackCounts { try await base.callbackCounts() }
    func deadCallbacks(after number: Int64, limit: Int) async throws -> [DeadCallback] {
        try await base.deadCallbacks(after: number, limit: limit)
    }
    func words() async throws -> [FilterWord] { try await base.words() }
    func auditLedger() async throws -> LedgerAudit { try await base.auditLedger() }
    func billingOrder(_ key: OrderKey) async throws -> BillingOrder? { try await base.billingOrder(key) }
    func ledgerHalt() async throws -> LedgerHalt? { try await base.ledgerHalt() }
    func close() async throws { try await base.close() }

    func billingOrders(_ query: BillingQuery) async throws -> [BillingOrder] {
        try await base.billingOrders(query)
    }

    func audit(_ run: LedgerAuditRun, entriesMax: Int) async throws -> LedgerAuditRun {
        try await base.audit(run, entriesMax: entriesMax)
    }

    func board(_ scope: BoardScope, limit: Int) async throws -> [BoardPlace] {
        try await base.board(scope, limit: limit)
    }

    func lastEvents(
        of sessions: [LiveSessionID], since: Timestamp, limit: Int
    ) async throws -> [LiveSessionID: [StoredEvent]] {
        try await base.lastEvents(of: sessions, since: since, limit: limit)
    }

    func boards(of sessions: [LiveSessionID], limit: Int) async throws -> [LiveSessionID: [BoardPlace]] {
        try await base.boards(of: sessions, limit: limit)
    }

    func postings(of order: OrderKey) async throws -> [Posting] { try await base.postings(of: order) }

    func entries(of account: AccountID, before: Int64?, limit: Int) async throws -> [LedgerEntry] {
        try await base.entries(of: account, before: before, limit: limit)
    }

    func moderationLog(of liveID: LiveID, before: Int64?, limit: Int) async throws -> [ModerationEntry] {
        try await base.moderationLog(of: liveID, before: before, limit: limit)
    }

    func operatorLog(_ query: OperatorLogQuery) async throws -> [OperatorLogEntry] { try await base.operatorLog(query) }

    func userRecords(_ query: UserRecordQuery) async throws -> UserRecordPage { try await base.userRecords(query) }

    func openErasures() async throws -> [UserID: UserID] { try await base.openErasures() }

    func sanctions(of user: UserID, after liveID: LiveID?, limit: Int) async throws -> [Sanction] {
        try await base.sanctions(of: user, after: liveID, limit: limit)
    }

    func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent] {
        try await base.events(of: session, after: durable, limit: limit)
    }

    func giftCounters(
        of session: LiveSessionID, from sender: UserID?, in times: ClosedRange<Timestamp>?
    ) async throws -> GiftCounters {
        try await base.giftCounters(of: session, from: sender, in: times)
    }

    func hostEarnings(of liveID: LiveID, in session: LiveSessionID?) async throws -> HostEarnings? {
        try await base.hostEarnings(of: liveID, in: session)
    }

    func topicMessages(
        of session: LiveSessionID, topic: TopicName, after number: Int64, limit: Int
    ) async throws -> [TopicMessage] {
        try await base.topicMessages(of: session, topic: topic, after: number, limit: limit)
    }

    func visit(of user: UserID, in session: LiveSessionID, of liveID: LiveID) async throws -> PastVisit? {
        try await base.visit(of: user, in: session, of: liveID)
    }
}
