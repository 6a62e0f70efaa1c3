import OvationModel
import OvationWire

/// The gifts of a tick that were charged and not published yet: those of one sender, kind and receivers travel in one frame, so
/// that a flood of small gifts costs the room few frames.
///
/// A client takes the `durable` of a frame for "every stored event up to here was sent". So frames go by their first
/// order, and each carries the number before the first order of the next frame; the last one carries the last number of
/// all. These numbers grow from frame to frame, also where orders of two senders alternate. So a client that is cut off between
/// two frames asks for no less than what is missing.
struct GiftGathering {
    /// A gift to publish.
    struct Gift {
        /// The content of its event as it is stored.
        var event: GiftReceived
        /// Its number among the stored events.
        var durable: Int64
        /// When it was ordered.
        var at: Timestamp
        /// What its combo has come to.
        var combo: GiftCombo?
        /// The sender's level with it.
        var gifterLevel: Int?
    }

    /// A frame to write.
    struct Frame: Equatable {
        /// The content as JSON.
        var data: [UInt8]
        /// The stored event up to which this frame completes the sequence.
        var durable: Int64
        /// When the last of its orders was made.
        var at: Timestamp
        /// How many orders it contains.
        var orders: Int
    }

    private struct Key: Hashable {
        let sender: UserID
        let giftID: GiftID
        let to: [UserID]
    }

    private let ordersMax: Int
    private var groups: [[Gift]] = []
    /// Which group takes the next gift of a kind.
    private var places: [Key: Int] = [:]
    /// The number of the last gift that was gathered; nil where there is none.
    private(set) var lastDurable: Int64?

    /// Gathers nothing yet.
    init(limits: Limits) { ordersMax = limits.giftOrdersPerFrameMax }

    /// Whether there is nothing to tell.
    var isEmpty: Bool { groups.isEmpty }

    /// Takes a gift in. Their numbers grow.
    mutating func add(_ gift: Gift) {
        precondition(lastDurable.map { gift.durable > $0 } ?? true, "gifts come in the order of their numbers")
        lastDurable = gift.durable
        let key = Key(
            sender: gift.event.sender.userID, giftID: gift.event.gift.giftID, to: gift.event.to.map(\.userID))
        if let place = places[key], let first = groups[place].first, groups[place].count < ordersMax,
            gift.event.isLike(first.event)
        {
            groups[place].append(gift)
        } else {
            places[key] = groups.count
            groups.append([gift])
        }
    }

    /// Takes everything out.
    mutating func take() -> [Frame] {
        guard let lastDurable else { return [] }
        let frames = groups.indices.map { index in
            let next = index + 1 < groups.count ? groups[index + 1].first : nil
            return Self.frame(groups[index], durable: next.map { $0.durable - 1 } ?? lastDurable)
        }
        groups.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        self.lastDurable = nil
        return frames
    }

    private static func frame(_ gifts: [Gift], durable: Int64) -> Frame {
        guard let last = gifts.last else { preconditionFailure("a group has a gift") }
        var event = last.event
        event.combo = last.combo
        event.gifterLevel = last.gifterLevel
        // One alone is listed too where the frame's number is not its own.
        if gifts.count > 1 || last.durable != durable {
            // For clients that know no `orders` it is one gift of as many.
            event.count = gifts.reduce(0) { $0 + $1.event.count }
            event.coins = gifts.reduce(.zero) { $0.adding($1.event.coins) ?? .max }
            event.orders = gifts.map { gift in
                GiftReceived.Order(
                    orderID: gift.event.orderID, count: gift.event.count, coins: gift.event.coins,
                    durable: gift.durable, at: gift.at)
            }
        }
        let data = RoomEvent.giftReceived(event).encodedData
        return Frame(data: data, durable: durable, at: last.at, orders: gifts.count)
    }
}

extension GiftReceived {
    /// Whether two orders differ in nothing but id and number of gifts. A gift whose price was changed in between, or a
    /// sender with a new name, gets a frame of its own.
    fileprivate func isLike(_ other: GiftReceived) -> Bool {
        var same = self
        same.orderID = other.orderID
        same.count = other.count
        same.coins = other.coins
        return same == other
    }
}
