import Foundation
import OvationModel
import OvationRules
import OvationStorage

/// Compares what clients saw with what is stored, when nothing is in progress.
///
/// It shares no code with the ledger: it knows prices and shares, does its own arithmetic, and reads the storage directly.
struct Auditor {
    let observations: Observations
    let users: [String]
    let hosts: [String]
    let lives: [String]
    /// The receiver's share of a gift's price, in percent.
    let share: Int64
    /// The coins that a new user gets.
    let grant: Int64
    /// True if several nodes serve. A home may be cut off from the database then: a viewer who enters a live meanwhile is let in, and
    /// nothing is kept of the visit.
    var isOfCluster = false

    private var problems: [String] = []
    private var kept: [String: SettledOrder] = [:]
    /// The stored events of every session that a client was in.
    private var events: [String: [StoredEvent]] = [:]
    /// The kept visits of those who missed something, by user and session.
    private var visits: [String: PastVisit] = [:]

    init(observations: Observations, users: [String], hosts: [String], lives: [String], share: Int64, grant: Int64) {
        self.observations = observations
        self.users = users
        self.hosts = hosts
        self.lives = lives
        self.share = share
        self.grant = grant
    }

    /// Returns the problems, one sentence each; empty if everything is right.
    mutating func audit(_ storage: any Storage) async throws -> [String] {
        problems = observations.problems
        try await readOrders(storage)
        try await readEvents(storage)
        try await checkMoney(storage)
        checkEvents()
        try await checkStatistics(storage)
        if isOfCluster { try await readVisits(storage) }
        for stay in observations.stays { check(stay) }
        return problems
    }

    private mutating func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
        if !condition { problems.append(problem()) }
    }

    // MARK: Orders

    private mutating func readOrders(_ storage: any Storage) async throws {
        for order in observations.orders {
            let key = OrderKey(
                sender: UserID(unchecked: order.sender), orderID: OrderID(unchecked: order.orderID))
            let record = try await storage.order(key)
            kept[order.key] = record
            expect(!order.isPending, "the order \(order.key) was never answered")
            // Where several nodes serve, prices change. What an order may cost is watched where it is charged.
            if isOfCluster, let record {
                order.price = record.coins.amount / Int64(max(1, record.count * record.to.count))
            }
            guard let record else {
                expect(order.answer == nil, "the order \(order.key) was acknowledged and is not kept")
                continue
            }
            expect(
                order.answer != nil || order.unsure > 0,
                "the order \(order.key) is kept, and every sending of it was refused")
            // A wallet may be filled between two sendings, and the first of them may arrive last. So may one that a node held back until it
            // knew of the live: then its home lets it through behind the refusal of another one.
            let isLate =
                order.refusedAt.map { at in observations.decidedAt(order.key).map { $0 > at } ?? isOfCluster } ?? false
            let isRefusedForGood = order.answer == nil && order.refusal != nil && !order.isDoubled && !isLate
            expect(
                !isOfCluster || !isRefusedForGood || order.refusal == ErrorCode.insufficientBalance.rawValue,
                "the order \(order.key) is kept, and was refused for good with \(order.refusal ?? 0)")
            check(record, order)
        }
    }

    private func receivers(of order: OrderRecord) -> [String] {
        guard order.to.isEmpty else { return order.to }
        return lives.firstIndex(of: order.live).map { [hosts[$0]] } ?? []
    }

    private mutating func check(_ record: SettledOrder, _ order: OrderRecord) {
        expect(
            record.liveID.rawValue == order.live && record.giftID.rawValue == order.gift && record.count == order.count
                && record.to.map(\.rawValue) == receivers(of: order) && record.coins.amount == cost(of: order),
            "the order \(order.key) is kept with other content than it was sent with")
        guard order.answer != nil else { return }
        func told(_ field: String) -> Int64? { ReceivedFrame.number(order.charged[field]) }
        expect(
            told("coins") == record.coins.amount && told("balance") == record.balance.amount
                && told("durable") == record.durable && told("at") == record.at.milliseconds,
            "the order \(order.key) was answered with other numbers than are kept")
    }

    // MARK: Money

    private mutating func checkMoney(_ storage: any Storage) async throws {
        var total: Int64 = 0
        var numbers: Set<Int64> = []
        var entries: [AccountID: [LedgerEntry]] = [:]
        let accounts =
            users.flatMap { [AccountID.user(UserID(unchecked: $0)), .host(UserID(unchecked: $0))] } + [
                .house, .issuance, .biller,
            ]
        for account in accounts {
            let list = try await storage.entries(of: account, before: nil, limit: .max)
            let sum = list.reduce(Int64(0)) { $0 + $1.amount.amount }
            let balance = try await storage.balance(of: account)?.amount ?? 0
            expect(balance == sum, "\(account) has \(balance) coins, and its entries add up to \(sum)")
            expect(balance >= 0 || account == .issuance || account == .biller, "\(account) is below zero: \(balance)")
            for entry in list {
                expect(numbers.insert(entry.number).inserted, "the entry \(entry.number) is in two accounts")
            }
            total += sum
            entries[account] = list
        }
        expect(total == 0, "all accounts together have \(total) coins more than were put in")
        checkWallets(entries)
    }

    private mutating func checkWallets(_ entries: [AccountID: [LedgerEntry]]) {
        var earned: [String: Int64] = [:]
        var house: Int64 = 0
        var issued: Int64 = 0
        for order in observations.orders where kept[order.key] != nil && !isTakenBack(order) {
            let each = order.price * Int64(order.count)
            for receiver in receivers(of: order) {
                earned[receiver, default: 0] += each * share / 100
                house += each - each * share / 100
            }
        }
        for user in users {
            let list = entries[.user(UserID(unchecked: user))] ?? []
            var expected: Int64 = list.isEmpty ? 0 : grant
            for order in observations.orders where order.sender == user {
                let record = kept[order.key]
                let charges = list.count { $0.kind == .gift && $0.reference == order.key }
                expect(charges == (record == nil ? 0 : 1), "the order \(order.key) was charged \(charges) times")
                // The app's billing pays through the wallet and leaves the balance unchanged.
                if observations.biller == nil, record != nil { expected -= cost(of: order) }
            }
            for credit in observations.credits where credit.user == user {
                let given = list.count { $0.kind == .credit && $0.reference == credit.reference }
                expect(given == 1 || (given == 0 && !credit.isKept), "\(credit.reference) was given \(given) times")
                expected += Int64(given) * credit.coins
                issued += Int64(given) * credit.coins
            }
            if !list.isEmpty { issued += grant }
            let have = sum(list)
            expect(have == expected, "\(user) has \(have) coins and should have \(expected)")
            let host = sum(entries[.host(UserID(unchecked: user))] ?? [])
            expect(host == earned[user] ?? 0, "\(user) earned \(host) coins and should have \(earned[user] ?? 0)")
        }
        let inHouse = sum(entries[.house] ?? [])
        expect(inHouse == house, "the house has \(inHouse) coins and should have \(house)")
        let put = -sum(entries[.issuance] ?? [])
        expect(put == issued, "\(put) coins were put in, and \(issued) should have been")
        checkPaidOutside(entries)
    }

    /// Checks the other side of the billing's payments: a charge for each gift, and a refund for each gift that was taken back.
    private mutating func checkPaidOutside(_ entries: [AccountID: [LedgerEntry]]) {
        let list = entries[.biller] ?? []
        for order in observations.orders {
            let isPaid = kept[order.key] != nil && observations.biller != nil
            let charges = list.count { $0.kind == .charge && $0.reference == order.key }
            let refunds = list.count { $0.kind == .refund && $0.reference == order.key }
            expect(charges == (isPaid ? 1 : 0), "the order \(order.key) was charged outside \(charges) times")
            expect(refunds == (isPaid && isTakenBack(order) ? 1 : 0), "\(order.key) was taken back \(refunds) times")
        }
    }

    private func cost(of order: OrderRecord) -> Int64 {
        order.price * Int64(order.count) * Int64(receivers(of: order).count)
    }

    /// Returns true if a shown gift must be taken back, because the app's billing did not charge it in the end.
    private func isTakenBack(_ order: OrderRecord) -> Bool {
        observations.biller.map { $0.account(of: order.key).charges == 0 } ?? false
    }

    private func sum(_ entries: [LedgerEntry]) -> Int64 { entries.reduce(0) { $0 + $1.amount.amount } }

    // MARK: Events

    private mutating func readEvents(_ storage: any Storage) async throws {
        var sessions = Set(observations.stays.map(\.session))
        sessions.formUnion(kept.values.map(\.sessionID.rawValue))
        for session in sessions {
            events[session] = try await storage.events(
                of: LiveSessionID(unchecked: session), after: 0, limit: .max)
        }
    }

    private mutating func checkEvents() {
        var told: [String: (session: String, durable: Int64)] = [:]
        for (session, list) in events.sorted(by: { $0.key < $1.key }) {
            for (index, event) in list.enumerated() {
                expect(
                    event.durable == Int64(index) + 1,
                    "\(session) has the stored event \(event.durable) at \(index + 1)")
                let isLast = index == list.count - 1
                expect(event.name != "room.ended" || isLast, "\(session) goes on after its end")
                guard event.name == "gift.received" else { continue }
                guard let key = Self.order(of: event) else {
                    problems.append("\(session) has a gift event without an order at \(event.durable)")
                    continue
                }
                expect(told[key] == nil, "the order \(key) has two events")
                told[key] = (session, event.durable)
                expect(
                    kept[key] != nil, "the event \(event.durable) of \(session) tells an order that is not kept: \(key)"
                )
            }
        }
        for (key, record) in kept.sorted(by: { $0.key < $1.key }) {
            let event = told[key]
            expect(
                event?.session == record.sessionID.rawValue && event?.durable == record.durable,
                "the order \(key) is kept with the event \(record.durable), and its event is \(event?.durable ?? 0)")
        }
    }

    private static func order(of event: StoredEvent) -> String? {
        let data = try? JSONSerialization.jsonObject(with: Data(event.data)) as? [String: Any]
        return data.flatMap { ReceivedFrame.order(of: $0) }
    }

    // MARK: Statistics

    private mutating func checkStatistics(_ storage: any Storage) async throws {
        for (session, list) in events.sorted(by: { $0.key < $1.key }) {
            guard let last = list.last, last.name == "room.ended",
                let data = try? JSONSerialization.jsonObject(with: Data(last.data)) as? [String: Any],
                let statistics = data["statistics"] as? [String: Any]
            else { continue }
            func told(_ field: String) -> Int64 { ReceivedFrame.number(statistics[field]) ?? -1 }
            check(
                session, "told at its end", told("totalGiftsSent"), told("totalGiftCoins"),
                told("totalUniqueGiftSenders"))
        }
        for live in lives {
            guard let record = try await storage.lastRoom(LiveID(unchecked: live)) else { continue }
            let session = record.info.sessionID.rawValue
            let last = Int64(events[session]?.count ?? 0)
            expect(
                events[session] == nil || record.durable == last,
                "\(live) counts \(record.durable) stored events and has \(last)")
            check(
                session, "kept", Int64(record.statistics.totalGiftsSent), record.statistics.totalGiftCoins,
                Int64(record.statistics.totalUniqueGiftSenders))
        }
    }

    private mutating func check(_ session: String, _ how: String, _ gifts: Int64, _ coins: Int64, _ senders: Int64) {
        let orders = kept.values.filter { $0.sessionID.rawValue == session }
        let expected = (
            orders.reduce(Int64(0)) { $0 + Int64($1.count) * Int64($1.to.count) },
            orders.reduce(Int64(0)) { $0 + $1.coins.amount }, Int64(Set(orders.map(\.key.sender)).count)
        )
        expect(
            (gifts, coins, senders) == expected,
            "\(session): \(how) are \(gifts) gifts, \(coins) coins, \(senders) senders; its orders are \(expected)")
    }

    // MARK: What viewers saw

    private mutating func readVisits(_ storage: any Storage) async throws {
        for stay in observations.stays where !stay.passed.isEmpty || stay.ending == .cameTooLate {
            visits["\(stay.user) \(stay.session)"] = try await storage.visit(
                of: UserID(unchecked: stay.user), in: LiveSessionID(unchecked: stay.session),
                of: LiveID(unchecked: stay.live))
        }
    }

    /// Returns true if nothing is kept of a visit that would entitle a user to events that they were not told.
    private func isVisitLost(_ gap: (after: Int64, upTo: Int64), of stay: Stay) -> Bool {
        guard isOfCluster else { return false }
        guard let visit = visits["\(stay.user) \(stay.session)"] else { return true }
        // One that ended with a removal is an earlier one: of the entry behind it nothing is kept.
        if visit.since >= gap.upTo || visit.removedAt.map({ $0 <= gap.after }) ?? false { return true }
        // One that was kept later than the user's first entry is of the entry behind the gap. It names the event before which the home
        // took the user in, and the home lets them in when the visit is kept.
        return observations.visitKeptAt(stay.user, stay.session).map { $0 > stay.enteredAt } ?? false
    }

    private mutating func check(_ stay: Stay) {
        let who = "\(stay.user) in \(stay.session)"
        let list = events[stay.session] ?? []
        var next = stay.entered
        var orders: Set<String> = []
        var passed = stay.passed[...]
        for seen in stay.events {
            if let gap = passed.first, gap.after == next, gap.upTo < seen.durable {
                passed.removeFirst()
                if !isVisitLost(gap, of: stay) { checkPassed(gap, list, of: stay.user, who) }
                next = gap.upTo
            }
            next += 1
            guard seen.durable == next, next <= Int64(list.count) else {
                problems.append("\(who) saw the stored event \(seen.durable) where \(next) of \(list.count) comes")
                return
            }
            let event = list[Int(next) - 1]
            expect(
                event.name == seen.name && (seen.order == nil || Self.order(of: event) == seen.order),
                "\(who) saw \(seen.name) as the event \(next), which is \(event.name)")
            if let order = seen.order { expect(orders.insert(order).inserted, "\(who) saw the gift \(order) twice") }
        }
        if let gap = passed.first, gap.after == next {
            if !isVisitLost(gap, of: stay) { checkPassed(gap, list, of: stay.user, who) }
            next = gap.upTo
        }
        let last = Int64(list.count)
        switch stay.ending {
        case nil:
            expect(next == last, "\(who) stays to the end and saw \(next) of \(last) stored events")
            expect(stay.gaps.isEmpty, "\(who) was never told what it goes without: \(stay.gaps)")
        case .toldTheEnd: expect(next == last, "\(who) was told the end as the event \(next) of \(last)")
        case .cameTooLate:
            expect(
                next == last || list.last?.name != "room.ended" || isVisitLost((next, last), of: stay),
                "\(who) came back after the end and was told \(next) of \(last) stored events")
        case .left: break
        }
    }

    /// Checks skipped events. Only a user who was removed and entered again may miss events: those from their absence, or from before they
    /// learned of the removal.
    private mutating func checkPassed(
        _ gap: (after: Int64, upTo: Int64), _ list: [StoredEvent], of user: String, _ who: String
    ) {
        let events = list.filter { $0.durable > gap.after && $0.durable <= gap.upTo }
        expect(
            events.contains { Self.removes($0, user) },
            "\(who) came back and was not told the stored events \(gap.after + 1) to \(gap.upTo)")
    }

    private static func removes(_ event: StoredEvent, _ user: String) -> Bool {
        guard PastVisit.removals.contains(event.name),
            let data = try? JSONSerialization.jsonObject(with: Data(event.data)) as? [String: Any],
            data["banned"] as? Bool != false
        else { return false }
        return (data["user"] as? [String: Any])?["userID"] as? String == user
    }
}
