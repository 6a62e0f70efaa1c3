import NIOCore
import OvationMedia
import OvationModel
import OvationSupport
import Synchronization

/// The picture of a live for other servers of the cluster, whose viewers are shown it there.
extension LivePicture {
    /// Why a follower is to look again.
    enum Wake: Sendable {
        /// The picture, or who may watch it, has changed.
        case changed
        /// It is told that this server is there.
        case beat
    }

    /// Another server that follows the picture.
    struct Follower {
        let number: UInt64
        let wakes: AsyncStream<Wake>.Continuation
    }

    /// How the picture is at a moment.
    struct Moment: Sendable {
        let ring: FragmentRing<MediaPayload>
        let status: PictureStatus
        let isEnded: Bool
    }

    /// How the picture is now. From any thread.
    var moment: Moment {
        shown.withLock { Moment(ring: $0.ring, status: $0.status, isEnded: $0.isEnded) }
    }

    /// Follows the picture: a wake at once, with each change, and in between. Ends where the same server follows anew, and where the
    /// picture is forgotten.
    ///
    /// - Parameter slot: which server.
    func follow(from slot: UInt16) -> AsyncStream<Wake> {
        let (stream, wakes) = AsyncStream.makeStream(of: Wake.self, bufferingPolicy: .bufferingNewest(1))
        let number = pictures.nextFollower()
        wakes.onTermination = { [weak self] _ in
            self?.onHome { [weak self] in self?.unfollow(slot, number) }
        }
        onHome {
            guard !self.isForgotten, !self.pictures.isStopping else { return wakes.finish() }
            let before = self.followers.updateValue(Follower(number: number, wakes: wakes), forKey: slot)
            before?.wakes.finish()
            if before == nil { self.pictures.countFollower(1) }
            self.beginBeats()
            wakes.yield(.changed)
        }
        return stream
    }

    private func unfollow(_ slot: UInt16, _ number: UInt64) {
        guard followers[slot]?.number == number else { return }
        followers[slot] = nil
        pictures.countFollower(-1)
        if followers.isEmpty { endBeats() }
    }

    /// Nobody follows any more. On the event loop of the live.
    func endFollowers() {
        let all = followers
        followers = [:]
        pictures.countFollower(-all.count)
        endBeats()
        for follower in all.values { follower.wakes.finish() }
    }

    /// Nobody follows any more, because the server stops.
    func stopFollowers() { onHome { self.endFollowers() } }

    private func beginBeats() {
        guard beat == nil else { return }
        // A removed viewer is to be gone elsewhere, too, and at once.
        pictures.addresses.gate.watch(session) { [weak self] in
            self?.onHome { [weak self] in self?.wakeFollowers(.changed) }
        }
        let delay = TimeAmount.milliseconds(FetchTimes.beatMilliseconds)
        beat = home.scheduleRepeatedTask(initialDelay: delay, delay: delay) { [weak self] _ in
            self?.wakeFollowers(.beat)
        }
    }

    private func endBeats() {
        // Where nobody followed this picture, the removals are those of a later one of the same start.
        guard let beat else { return }
        beat.cancel()
        self.beat = nil
        pictures.addresses.gate.watch(session, nil)
    }

    private func wakeFollowers(_ wake: Wake) { for follower in followers.values { follower.wakes.yield(wake) } }
}

/// The picture of a live that runs at another server.
extension LivePicture {
    /// The live as its home told of it, where that is another server; nil where the live runs here. From any thread.
    var elsewhere: LiveStart? { shown.withLock { $0.elsewhere } }

    /// The home tells whether the live is listed. Does nothing where the live runs here by now. From any thread.
    func setElsewhere(_ start: LiveStart) { shown.withLock { if $0.elsewhere != nil { $0.elsewhere = start } } }

    /// Does something on the event loop of the live, unless the picture is over or comes from this server by now: what is kept for it later
    /// would be kept for ever.
    func whileFetched(_ work: @escaping @Sendable () -> Void) {
        onHome { if !self.isForgotten, !self.picture.isEnded, self.picture.isFetched { work() } }
    }

    /// Whether the other server has told how the picture is. From any thread.
    var hasFollowed: Bool { shown.withLock { $0.hasFollowed } }

    /// Whether the live was over when this was looked at. From any thread.
    var isEnded: Bool { shown.withLock { $0.isEnded } }

    /// Somebody wants to watch it. From any thread.
    func want(at now: Timestamp) { shown.withLock { $0.wantedAt = max($0.wantedAt, now) } }

    /// Somebody plays it, and did not only ask what there is. From any thread.
    func notePlayed() { shown.withLock { $0.wasPlayed = true } }

    /// When somebody wanted to watch it last. From any thread.
    var wantedAt: Timestamp { shown.withLock { $0.wantedAt } }

    /// Becomes what the picture at the other server has become.
    ///
    /// - Parameter isWhole: whether the update is the first of a stream, which has everything.
    /// - Returns: False if the update does not fit, so that everything has to be sent anew; or if the live runs here by now.
    func follow(_ update: RingUpdate<MediaPayload>, isWhole: Bool, _ status: PictureStatus) async -> Bool {
        let done = home.submit { () -> Bool in
            guard !self.isForgotten, self.picture.isFetched else { return false }
            let now = self.pictures.clock.monotonic()
            self.shown.withLock { shown in
                // Who waited for it plays from here on.
                if !shown.hasFollowed { shown.wantedAt = max(shown.wantedAt, now) }
                shown.hasFollowed = true
            }
            var fits = false
            self.change { picture, _ in
                fits = picture.follow(update, isWhole: isWhole, status)
                return []
            }
            return fits
        }
        return (try? await done.get()) ?? false
    }

    /// The picture comes from this server from now on.
    ///
    /// - Returns: False if the live runs here by now, or is forgotten.
    func follow(_ origin: PictureOrigin) async -> Bool {
        let done = home.submit { () -> Bool in
            guard !self.isForgotten, self.picture.isFetched else { return false }
            self.pictures.addresses.follow(origin)
            return true
        }
        return (try? await done.get()) ?? false
    }

    /// The other server is not heard.
    func loseSight() {
        onHome {
            guard self.picture.isFetched else { return }
            self.change { picture, now in
                picture.loseSight(at: now)
                return []
            }
        }
    }

    /// The live runs here from now on, and its publisher comes here. On the event loop of the live.
    func becomeOwn() {
        guard picture.isFetched else { return }
        shown.withLock { $0.elsewhere = nil }
        pictures.addresses.keys.forget(session)
        pictures.addresses.gate.followNone(of: session)
        change { $0.becomeOwn(at: $1) }
    }

    /// Forgets a picture of which the other server has told nothing.
    func abandon() async {
        let done = home.submit { if self.picture.isFetched { self.drop() } }
        try? await done.get()
    }

    /// Keeps nothing of a picture of another server. On the event loop of the live.
    private func drop() {
        shown.withLock { ($0.elsewhere, $0.isEnded) = (nil, true) }
        pictures.addresses.keys.forget(session)
        pictures.addresses.gate.end(session)
        forget()
    }

    /// Lets go of a picture that nobody has watched for so long. One that nobody ever played is let go sooner.
    ///
    /// - Returns: False if somebody watches it, or the live runs here.
    func letGo(after milliseconds: Int64) async -> Bool {
        let done = home.submit { () -> Bool in
            guard !self.isForgotten else { return true }
            let now = self.pictures.clock.monotonic()
            let isUnplayed = self.shown.withLock { $0.hasFollowed && !$0.wasPlayed }
            let longest = isUnplayed ? min(milliseconds, FetchTimes.unplayedMilliseconds) : milliseconds
            guard self.picture.isFetched, self.playersCount == 0, now.milliseconds(since: self.wantedAt) >= longest
            else {
                if self.playersCount > 0 { self.want(at: now) }
                return false
            }
            self.drop()
            return true
        }
        return (try? await done.get()) ?? true
    }
}
