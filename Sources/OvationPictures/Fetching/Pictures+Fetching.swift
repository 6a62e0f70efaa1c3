import OvationMedia
package import OvationModel
import OvationSupport
import Synchronization

/// The pictures of lives that run at other servers, and those of lives that run here for other servers.
extension Pictures {
    /// Fetches pictures of other servers from now on.
    package func fetch(with fetches: PictureFetches) { state.withLock { $0.fetches = fetches } }

    /// Hands requests about lives of other servers on from now on.
    package func handOn(with desk: HandingDesk) { state.withLock { $0.handing = desk } }

    /// Who hands requests about lives of other servers on; nil for a server alone.
    var handing: HandingDesk? { state.withLock { $0.handing } }

    /// The start of a live that can be watched here, wherever it runs; nil where it is not on, or its picture was not fetched yet.
    func watchedStart(of live: LiveID) -> LiveStart? { start(of: live) ?? known(live)?.elsewhere }

    /// Whether a live does not run here and its picture is not here, so that ``reach(_:signature:)`` has something to do.
    func mustReach(_ live: LiveID) -> Bool {
        let (fetches, picture) = state.withLock { ($0.fetches, $0.byLive[live]) }
        guard fetches != nil, start(of: live) == nil else { return false }
        guard let picture, picture.elsewhere != nil, picture.hasFollowed else { return true }
        return false
    }

    /// Has the picture of a live at another server be here. Does nothing where the live runs here, or is on nowhere.
    ///
    /// - Parameter signature: of the viewer's address. Nothing is fetched for who may not watch.
    /// - Returns: why it cannot be had.
    func reach(_ live: LiveID, signature: String?) async -> MediaRefusal? {
        guard configuration.mode == .relay, mustReach(live), let fetches = state.withLock({ $0.fetches }) else {
            return nil
        }
        let refusal = await fetches.reach(live, signature: signature)
        if let refusal { metrics.refused(refusal.rejection.code) }
        return refusal
    }

    /// What the home of a live tells other servers of its picture; nil where the live does not run here, or there are no pictures.
    package func ownOrigin(of live: LiveID, address: String) -> PictureOrigin? {
        guard configuration.mode != .none, let start = start(of: live) else { return nil }
        return PictureOrigin(start: start, address: address, playKey: addresses.keys.ownKey(of: start.session))
    }

    /// A live at another server is over.
    func endFetched(_ picture: LivePicture) {
        picture.end(wasPublic: picture.elsewhere?.isPublic ?? false)
        addresses.gate.end(picture.session)
        addresses.keys.forget(picture.session)
    }

    /// A cover came from another server, or there is none any more.
    func takeFetched(_ bytes: [UInt8], _ fields: FetchFrame.CoverFields, of picture: LivePicture) {
        let covers = addresses.covers
        guard !bytes.isEmpty else { return picture.whileFetched { covers.remove(picture.session) } }
        // Ages are calculated with the version.
        guard let image = CoverImage(bytes), image.type == fields.type, (0...(1 << 53)).contains(fields.version) else {
            return
        }
        picture.whileFetched { covers.set(image, of: picture.session, version: fields.version) }
    }

    /// The home of a live tells whether it is listed, and who was removed.
    func takeFetched(_ start: LiveStart, _ removals: PlayGate.Removals, of picture: LivePicture) {
        picture.whileFetched {
            picture.setElsewhere(start)
            self.addresses.gate.follow(removals, from: picture.session, at: self.clock.wall())
        }
    }

    // MARK: - Other servers

    /// Whether another server may fetch a picture. One whose server fetches it anew counts twice for a moment.
    var mayBeFollowed: Bool {
        state.withLock { !$0.isStopping && $0.followers < configuration.limits.followersMax }
    }

    /// Whether the server stops.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Counts a stream that another server fetches, or has ended.
    func countFollower(_ change: Int) {
        guard change != 0 else { return }
        let count = state.withLock { state in
            state.followers += change
            return state.followers
        }
        fetchMetrics.followers(count)
    }

    /// The server stops: what other servers fetch ends, so that no connection of theirs holds it up.
    func endFollowing() {
        let pictures = state.withLock { state in
            state.isStopping = true
            return Array(state.bySession.values)
        }
        for picture in pictures { picture.stopFollowers() }
    }
}
