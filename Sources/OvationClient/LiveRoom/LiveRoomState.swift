import OvationModel
import OvationWire

/// The state of a ``LiveRoom``, and how each event changes it.
///
/// The state is pure: it calls nothing and waits for nothing. It changes on the event loop where events arrive, and the main actor shows
/// copies of it.
struct LiveRoomState: Sendable {
    /// The data that has to be fetched again.
    struct Work: OptionSet {
        let rawValue: Int
        /// The gift panel, if it was fetched before.
        static let panel = Work(rawValue: 1)
        /// The wallet, if it was fetched before.
        static let wallet = Work(rawValue: 2)
        /// The audience, if it was fetched before.
        static let audience = Work(rawValue: 4)
    }

    /// The consequences of an event.
    struct Outcome {
        var events: [LiveRoomEvent] = []
        var work: Work = []
        /// Whether to wait for the event that says why the user was removed.
        var awaitsReason = false
    }

    private struct GiftKey: Hashable {
        let sender: UserID
        let orderID: OrderID
    }

    /// How many orders are remembered, so that they are not delivered again when the user enters again.
    private static let shownGiftsMax = 1_024

    let liveID: LiveID
    let limits: LiveRoomLimits
    private(set) var status = LiveRoomStatus.outside
    var connection = ConnectionState.disconnected
    private(set) var info: RoomInfo?
    private(set) var role: Role?
    private(set) var mute: LiveMute?
    private(set) var roster: AudienceRoster<UserInfo>
    private(set) var statistics = RunningStatistics()
    private(set) var topSenders: [BoardRow] = []
    private(set) var messages = PlacedMessages<LiveMessage>()
    private(set) var pinned: [PinnedBarrage] = []
    private(set) var balance: Coins?

    private var user: UserID?
    /// Whether an event has already muted or unmuted the user. It is newer than the answer to entering.
    private var hasHeardMute = false
    private var shownGifts = RecentSet<GiftKey>(max: shownGiftsMax)
    private var tips: Int64 = 0
    /// The server's answer when a resume found the user outside. The event that says why may still come.
    private var removal: Rejection?
    /// Whether a resume could not recover everything, so that a snapshot will replace what is known.
    private var isIncomplete = false
    /// The largest number of an order that the balance was taken from.
    private var balanceAfter: Int64 = 0

    init(_ liveID: LiveID, limits: LiveRoomLimits) {
        self.liveID = liveID
        self.limits = limits
        roster = AudienceRoster(max: limits.viewersMax)
    }

    // MARK: - Entering and leaving

    /// Begins to enter.
    ///
    /// - Throws: `repeatedOperation` if the user is already in the live, or is entering it.
    mutating func beginEntering(as user: UserID) throws(Rejection) {
        switch status {
        case .entering, .inside: throw Rejection(.repeatedOperation)
        case .outside, .over: break
        }
        self.user = user
        status = .entering
        hasHeardMute = false
        isIncomplete = false
        removal = nil
    }

    /// Notes that entering was refused.
    mutating func enteringFailed() { if status == .entering { status = .outside } }

    /// Applies the answer to entering. The snapshot came before it, as an event.
    ///
    /// - Throws: `notMember` if the user was removed in the meantime.
    mutating func entered(_ membership: RoomJoined) throws(Rejection) {
        guard status == .inside else { throw Rejection(.notMember) }
        guard !hasHeardMute else { return }
        mute = membership.muted ? LiveMute(until: membership.mutedUntil, reason: membership.mutedReason) : nil
    }

    /// Notes that the user is no longer in the live.
    mutating func end(_ end: LiveRoomEnd) -> Outcome {
        guard status == .inside else { return Outcome() }
        status = .over(end)
        removal = nil
        return Outcome(events: [.over(end)])
    }

    /// Ends the live when no event has said in time why a resume found the user outside.
    mutating func removalReasonTimedOut() -> Outcome { removal.map { end(.removed($0)) } ?? Outcome() }

    // MARK: - Answers

    mutating func beginFetchingAudience() { roster.beginFetch() }

    mutating func giveUpFetchingAudience() { roster.giveUpFetch() }

    mutating func fetched(_ audience: [UserInfo], _ lastPage: AudiencePage) {
        roster.fetched(audience, count: lastPage.count, administrators: lastPage.admins, muted: lastPage.muted)
        updateRole()
    }

    mutating func updated(metaData: [String: String]) { info?.metaData = metaData }

    mutating func received(_ wallet: Wallet) { balance = wallet.balance }

    /// Applies the balance after an order. The answers to several orders may come in any sequence.
    mutating func charged(_ charged: GiftCharged) {
        guard charged.durable > balanceAfter else { return }
        balanceAfter = charged.durable
        balance = charged.balance
    }

    mutating func append(tip: Barrage) {
        tips += 1
        messages.append(tip: LiveMessage(tip: tip, number: tips), max: limits.messagesMax)
    }

    // MARK: - Events

    /// Applies an event. Returns nil if it changes nothing here, for instance because it belongs to another live.
    mutating func handle(_ event: ClientEvent) -> Outcome? {
        switch event {
        case .connection(let state):
            connection = state
            var outcome = Outcome(events: [.connection(state)])
            if let end = Self.end(of: state) { outcome.events += self.end(end).events }
            return outcome
        case .room(let live, let place, let event):
            return live == liveID ? handle(event, at: place) : nil
        case .resumed(let live, let recovered):
            guard live == liveID, status == .inside else { return nil }
            isIncomplete = !recovered
            return Outcome(events: [.resumed(recovered: recovered)])
        case .removed(let live, let rejection):
            guard live == liveID, status == .inside else { return nil }
            removal = rejection
            return Outcome(awaitsReason: true)
        case .walletChanged(let wallet):
            received(wallet)
            return Outcome(events: [.walletChanged(wallet)])
        case .catalogueChanged: return Outcome(events: [.catalogueChanged], work: .panel)
        case .kickedOffline: return end(.kickedOffline)
        case .loginExpired: return end(.loginExpired)
        case .orderSettled(let live, let order, let result):
            return live == liveID ? Outcome(events: [.orderSettled(order, result)], work: .wallet) : nil
        }
    }

    /// How a state of the connection ends the user's stay in a live; nil if it does not.
    private static func end(of state: ConnectionState) -> LiveRoomEnd? {
        switch state {
        case .disconnected: .loggedOut
        case .closed(.kickedOffline): .kickedOffline
        case .closed(.loginExpired), .closed(.unauthorized): .loginExpired
        case .closed(let code): .closed(code)
        case .connecting, .connected, .reconnecting: nil
        }
    }

    private mutating func handle(_ event: RoomEvent, at place: EventPosition) -> Outcome? {
        if case .roomSnapshot(let snapshot) = event, status == .entering || status == .inside {
            status = .inside
            apply(snapshot)
            _ = statistics.apply(event, at: place.at)
            defer { isIncomplete = false }
            return Outcome(work: isIncomplete ? [.panel, .wallet, .audience] : [])
        }
        guard status == .inside else { return nil }
        if case .giftReceived(let gift) = event,
            !shownGifts.insert(GiftKey(sender: gift.sender.userID, orderID: gift.orderID))
        {
            return nil
        }
        _ = statistics.apply(event, at: place.at)
        if let happened = interaction(event, at: place) { return Outcome(events: [happened]) }
        return membership(event)
    }

    /// Applies messages, gifts and likes.
    private mutating func interaction(_ event: RoomEvent, at place: EventPosition) -> LiveRoomEvent? {
        switch event {
        case .barrageSent(let barrage):
            // Every message has a sequence number. Without one it could not be told apart from its repetition.
            guard let seq = place.seq else { return nil }
            let message = LiveMessage(barrage, sequence: seq, at: place.at)
            return messages.insert(message, max: limits.messagesMax) ? .message(message) : nil
        case .barrageDeleted(let deleted):
            messages.remove(place: Int(clamping: deleted.seq))
            return .messageDeleted(deleted)
        case .barragePinned(let changed):
            pinned = changed.pinned
            return .pinnedChanged(changed)
        case .giftReceived(let gift): return .gift(gift)
        case .likeReceived(let likes): return .likes(likes)
        case .comboEnded(let ended): return .combosEnded(ended)
        case .boardChanged(let board):
            topSenders = board.top
            return .topSendersChanged(board.top)
        case .roomSkipped(let skipped): return .skipped(skipped)
        default: return nil
        }
    }

    /// Applies changes of viewers, roles, moderation and settings.
    private mutating func membership(_ event: RoomEvent) -> Outcome {
        switch event {
        case .audienceJoined(let joined):
            roster.joined(joined.user, count: joined.count)
            info?.totalViewerCount = joined.totalViewers
            return Outcome(events: [.viewerJoined(joined.user)])
        case .audienceLeft(let left):
            roster.left(left.user, count: left.count)
            return Outcome(events: [.viewerLeft(left.user)])
        case .ownerJoined(let joined): return Outcome(events: [.ownerJoined(joined.user)])
        case .ownerLeft(let left): return Outcome(events: [.ownerLeft(left.user)])
        case .audienceCounted(let counted):
            roster.counted(counted.count)
            info?.totalViewerCount = counted.statistics.totalViewers
        case .audienceKicked(let kicked):
            roster.left(kicked.user, count: kicked.count)
            return kicked.user.userID == user ? end(.kicked(kicked)) : Outcome(events: [.kicked(kicked)])
        case .audienceBanned(let banned):
            if banned.banned { roster.left(banned.user, count: banned.count) }
            let isOwn = banned.banned && banned.user.userID == user
            return isOwn ? end(.banned(banned)) : Outcome(events: [.banned(banned)])
        case .audienceMuted(let muted):
            roster.setMuted(muted.muted, muted.user)
            if muted.user.userID == user {
                hasHeardMute = true
                mute = muted.muted ? LiveMute(until: muted.until, reason: muted.reason) : nil
            }
            return Outcome(events: [.muted(muted)])
        case .audienceAppointed(let appointed):
            roster.setAdministrator(appointed.isAdmin, appointed.user)
            updateRole()
            return Outcome(events: [.appointed(appointed)])
        case .roomUpdated(let updated):
            info?.apply(updated.changes)
            return Outcome(events: [.updated(updated)])
        case .mediaChanged(let changed):
            info?.media = changed.media
            return Outcome(events: [.mediaChanged(changed.media)])
        case .roomEnded(let ended): return end(.ended(ended))
        default: break
        }
        return Outcome()
    }

    private mutating func apply(_ snapshot: RoomSnapshot) {
        // Drop what belongs to an earlier start of this live. Tips from before the first entry stay.
        if let known = info?.sessionID, known != snapshot.info.sessionID {
            messages.removeAll()
            roster = AudienceRoster(max: limits.viewersMax)
            mute = nil
        }
        info = snapshot.info
        roster.entered(snapshot.audience, count: snapshot.audienceCount, administrators: snapshot.admins)
        topSenders = snapshot.topSenders ?? []
        pinned = snapshot.pinned ?? []
        for record in snapshot.history {
            messages.insert(
                LiveMessage(record.barrage, sequence: record.seq, at: record.at), max: limits.messagesMax)
        }
        updateRole()
    }

    /// Works out the user's role from the live's owner and administrators.
    private mutating func updateRole() {
        guard let user, let info else { return }
        if info.liveOwner.userID == user {
            role = .owner
        } else {
            role = roster.administrators.contains { $0.userID == user } ? .admin : .viewer
        }
    }
}
