import OvationModel
import Synchronization

/// Which lives there are, where each one runs, and what the list shows of it.
final class RoomDirectory: Sendable {
    /// What became of a wish for a live id.
    enum Claim {
        /// Nobody has it: create the live, then `publish` it or `abandon` the claim.
        case claimed
        /// There is a live with it.
        case exists(RoomRuntime)
        /// Somebody else is creating it.
        case busy
    }

    private struct State {
        var rooms: [LiveID: RoomRuntime] = [:]
        var claims: Set<LiveID> = []
        var listings: [LiveID: RoomListing] = [:]
        /// The places of the public ones among the listings.
        var ranking = RoomRanking()
        /// The lives of each owner, the youngest last. Whose live it is never changes.
        var owned: [UserID: [LiveID]] = [:]
        /// Lives with robots, which hear of changed names though no session of theirs is in them.
        var withRobots: Set<LiveID> = []

        /// Takes over what the list shows of a live; nil takes it out.
        mutating func list(_ listing: RoomListing?, of liveID: LiveID) {
            let old = listings[liveID]?.place
            listings[liveID] = listing
            let new = listing?.place
            guard old != new else { return }
            if let old { ranking.remove(old) }
            if let new { ranking.insert(new) }
        }

        /// Takes a live from its owner.
        mutating func disown(_ liveID: LiveID, of owner: UserID) {
            guard let place = owned[owner]?.lastIndex(of: liveID) else { return }
            owned[owner]?.remove(at: place)
            if owned[owner]?.isEmpty == true { owned[owner] = nil }
        }
    }

    private let state = Mutex(State())

    /// How many lives there are.
    var count: Int { state.withLock { $0.rooms.count } }

    /// How many viewers all lives have together; who is in two counts twice.
    var viewerCount: Int { state.withLock { $0.listings.values.reduce(0) { $0 + $1.audienceCount } } }

    /// Where a live runs; nil where there is none.
    func room(_ liveID: LiveID) -> RoomRuntime? { state.withLock { $0.rooms[liveID] } }

    /// Every live.
    var rooms: [RoomRuntime] { state.withLock { Array($0.rooms.values) } }

    /// Claims an id for a new live.
    func claim(_ liveID: LiveID) -> Claim {
        state.withLock { state in
            if let room = state.rooms[liveID] { return .exists(room) }
            return state.claims.insert(liveID).inserted ? .claimed : .busy
        }
    }

    /// Gives a claim back.
    func abandon(_ liveID: LiveID) { state.withLock { _ = $0.claims.remove(liveID) } }

    /// Makes a live known.
    func publish(_ room: RoomRuntime, listing: RoomListing) {
        state.withLock { state in
            state.claims.remove(room.liveID)
            state.rooms[room.liveID] = room
            state.list(listing, of: room.liveID)
            state.owned[listing.info.liveOwner.userID, default: []].append(room.liveID)
        }
    }

    /// Forgets a live that has ended.
    func remove(_ room: RoomRuntime) {
        state.withLock { state in
            guard state.rooms[room.liveID] === room else { return }
            if let owner = state.listings[room.liveID]?.info.liveOwner.userID { state.disown(room.liveID, of: owner) }
            state.rooms[room.liveID] = nil
            state.list(nil, of: room.liveID)
            state.withRobots.remove(room.liveID)
        }
    }

    /// The lives that have robots.
    var roomsWithRobots: Set<LiveID> { state.withLock { $0.withRobots } }

    /// Notes whether a live has robots.
    func note(hasRobots: Bool, in room: RoomRuntime) {
        state.withLock { state in
            guard state.rooms[room.liveID] === room else { return }
            if hasRobots { state.withRobots.insert(room.liveID) } else { state.withRobots.remove(room.liveID) }
        }
    }

    /// Takes over what the list shows of a live.
    func update(_ listing: RoomListing, of room: RoomRuntime) {
        state.withLock { state in
            guard state.rooms[room.liveID] === room else { return }
            state.list(listing, of: room.liveID)
        }
    }

    /// The lives of an owner, public or not, the youngest first; at most so many.
    func lives(of owner: UserID, countMax: Int) -> [RoomListing] {
        state.withLock { state in
            (state.owned[owner] ?? []).suffix(countMax).reversed().compactMap { state.listings[$0] }
        }
    }

    /// A page of the public lives, the ones with most entries first, the younger first among equals.
    ///
    /// - Parameters:
    ///   - cursor: where the page before ended; empty for the first. nil comes back where it is not one of ours.
    ///   - isAscending: whether the list is read from its end.
    func page(
        after cursor: String, count: Int, isAscending: Bool = false
    ) -> (rooms: [RoomListing], cursor: String)? {
        let place: ListPlace?
        if cursor.isEmpty || cursor == "0" {
            place = nil
        } else {
            guard let parsed = ListPlace(cursor) else { return nil }
            place = parsed
        }
        return state.withLock { state in
            let (places, hasMore) = state.ranking.page(after: place, count, isAscending: isAscending)
            return (places.compactMap { state.listings[$0.liveID] }, hasMore ? places.last?.cursor ?? "" : "")
        }
    }
}

extension RoomListing {
    /// Where the list shows it; nil where it does not.
    fileprivate var place: ListPlace? { info.isPublicVisible ? ListPlace(info) : nil }
}
