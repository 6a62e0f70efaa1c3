import OvationModel
import OvationWire

/// A client's position in the events of one live. It tells whether an event is new.
struct RoomPosition: Hashable, Sendable {
    /// The id of this start of the live.
    var sessionID: LiveSessionID
    /// The epoch that `seq` counts in.
    var epoch: String
    /// The last `seq` that the client has seen in the epoch.
    var seq: Int64
    /// The number of the last stored event that the client has seen of this start of the live.
    var durable: Int64

    init(sessionID: LiveSessionID, epoch: String, seq: Int64, durable: Int64) {
        self.sessionID = sessionID
        self.epoch = epoch
        self.seq = seq
        self.durable = durable
    }

    /// The position of the snapshot that belongs to a membership.
    init(_ membership: RoomJoined) {
        self.init(
            sessionID: membership.sessionID, epoch: membership.epoch, seq: membership.seq, durable: membership.durable)
    }

    /// Moves on to an event. Returns false if the event was seen before.
    ///
    /// An event's `durable` decides if it has one, because that number survives restarts of the server. Otherwise `seq` decides within its
    /// epoch. An event without either is always new.
    mutating func admit(_ event: EventPosition) -> Bool {
        if let number = event.durable {
            guard number > durable else { return false }
            durable = number
            if let seq = event.seq { move(to: seq, of: event.epoch) }
        } else if let seq = event.seq {
            guard event.epoch != epoch || seq > self.seq else { return false }
            move(to: seq, of: event.epoch)
        }
        return true
    }

    private mutating func move(to seq: Int64, of epoch: String) {
        self.seq = epoch == self.epoch ? max(seq, self.seq) : seq
        self.epoch = epoch
    }
}

/// The gift orders that were delivered lately, so that none is delivered twice. The number is bounded, and the oldest are forgotten.
///
/// It keeps a 64-bit hash of each order instead of its text, because a client may be in many lives. The hash is seeded anew in every
/// process. A new order has the hash of one of the 4,096 that are kept with a chance of less than one in 10^15.
struct RecentOrders: Sendable {
    private var seen: RecentSet<Int>

    init(capacity: Int = 4_096) { seen = RecentSet(max: capacity) }

    /// Remembers an order of a sender. Returns false if it is already known.
    mutating func insert(_ orderID: OrderID, of sender: UserID) -> Bool {
        var hasher = Hasher()
        hasher.combine(sender)
        hasher.combine(orderID)
        return seen.insert(hasher.finalize())
    }
}

/// Filters the events of a live that a client is in: it lets each event through once, and knows where to resume after a lost connection.
struct EventFilter: Sendable {
    /// The client's position in the events of the live.
    private(set) var position: RoomPosition
    /// The membership whose snapshot has not arrived yet. Until then only stored events can be resumed.
    private(set) var awaited: RoomJoined?
    /// Whether the user is no longer in the live. Then only stored events from before the end pass.
    private(set) var isOver = false
    private var gifts = RecentOrders()

    /// Makes the filter of a live that was just entered. Its snapshot has not arrived yet.
    init(entering membership: RoomJoined) {
        position = RoomPosition(membership)
        awaited = membership
    }

    /// Enters the live again. Events of the same start of the live that were delivered before are not delivered again.
    mutating func enter(_ membership: RoomJoined) {
        var entered = RoomPosition(membership)
        if membership.sessionID == position.sessionID {
            entered.durable = max(entered.durable, position.durable)
            if entered.epoch == position.epoch { entered.seq = max(entered.seq, position.seq) }
        }
        position = entered
        awaited = membership
        isOver = false
    }

    /// Resumes after a reconnect in which the server sends every event that was missed.
    mutating func resumeRecovered() { awaited = nil }

    /// Resumes after a reconnect in which the server sends the stored events that were missed, and then a snapshot.
    mutating func resume(_ membership: RoomJoined) {
        if membership.sessionID != position.sessionID { position = RoomPosition(membership) }
        awaited = membership
    }

    /// Notes that the user is no longer in the live.
    mutating func end() { isOver = true }

    /// The position to resume from, as the server is asked for it.
    ///
    /// While a snapshot is missing, the epoch is empty. The server does not know an empty epoch, so it sends a snapshot again.
    func resumption(of liveID: LiveID) -> SessionOpen.Position {
        let isPartial = awaited != nil
        return SessionOpen.Position(
            room: liveID, epoch: isPartial ? "" : position.epoch, seq: isPartial ? 0 : position.seq,
            durable: position.durable, sessionID: position.sessionID)
    }

    /// Returns the new gifts of an event one by one, and remembers them.
    ///
    /// An event with several orders has a `durable` up to which the client has been sent everything. Some of the event's own orders may
    /// have higher numbers. If the connection is lost before the events between them arrive, these orders come again, and their ids show
    /// that they were delivered before.
    mutating func admit(
        _ event: GiftReceived, at place: EventPosition
    ) -> [(gift: GiftReceived, place: EventPosition)] {
        if isOver, place.durable == nil { return [] }
        let seen = position.durable
        guard position.admit(place) else { return [] }
        return event.oneByOne(at: place).filter { gift, own in
            gifts.insert(gift.orderID, of: gift.sender.userID) && own.durable.map { $0 > seen } ?? true
        }
    }

    /// Whether an event is to be delivered. If so, the filter remembers it.
    mutating func admit(_ event: RoomEvent, at place: EventPosition) -> Bool {
        if isOver, place.durable == nil { return false }
        if case .roomSnapshot = event {
            if let membership = awaited.take() {
                let entered = RoomPosition(membership)
                position.durable = max(position.durable, entered.durable)
                if position.epoch != entered.epoch {
                    position.epoch = entered.epoch
                    position.seq = entered.seq
                } else {
                    position.seq = max(position.seq, entered.seq)
                }
            }
            return true
        }
        guard position.admit(place) else { return false }
        if case .giftReceived(let gift) = event { return gifts.insert(gift.orderID, of: gift.sender.userID) }
        return true
    }
}
