import OvationModel
import OvationRules
import OvationStorage

/// A storage that stands before another one. What it changes is in its subclasses; what it forwards is only here.
///
/// Sound as `Sendable` because it is never changed; its subclasses say why they are.
class ForwardingStorage: Storage, @unchecked Sendable {
    let base: any Storage

    init(_ base: any Storage) { self.base = base }

    /// The way of everything that is asked of the other storage.
    func through<Value: Sendable>(
        _ body: @escaping @Sendable (any Storage) async throws -> Value
    ) async throws -> Value {
        try await body(base)
    }

    func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        try await through { try await $0.commit(writes) }
    }

    func openRooms() async throws -> [RoomRecord] { try await through { try await $0.openRooms() } }

    func lastRoom(_ liveID: LiveID) async throws -> RoomRecord? {
        try await through { try await $0.lastRoom(liveID) }
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

    func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent] {
        try await through { try await $0.events(of: session, after: durable, limit: limit) }
    }

    func lastEvent(of session: LiveSessionID, named name: String, about user: UserID) async throws -> Int64? {
        try await through { try await $0.lastEvent(of: session, named: name, about: user) }
    }

    func catalogue() async throws -> GiftCatalogue { try await through { try await $0.catalogue() } }

    func auditLedger() async throws -> LedgerAudit { try await through { try await $0.auditLedger() } }

    func close() async throws { try await through { try await $0.close() } }
}
