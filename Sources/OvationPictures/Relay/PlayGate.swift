import OvationMedia
package import OvationModel
import Synchronization

/// Who may watch no more, and who watches at the moment, by live and user. May be used from any thread.
///
/// A signed address names its user, and the round in which it was given out. A removal begins a round of the live: what the user was given
/// before it is refused from then on, what they are given later is not. Their open players are closed in the same step.
///
/// A player is written down first and looked at then. So one that opens while its user is removed is either closed with the others, or
/// finds that its address holds no more.
package final class PlayGate: Sendable {
    /// Ends a player; called on the thread of the change, which may be any.
    typealias Close = @Sendable (CloseCode) -> Void

    /// A player that is open.
    struct Place: Sendable, Hashable {
        fileprivate let session: LiveSessionID
        fileprivate let user: UserID?
        fileprivate let number: UInt64
    }

    private struct Live {
        /// The key of the home whose removals are followed; nil where the live runs here.
        var home: [UInt8]?
        /// Goes up with each removal.
        var round: Int64 = 0
        /// What was given out in earlier rounds is refused, to whomever.
        var firstRound: Int64 = 0
        /// In which round each removed user may have addresses again, and until when an earlier one could hold.
        var removed: [UserID: (round: Int64, until: Timestamp)] = [:]
        /// The open players of each user; of those who needed no signature under nil.
        var players: [UserID?: [UInt64: Close]] = [:]

        var isIdle: Bool { round == 0 && home == nil && players.isEmpty }
    }

    private struct State {
        var lives: [LiveSessionID: Live] = [:]
        var lastNumber: UInt64 = 0
        /// Told of each removal.
        var watchers: [LiveSessionID: @Sendable () -> Void] = [:]
    }

    /// How long an address holds at most.
    private let addressSeconds: Int64
    private let removedMax: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - addressSeconds: how long an address holds at most.
    ///   - removedMax: of how many removed users of a live it is known that theirs hold no more.
    init(addressSeconds: Int64, removedMax: Int) {
        self.addressSeconds = addressSeconds
        self.removedMax = max(removedMax, 1)
    }

    /// The round in which an address of a start of a live is given out now.
    func round(of session: LiveSessionID) -> Int64 { state.withLock { $0.lives[session]?.round ?? 0 } }

    /// Whether an address was given to a user before they were removed.
    func refuses(_ user: UserID, round: Int64, of session: LiveSessionID) -> Bool {
        state.withLock { state in
            guard let live = state.lives[session] else { return false }
            return round < live.firstRound || live.removed[user].map { round < $0.round } ?? false
        }
    }

    // MARK: - Players

    /// Writes down a player that opens. Look whether it may after that.
    ///
    /// - Parameter user: whom its address names; nil where none was needed.
    func open(_ session: LiveSessionID, by user: UserID?, close: @escaping Close) -> Place {
        state.withLock { state in
            state.lastNumber += 1
            state.lives[session, default: Live()].players[user, default: [:]][state.lastNumber] = close
            return Place(session: session, user: user, number: state.lastNumber)
        }
    }

    /// A player is gone.
    func closed(_ place: Place) {
        state.withLock { state in
            guard var live = state.lives.removeValue(forKey: place.session) else { return }
            live.players[place.user]?[place.number] = nil
            if live.players[place.user]?.isEmpty == true { live.players[place.user] = nil }
            if !live.isIdle { state.lives[place.session] = live }
        }
    }

    // MARK: - Changes

    /// A user may watch a live no more by what they were given so far.
    package func remove(_ user: UserID, from session: LiveSessionID, at now: Timestamp) {
        let closing = state.withLock { state -> [Close] in
            var live = state.lives.removeValue(forKey: session) ?? Live()
            defer { state.lives[session] = live }
            live.round += 1
            if live.removed.count >= removedMax { live.removed = live.removed.filter { now < $0.value.until } }
            if live.removed.count >= removedMax {
                // All ask for new addresses then. Who is removed gets none.
                live.removed = [:]
                live.firstRound = live.round
            }
            live.removed[user] = (live.round, now.adding(seconds: addressSeconds))
            return live.players.removeValue(forKey: user).map { Array($0.values) } ?? []
        }
        for close in closing { close(.playAddressOver) }
        tellWatcher(of: session)
    }

    /// A live is on the list no more: nobody watches by what they were given so far, or without a signature.
    package func removeAll(from session: LiveSessionID) {
        let closing = state.withLock { state -> [Close] in
            var live = state.lives.removeValue(forKey: session) ?? Live()
            defer { state.lives[session] = live }
            live.round += 1
            (live.firstRound, live.removed) = (live.round, [:])
            defer { live.players = [:] }
            return live.players.values.flatMap(\.values)
        }
        for close in closing { close(.playAddressOver) }
        tellWatcher(of: session)
    }

    /// A live is over, for all whose addresses were signed. The others see what is left of its picture.
    func end(_ session: LiveSessionID) {
        let players = state.withLock { $0.lives.removeValue(forKey: session)?.players ?? [:] }
        for (user, closing) in players where user != nil { for close in closing.values { close(.liveEnded) } }
    }

    private func tellWatcher(of session: LiveSessionID) { state.withLock { $0.watchers[session] }?() }
}

// MARK: - Other servers

extension PlayGate {
    /// Who was removed from a live, as other servers are told.
    struct Removals: Sendable, Hashable, Codable {
        /// A user who was removed, and until when an address of before could hold.
        struct Removed: Sendable, Hashable, Codable {
            let user: UserID
            let round: Int64
            let until: Timestamp
        }

        var round: Int64
        var firstRound: Int64
        var removed: [Removed]

        /// Whether its rounds are some that this server can count on from, as it does when the live comes to run here. What comes from
        /// another server is looked at first.
        var isWithinBounds: Bool {
            ([round, firstRound] + removed.map(\.round)).allSatisfy { (0...Self.roundMax).contains($0) }
        }

        /// Far more than a live has removals.
        private static let roundMax: Int64 = 1 << 53
    }

    /// Has somebody told of each removal from a live, on the thread of the removal; nil tells nobody any more.
    func watch(_ session: LiveSessionID, _ watcher: (@Sendable () -> Void)?) {
        state.withLock { $0.watchers[session] = watcher }
    }

    /// Who was removed from a live after a round.
    func removals(from session: LiveSessionID, after round: Int64) -> Removals {
        let live = state.withLock { $0.lives[session] ?? Live() }
        let removed = live.removed.filter { $0.value.round > round }.map { user, place in
            Removals.Removed(user: user, round: place.round, until: place.until)
        }
        return Removals(
            round: live.round, firstRound: live.firstRound, removed: removed.sorted { $0.round < $1.round })
    }

    /// The removals of a live are counted by this home from now on. What was counted by another one says nothing any more, and players with
    /// an address of that one are closed: who still may watch asks for a new address.
    ///
    /// - Parameters:
    ///   - home: the key with which that run of a server signs.
    ///   - needsSignature: whether nobody watches without a signature, by what that home says.
    func follow(home: [UInt8], of session: LiveSessionID, needsSignature: Bool) {
        let closing = state.withLock { state -> [Close] in
            guard state.lives[session]?.home != home else { return [] }
            let players = state.lives[session]?.players ?? [:]
            var live = Live()
            live.home = home
            if !needsSignature { live.players[nil] = players[nil] }
            state.lives[session] = live
            return players.filter { $0.key != nil || needsSignature }.values.flatMap(\.values)
        }
        for close in closing { close(.playAddressOver) }
    }

    /// A live that ran at another server runs here from now on. The rounds go on, because removals of here may be among them.
    func followNone(of session: LiveSessionID) {
        let closing = state.withLock { state -> [Close] in
            guard var live = state.lives.removeValue(forKey: session) else { return [] }
            guard live.home != nil else {
                state.lives[session] = live
                return []
            }
            live.home = nil
            let players = live.players
            live.players = [:]
            live.players[nil] = players[nil]
            if !live.isIdle { state.lives[session] = live }
            return players.filter { $0.key != nil }.values.flatMap(\.values)
        }
        for close in closing { close(.playAddressOver) }
    }

    /// The home of a live has told of removals: their players here are closed, too.
    func follow(_ removals: Removals, from session: LiveSessionID, at now: Timestamp) {
        let closing = state.withLock { state -> [Close] in
            guard removals.round > state.lives[session]?.round ?? 0 else { return [] }
            var live = state.lives.removeValue(forKey: session) ?? Live()
            defer { state.lives[session] = live }
            live.round = removals.round
            // A home that remembers more users than this server does: all ask for new addresses, so that nobody is overlooked.
            let areTooMany = removals.removed.count > removedMax
            guard removals.firstRound <= live.firstRound, !areTooMany else {
                live.firstRound = areTooMany ? removals.round : removals.firstRound
                live.removed = [:]
                if !areTooMany { for gone in removals.removed { live.removed[gone.user] = (gone.round, gone.until) } }
                defer { live.players = [:] }
                return live.players.values.flatMap(\.values)
            }
            if live.removed.count + removals.removed.count > removedMax {
                live.removed = live.removed.filter { now < $0.value.until }
            }
            if live.removed.count + removals.removed.count > removedMax {
                // All ask for new addresses then, as at the home.
                live.removed = [:]
                live.firstRound = live.round
            }
            var found: [Close] = []
            for gone in removals.removed {
                live.removed[gone.user] = (gone.round, gone.until)
                found += live.players.removeValue(forKey: gone.user).map { Array($0.values) } ?? []
            }
            return found
        }
        for close in closing { close(.playAddressOver) }
    }
}
