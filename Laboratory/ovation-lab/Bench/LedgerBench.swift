import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// How many gift orders a second the ledger keeps, each of them on the disk before it is answered.
struct LedgerBench {
    struct Outcome: Codable, Sendable {
        var ordersPerSecond: Double
        var batch: Int
        var orders: Int
        var seconds: Double
    }

    /// An empty storage.
    let storage: any Storage
    let seconds: Double
    /// Orders in a transaction, as the server's journal gathers them while the disk is busy.
    let batch: Int

    private static let users = 1_000
    private static let lives = 200

    /// Fills the storage with users and lives, keeps orders for as long as it is told, and closes it.
    func run() async throws -> Outcome {
        try await fill(storage)
        var number = 0
        // Batches are made while the one before is being kept, as the server does.
        var next = makeBatch(&number)
        func keep(for duration: Double) async throws -> (orders: Int, seconds: Double) {
            var orders = 0
            let started = ContinuousClock.now
            while true {
                let elapsed = (ContinuousClock.now - started) / .seconds(1)
                if elapsed >= duration { return (orders, elapsed) }
                let writes = next
                async let outcomes = storage.commit(writes)
                next = makeBatch(&number)
                for outcome in try await outcomes {
                    guard case .order(.charged, _) = outcome else {
                        throw StorageError("An order of the benchmark was not charged: \(outcome)")
                    }
                }
                orders += writes.count
            }
        }
        _ = try await keep(for: min(2, seconds / 4))
        let measured = try await keep(for: seconds)
        let audit = try await storage.auditLedger()
        guard audit.isBalanced else { throw StorageError("The ledger does not balance: \(audit.problems)") }
        try await storage.close()
        return Outcome(
            ordersPerSecond: Double(measured.orders) / measured.seconds, batch: batch, orders: measured.orders,
            seconds: measured.seconds)
    }

    // Made once: the ledger is measured, and what makes its orders runs beside it.
    private static let senders = (0..<users).map { UserInfo(userID: UserID(unchecked: "user\($0)")) }
    private static let places = (0..<lives).map { number in
        (
            id: LiveID(unchecked: "live\(number)"), session: LiveSessionID(unchecked: "session\(number)"),
            owner: UserInfo(userID: UserID(unchecked: "host\(number)"))
        )
    }

    private func fill(_ storage: any Storage) async throws {
        var writes: [StorageWrite] = []
        for number in 0..<Self.lives {
            let live = Self.places[number]
            writes.append(
                .createRoom(
                    RoomRecord(
                        info: RoomInfo(
                            liveID: live.id, sessionID: live.session, owner: live.owner,
                            createTime: Timestamp(milliseconds: 0)), endsWithoutOwner: false)))
        }
        guard let coins = Coins(1_000_000_000) else { return }
        for number in 0..<Self.users {
            writes.append(
                .credit(
                    Self.senders[number].userID, coins, reference: "bench-\(number)", at: Timestamp(milliseconds: 0)))
        }
        _ = try await storage.commit(writes)
    }

    private func makeBatch(_ number: inout Int) -> [StorageWrite] {
        (0..<batch).map { _ in
            number += 1
            // A step that shares no factor with the number of users: neighbours differ. A user stays in one live.
            let sender = number &* 389 % Self.users
            let live = Self.places[sender % Self.lives]
            let at = Timestamp(milliseconds: Int64(number))
            let order = GiftOrder(
                sender: Self.senders[sender], orderID: OrderID(unchecked: "order-\(number)"), liveID: live.id,
                sessionID: live.session, gift: Self.gift, count: 1, to: [live.owner], at: at)
            return .order(
                order, EventDraft(name: RoomEventName.giftReceived.rawValue, about: nil, at: at, data: data(of: order)))
        }
    }

    /// What everybody would be told. Put together from two halves, because the ledger is measured and not the encoder.
    private func data(of order: GiftOrder) -> [UInt8] {
        var data = Self.eventStart
        data += order.orderID.rawValue.utf8
        data += Self.eventEnd
        return data
    }

    private static let gift = Gift(giftID: GiftID(unchecked: "rose"), name: "Rose", coins: Coins(10) ?? .zero)

    private static let (eventStart, eventEnd): ([UInt8], [UInt8]) = {
        let event = GiftReceived(
            orderID: OrderID(unchecked: "MARK"), gift: gift, count: 1, coins: gift.coins, sender: senders[0],
            to: [places[0].owner])
        let data = RoomEvent.giftReceived(event).encodedData
        guard let mark = data.firstRange(of: Array("MARK".utf8)) else { return (data, []) }
        return (Array(data[..<mark.lowerBound]), Array(data[mark.upperBound...]))
    }()
}
