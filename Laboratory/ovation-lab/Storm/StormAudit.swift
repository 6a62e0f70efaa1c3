import OvationClient
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// Compares a database with what the clients of a storm saw.
struct StormAudit {
    let record: StormRecord
    let lives: [LiveID]
    private(set) var lost = 0
    private(set) var doubled = 0
    private(set) var unbalanced = 0
    var problems: [String] = []

    init(record: StormRecord, lives: [LiveID]) {
        self.record = record
        self.lives = lives
        problems = record.problems
    }

    /// Reads the storage of a server that has stopped.
    mutating func run(_ storage: any Storage) async throws {
        for problem in try await storage.auditLedger().problems {
            unbalanced += 1
            problems.append(problem)
        }
        guard let price = try await storage.catalogue().items.first(where: { $0.gift.giftID == StormUser.gift })
        else { throw StorageError("The catalogue has no \(StormUser.gift).") }
        let kept = try await checkOrders(storage)
        try await checkWallets(storage, kept, price: price.gift.coins.amount)
        checkShown(kept)
        try await storage.close()
    }

    /// Every acknowledged order is kept as it was acknowledged, and no other is. Answers the kept ones by live.
    private mutating func checkOrders(_ storage: any Storage) async throws -> [String: SettledOrder] {
        var kept: [String: SettledOrder] = [:]
        let answers = record.answers
        for made in record.orders {
            let sender = made.owner.userID
            let key = StormRecord.key(sender, made.order.orderID)
            let order = try await storage.order(OrderKey(sender: sender, orderID: made.order.orderID))
            kept[key] = order
            switch (order, answers[key]) {
            case (nil, nil): break
            case (nil, .some):
                lost += 1
                problems.append("The order \(key) was acknowledged and is not kept.")
            case (.some, nil):
                lost += 1
                problems.append("The order \(key) was charged, and its sender never learned of it.")
            case (let order?, let answer?):
                guard order.coins != answer.coins || order.balance != answer.balance || order.durable != answer.durable
                else { continue }
                problems.append("The order \(key) was acknowledged with other numbers than are kept.")
            }
        }
        return kept
    }

    /// Each order is charged once, and nothing else is.
    private mutating func checkWallets(
        _ storage: any Storage, _ kept: [String: SettledOrder], price: Int64
    ) async throws {
        var count = 0
        for user in Set(record.orders.map(\.owner.userID)) {
            var charges: [String: Int] = [:]
            var balance: Int64 = 0
            for entry in try await storage.entries(of: .user(user), before: nil, limit: .max) {
                balance += entry.amount.amount
                if entry.kind == .gift { charges[entry.reference, default: 0] += 1 }
                if entry.kind == .gift, entry.amount.amount != -price {
                    unbalanced += 1
                    problems.append("The order \(entry.reference) cost \(entry.amount), not \(price).")
                }
            }
            for (key, times) in charges where times > 1 || kept[key] == nil {
                doubled += 1
                problems.append("The order \(key) was charged \(times) times.")
            }
            let have = try await storage.balance(of: .user(user))?.amount ?? 0
            if have != balance || have < 0 {
                unbalanced += 1
                problems.append("\(user) has \(have) coins, and the entries add up to \(balance).")
            }
            count += charges.count
        }
        if count != kept.count {
            unbalanced += 1
            problems.append("\(count) orders were charged and \(kept.count) are kept.")
        }
    }

    /// Each host was shown each gift of the live, once.
    private mutating func checkShown(_ kept: [String: SettledOrder]) {
        for live in lives {
            let shown = record.shown(in: live)
            let orders = kept.filter { $0.value.liveID == live }
            for key in orders.keys where shown[key] == nil {
                lost += 1
                problems.append("The gift \(key) was charged and never shown in \(live).")
            }
            for (key, times) in shown where times > 1 || orders[key] == nil {
                doubled += 1
                problems.append(
                    "The gift \(key) was shown \(times) times in \(live), and charged \(orders[key] == nil ? 0 : 1) times."
                )
            }
        }
    }
}
