import OvationModel
import OvationRules
import OvationStorage

/// Watches whether every order costs what the home of its live knew the gift to cost when it let the order through.
final class PriceWatch {
    /// What a process knew of the prices from a time on.
    private struct Knowledge {
        let at: UInt64
        let prices: [GiftID: Coins]
        /// False for its own edit: it may not have learned that the edit is kept.
        let isCertain: Bool
    }

    private let world: World
    private var known: [NodeSeat: [Knowledge]] = [:]
    /// What was kept, oldest first.
    private var kept: [(at: UInt64, prices: [GiftID: Coins])] = []
    /// When the clock of each node was set for the last time.
    private var clockSetAt: [Int64: UInt64] = [:]
    /// When the home of a live let each order through that was charged, where its clock says so.
    private(set) var decidedAt: [String: UInt64] = [:]
    private(set) var problems: [String] = []

    /// How long a process takes between a reading and its use.
    private static let tolerance = UInt64.milliseconds(5)
    /// How old a price may be at a node with which everything is in order: a second until it hears of the new one, and the time of two slow
    /// readings that wait for what is in the air.
    private static let oldMax = UInt64.milliseconds(20_000)

    init(_ world: World, _ catalogue: GiftCatalogue) {
        self.world = world
        kept = [(0, catalogue.prices)]
    }

    /// A process has a catalogue now, by its start or by reading it.
    func knows(_ catalogue: GiftCatalogue, _ seat: NodeSeat) {
        known[seat, default: []].append(Knowledge(at: world.now, prices: catalogue.prices, isCertain: true))
    }

    /// The clock of a node was set, so the times of its orders say nothing for a while.
    func clockSet(of slot: Int64) { clockSetAt[slot] = world.now }

    /// The catalogue was changed by a process.
    func changed(_ catalogue: GiftCatalogue, by seat: NodeSeat) {
        kept.append((world.now, catalogue.prices))
        known[seat, default: []].append(Knowledge(at: world.now, prices: catalogue.prices, isCertain: false))
    }

    /// An order was charged.
    ///
    /// - Parameters:
    ///   - age: how long ago the home let it through, in milliseconds.
    ///   - isSound: whether everything was in order with the home.
    func charged(_ order: GiftOrder, age: Int64, at seat: NodeSeat, isSound: Bool) {
        let decided = world.now - min(world.now, .milliseconds(Int(max(0, age))))
        if let setAt = clockSetAt[seat.slot], setAt + Self.oldMax > decided { return }
        decidedAt[order.key.reference] = decided
        let (gift, price) = (order.gift.giftID, order.gift.coins)
        let own = known[seat] ?? []
        let last = own.lastIndex { $0.isCertain && $0.at + Self.tolerance <= decided } ?? 0
        let possible = own.dropFirst(last).filter { $0.at <= decided + Self.tolerance }
        if !possible.contains(where: { $0.prices[gift] == price }) {
            problems.append(
                "\(order.key.reference) cost \(price) a \(gift), which its home \(seat) did not know to be the price")
        }
        guard isSound else { return }
        let oldest = kept.lastIndex { $0.at + Self.oldMax <= decided } ?? 0
        if !kept.dropFirst(oldest).contains(where: { $0.prices[gift] == price }) {
            problems.append("\(order.key.reference) cost \(price) a \(gift), which was no longer the price")
        }
    }
}

extension GiftCatalogue {
    /// What each gift costs.
    fileprivate var prices: [GiftID: Coins] {
        Dictionary(items.map { ($0.gift.giftID, $0.gift.coins) }, uniquingKeysWith: { first, _ in first })
    }
}
