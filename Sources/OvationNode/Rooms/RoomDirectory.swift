package import OvationModel
import OvationPictures
import OvationRules
import Synchronization

/// Which lives there are, where each one runs, and what the list shows of it.
package final class RoomDirectory: Sendable {
    /// The outcome of a claim to a live id.
    enum Claim {
        /// The id is free: create the live, then `publish` it or `abandon` the claim.
        case claimed
        /// There is a live with it.
        case exists(any RoomPort)
        /// Another request is creating it.
        case busy
        /// The claimant has as many open lives as the limit permits.
        case tooMany
    }

    private struct State {
        var rooms: [LiveID: any RoomPort] = [:]
        /// Lives that run at other nodes and have viewers here.
        var linked: [LiveID: any RoomPort] = [:]
        var claims: Set<LiveID> = []
        var listings: [LiveID: RoomListing] = [:]
        /// The names in the listings as a search reads them.
        var names: [LiveID: SearchedText] = [:]
        /// What the list shows of lives at other nodes.
        var elsewhere: [LiveID: RoomListing] = [:]
        /// The places of the public ones among the listings.
        var ranking = RoomRanking()
        /// The lives of each owner, the youngest last. Whose live it is never changes.
        var owned: [UserID: [LiveID]] = [:]
        /// Whose lives count among those that they may have open, claimed ones included.
        var owners: [LiveID: UserID] = [:]
        var livesOpen: [UserID: Int] = [:]
        /// In which lives a user is a robot: they hear of a changed name though no session of the user is in them.
        var robotLives: [UserID: Set<LiveID>] = [:]
        var robots: [LiveID: Set<UserID>] = [:]

        /// Whether this start of a live is on. A late word of an earlier one changes nothing.
        func isOn(_ liveID: LiveID, _ start: LiveSessionID) -> Bool { listings[liveID]?.info.sessionID == start }

        /// Counts a live among those of a user; one that is counted already stays as it is.
        mutating func count(_ liveID: LiveID, for owner: UserID) {
            guard owners[liveID] == nil else { return }
            owners[liveID] = owner
            livesOpen[owner, default: 0] += 1
        }

        mutating func uncount(_ liveID: LiveID) {
            guard let owner = owners.removeValue(forKey: liveID), let count = livesOpen[owner] else { return }
            livesOpen[owner] = count > 1 ? count - 1 : nil
        }

        /// Takes over who is a robot in a live.
        mutating func setRobots(_ users: Set<UserID>, in liveID: LiveID) {
            let before = robots[liveID] ?? []
            robots[liveID] = users.isEmpty ? nil : users
            for user in before.subtracting(users) {
                robotLives[user]?.remove(liveID)
                if robotLives[user]?.isEmpty == true { robotLives[user] = nil }
            }
            for user in users.subtracting(before) { robotLives[user, default: []].insert(liveID) }
        }

        /// Takes over what the list shows of a live; nil takes it out.
        mutating func list(_ listing: RoomListing?, of liveID: LiveID) {
            listElsewhere(nil, of: liveID)
            let before = listings[liveID]
            listings[liveID] = listing
            if listing?.info.liveName != before?.info.liveName
                || listing?.info.liveOwner.userName != before?.info.liveOwner.userName
            {
                names[liveID] = listing.map { SearchedText(title: $0.info.liveName, host: $0.info.liveOwner.userName) }
            }
            let (old, new) = (before?.place, listing?.place)
            guard old != new else { return }
            if let old { ranking.remove(old) }
            if let new { ranking.insert(new) }
        }

        /// Takes over what the list shows of a live at another node; nil takes it out.
        mutating func listElsewhere(_ listing: RoomListing?, of liveID: LiveID) {
            guard let before = elsewhere[liveID] else {
                // What runs here is known better.
                guard let listing, listings[liveID] == nil else { return }
                elsewhere[liveID] = listing
                names[liveID] = SearchedText(title: listing.info.liveName, host: listing.info.liveOwner.userName)
                if let place = listing.place { ranking.insert(place) }
                return
            }
            if let place = before.place { ranking.remove(place) }
            elsewhere[liveID] = nil
            names[liveID] = nil
            if let listing { listElsewhere(listing, of: liveID) }
        }

        /// What the list shows of a live, wherever it is on.
        func shown(_ liveID: LiveID) -> RoomListing? { listings[liveID] ?? elsewhere[liveID] }

        /// Forgets a live.
        mutating func remove(_ liveID: LiveID) {
            if let owner = listings[liveID]?.info.liveOwner.userID { disown(liveID, of: owner) }
            rooms[liveID] = nil
            list(nil, of: liveID)
            setRobots([], in: liveID)
            uncount(liveID)
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

    /// Where a live runs, here or at another node; nil where this node knows of none.
    package func room(_ liveID: LiveID) -> (any RoomPort)? { state.withLock { $0.rooms[liveID] ?? $0.linked[liveID] } }

    /// The live, where it runs here.
    func ownRoom(_ liveID: LiveID) -> (any RoomPort)? { state.withLock { $0.rooms[liveID] } }

    /// The way to a live at another node, where it is heard here.
    func linkedRoom(_ liveID: LiveID) -> (any RoomPort)? { state.withLock { $0.linked[liveID] } }

    /// Makes the way to a live at another node known; the way that was known before.
    func link(_ room: any RoomPort, for liveID: LiveID) -> (any RoomPort)? {
        state.withLock { $0.linked.updateValue(room, forKey: liveID) }
    }

    /// Forgets a way to a live at another node.
    func unlink(_ room: any RoomPort) {
        state.withLock { state in
            if state.linked[room.liveID] === room { state.linked[room.liveID] = nil }
        }
    }

    /// The start of a live that is on, and whether the live is listed; nil where it is not on.
    func start(of liveID: LiveID) -> LiveStart? {
        state.withLock { state in
            state.listings[liveID].map {
                LiveStart(
                    session: $0.info.sessionID, isPublic: $0.info.isPublicVisible, hasCover: !$0.info.coverURL.isEmpty)
            }
        }
    }

    /// What is known of a live that is on; nil if it is not.
    package func info(of liveID: LiveID) -> RoomInfo? { state.withLock { $0.listings[liveID]?.info } }

    /// What the list knows of a live that is on, here or at another node.
    package func listed(_ liveID: LiveID) -> RoomInfo? { state.withLock { $0.shown(liveID)?.info } }

    /// Every live.
    package var rooms: [any RoomPort] { state.withLock { Array($0.rooms.values) } }

    /// The lives at other nodes that have viewers here.
    var linkedRooms: [any RoomPort] { state.withLock { Array($0.linked.values) } }

    /// How many viewers each live has that runs here.
    var audienceCounts: [LiveID: Int] { state.withLock { $0.listings.mapValues(\.audienceCount) } }

    /// Takes over which lives are on at other nodes, for the list.
    func setElsewhere(_ listings: [RoomListing]) {
        let new = Dictionary(listings.map { ($0.info.liveID, $0) }) { first, _ in first }
        let known = state.withLock { $0.elsewhere }
        // Only what has changed, with the lock held for a moment at a time.
        for liveID in known.keys where new[liveID] == nil { state.withLock { $0.listElsewhere(nil, of: liveID) } }
        for (liveID, listing) in new where known[liveID] != listing {
            state.withLock { $0.listElsewhere(listing, of: liveID) }
        }
    }

    /// Claims an id for a new live.
    ///
    /// - Parameters:
    ///   - owner: the user among whose open lives it counts; nil for none.
    ///   - livesMax: how many of those they may have, this one included; nil for no limit.
    func claim(_ liveID: LiveID, countsFor owner: UserID? = nil, livesMax: Int? = nil) -> Claim {
        state.withLock { state in
            if let room = state.rooms[liveID] { return .exists(room) }
            guard !state.claims.contains(liveID) else { return .busy }
            if let owner {
                if let livesMax, state.livesOpen[owner] ?? 0 >= livesMax { return .tooMany }
                state.count(liveID, for: owner)
            }
            state.claims.insert(liveID)
            return .claimed
        }
    }

    /// Gives a claim back.
    func abandon(_ liveID: LiveID) {
        state.withLock { state in
            if state.claims.remove(liveID) != nil { state.uncount(liveID) }
        }
    }

    /// Whether a live with this id runs here, or is being created.
    func isTaken(_ liveID: LiveID) -> Bool {
        state.withLock { $0.rooms[liveID] != nil || $0.claims.contains(liveID) }
    }

    /// Makes a live known.
    ///
    /// - Parameter owner: the user among whose open lives it counts; nil for none.
    func publish(_ room: any RoomPort, listing: RoomListing, countsFor owner: UserID? = nil) {
        state.withLock { state in
            state.claims.remove(room.liveID)
            if let owner { state.count(room.liveID, for: owner) }
            state.rooms[room.liveID] = room
            state.list(listing, of: room.liveID)
            state.owned[listing.info.liveOwner.userID, default: []].append(room.liveID)
        }
    }

    /// Forgets a live that has ended.
    func remove(_ liveID: LiveID, _ start: LiveSessionID) {
        state.withLock { state in
            if state.isOn(liveID, start) { state.remove(liveID) }
        }
    }

    /// Forgets every live.
    func removeAll() {
        state.withLock { state in for liveID in Array(state.rooms.keys) { state.remove(liveID) } }
    }

    /// The lives with one of these starts.
    func rooms(ofStarts starts: Set<LiveSessionID>) -> [any RoomPort] {
        state.withLock { state in
            state.rooms.values.filter { room in
                state.listings[room.liveID].map { starts.contains($0.info.sessionID) } ?? false
            }
        }
    }

    /// The lives that a user is a robot in.
    func rooms(withRobot user: UserID) -> Set<LiveID> { state.withLock { $0.robotLives[user] ?? [] } }

    /// Notes who is a robot in a live.
    func note(robots: Set<UserID>, in liveID: LiveID, _ start: LiveSessionID) {
        state.withLock { state in
            if state.isOn(liveID, start) { state.setRobots(robots, in: liveID) }
        }
    }

    /// Takes over what the list shows of a live.
    func update(_ listing: RoomListing) {
        state.withLock { state in
            if state.isOn(listing.info.liveID, listing.info.sessionID) { state.list(listing, of: listing.info.liveID) }
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
    ///   - filter: which lives are wanted. Lives are looked at one by one until the page is full.
    ///   - examinedMax: how many lives a filter looks at. The page then ends, and its cursor goes on behind the last of them.
    package func page(
        after cursor: String, count: Int, isAscending: Bool = false, filter: ListFilter = .everything,
        examinedMax: Int = .max
    ) -> ListPage? {
        let place: ListPlace?
        if cursor.isEmpty || cursor == "0" {
            place = nil
        } else {
            guard let parsed = ListPlace(cursor) else { return nil }
            place = parsed
        }
        guard filter.isOpen else { return filtered(filter, place, count, isAscending, examinedMax) }
        return state.withLock { state in
            let (places, hasMore) = state.ranking.page(after: place, count, isAscending: isAscending)
            return ListPage(
                rooms: places.compactMap { state.shown($0.liveID) }, cursor: hasMore ? places.last?.cursor ?? "" : ""
            )
        }
    }

    /// The lives that are looked at before others may use the directory.
    private static let examinedAtOnce = 256

    private func filtered(
        _ filter: ListFilter, _ start: ListPlace?, _ count: Int, _ isAscending: Bool, _ examinedMax: Int
    ) -> ListPage {
        var page = ListPage(rooms: [], cursor: "")
        var last = start
        while page.examinedCount < examinedMax {
            let size = min(Self.examinedAtOnce, examinedMax - page.examinedCount)
            let isOver = state.withLock { state in
                let (places, hasMore) = state.ranking.page(after: last, size, isAscending: isAscending)
                for place in places {
                    page.examinedCount += 1
                    let found = state.shown(place.liveID).flatMap { listing in
                        state.names[place.liveID].flatMap { filter.admits(listing.info, $0) ? listing : nil }
                    }
                    if let found {
                        // The page is full, and the next one begins with this live.
                        guard page.rooms.count < count else { return true }
                        page.rooms.append(found)
                    }
                    last = place
                }
                if !hasMore { last = nil }
                return !hasMore
            }
            if isOver { break }
        }
        page.cursor = last?.cursor ?? ""
        return page
    }
}

extension RoomListing {
    /// Where the list shows it; nil where it does not.
    fileprivate var place: ListPlace? { info.isPublicVisible ? ListPlace(info) : nil }
}
