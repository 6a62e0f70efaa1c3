import OvationModel
import OvationWire

/// Where a client is among the events of one live, and whether the next one is new to it.
struct RoomPosition: Hashable, Sendable {
    /// Which start of the live.
    var sessionID: LiveSessionID
    /// The epoch of `seq`.
    var epoch: String
    /// The last `seq` of the epoch that was seen.
    var seq: Int64
    /// The last stored event of the live's session that was seen.
    var durable: Int64

    init(sessionID: LiveSessionID, epoch: String, seq: Int64, durable: Int64) {
        self.sessionID = sessionID
        self.epoch = epoch
        self.seq = seq
        self.durable = durable
    }

    /// The position that a snapshot of this membership tells everything up to.
    init(_ membership: RoomJoined) {
        self.init(
            sessionID: membership.sessionID, epoch: membership.epoch, seq: membership.seq, durable: membership.durable)
    }

    /// Moves on to an event; false where it was seen before.
    ///
    /// `durable` decides where there is one, because it outlives restarts; else `seq` within its epoch. What has
    /// neither is always new.
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

/// The orders of gifts that were shown lately, so that none is shown twice. Bounded: the oldest are forgotten.
///
/// Keeps 64 bits of each order instead of its text: a client may be in many rooms. That two of the few that are kept
/// share them, with hashing seeded anew in every process, is less likely than one in 10^15.
struct RecentOrders: Sendable {
    private var seen: RecentSet<Int>

    init(capacity: Int = 4_096) { seen = RecentSet(max: capacity) }

    /// Remembers an order of a sender; false where it is known.
    mutating func insert(_ orderID: OrderID, of sender: UserID) -> Bool {
        var hasher = Hasher()
        hasher.combine(sender)
        hasher.combine(orderID)
        return seen.insert(hasher.finalize())
    }
}

/// What a client keeps of a live that it is in: which events are new, and how to go on after a lost connection.
struct EventFilter: Sendable {
    /// Where the client is.
    private(set) var position: RoomPosition
    /// The membership whose snapshot is still to come; until then nothing but stored events can be resumed.
    private(set) var awaited: RoomJoined?
    /// Whether the user is in the room no longer, and only stored events of before are still let through.
    private(set) var isOver = false
    private var gifts = RecentOrders()

    /// Begins with entering a live. The snapshot is still to come.
    init(entering membership: RoomJoined) {
        position = RoomPosition(membership)
        awaited = membership
    }

    /// Enters the live again. What was shown of the same start of it is not shown again.
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

    /// Goes on after a reconnect with every event that was missed.
    mutating func resumeRecovered() { awaited = nil }

    /// Goes on after a reconnect with the stored events that were missed; then comes a snapshot.
    mutating func resume(_ membership: RoomJoined) {
        if membership.sessionID != position.sessionID { position = RoomPosition(membership) }
        awaited = membership
    }

    /// The user was found to be in the room no longer.
    mutating func end() { isOver = true }

    /// How to ask for what comes after the last event.
    ///
    /// While a snapshot is still to come the epoch is left empty: the server cannot know it, so it sends a snapshot
    /// again.
    func resumption(of liveID: LiveID) -> SessionOpen.Position {
        let isPartial = awaited != nil
        return SessionOpen.Position(
            room: liveID, epoch: isPartial ? "" : position.epoch, seq: isPartial ? 0 : position.seq,
            durable: position.durable, sessionID: position.sessionID)
    }

    /// What of an event of gifts is to be shown, one by one. Remembers it.
    ///
    /// The `durable` of an event that tells several orders says up to where everything was told; some of its own orders
    /// may lie beyond. Those come again where the connection is lost before the rest did, and are known by their ids.
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

    /// Whether an event is to be shown. Remembers it where it is.
    mutating func admit(_ event: RoomEvent, at place: EventPosition) -> Bool {
        if isOver, place.durable == nil { return false }
        if case .roomSnapshot = event {
            if let membership = awaited.take() {
                let told = RoomPosition(membership)
                position.durable = max(position.durable, told.durable)
                if position.epoch != told.epoch {
                    position.epoch = told.epoch
                    position.seq = told.seq
                } else {
                    position.seq = max(position.seq, told.seq)
                }
            }
            return true
        }
        guard position.admit(place) else { return false }
        if case .giftReceived(let gift) = event { return gifts.insert(gift.orderID, of: gift.sender.userID) }
        return true
    }
}
