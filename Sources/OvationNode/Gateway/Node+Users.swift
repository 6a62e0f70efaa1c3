import OvationBackend
import OvationHTTP
package import OvationModel
import OvationRules
import OvationSupport
import OvationWire

/// Users and their sessions, over all nodes.
extension Node {
    /// A session was opened: the other nodes hear of it, and this one hears of its user from now on.
    ///
    /// - Parameter replaced: the session that its client wanted to go on with, which another node may have.
    func opened(_ session: SessionID, of user: UserID, replacing replaced: SessionID?) {
        guard let userLink else { return }
        follow(user)
        userLink.tell(user, .opened(session, replacing: replaced))
    }

    /// A session is over: its user leaves every room that no other session of theirs is in.
    func ended(_ departure: SessionHub.Departure, as cause: MemberStateCause = .leave) {
        for room in departure.rooms { services.directory.room(room)?.notify(.sessionEnded(departure.session, cause)) }
        guard let userLink else { return }
        userLink.tell(departure.user, .closed(departure.session))
        follow(departure.user)
    }

    private func follow(_ user: UserID) {
        userLink?.follow(user) { [weak self] notice in self?.hear(notice, of: user) }
    }

    /// What another node tells of a user who has a session here.
    private func hear(_ notice: UserNotice, of user: UserID) {
        switch notice {
        case .frame(let text): tellHere([user], text)
        case .profile(let info): if info.userID == user, hub.isNews(info, since: nil) { showProfile(info) }
        case .closed(let session): hub.closedElsewhere(session)
        // Answered before it comes here.
        case .present: break
        case .opened(let session, let replaced):
            if let replaced, let connection = hub.replaceElsewhere(replaced, of: user, at: services.clock.monotonic()) {
                reach(connection) { $0.close(.replaced) }
            }
            for departure in hub.openedElsewhere(
                session, user: user, replacing: replaced, at: services.clock.monotonic())
            {
                ended(departure)
                if let connection = departure.connection { reach(connection) { $0.close(.kickedOffline) } }
            }
        }
    }

    /// Sends a user's changed profile to all of the user's sessions and rooms. Does nothing when they already have it.
    ///
    /// - Parameter before: what was seen of them before, as far as it is kept.
    package func profileChanged(from before: UserInfo?, to info: UserInfo) {
        guard hub.isNews(info, since: before) else { return }
        showProfile(info)
        services.boards.renamedHere(info)
        userLink?.tell(info.userID, .profile(info))
    }

    /// Shows a changed profile to the sessions and the rooms that this node knows.
    func showProfile(_ info: UserInfo) {
        let user = info.userID
        for connection in hub.connections(of: user) { reach(connection) { $0.userInfo = info } }
        services.boards.rename(info)
        for liveID in hub.rooms(of: user).union(services.directory.rooms(withRobot: user)).sorted() {
            services.directory.room(liveID)?.submit(
                RoomRequest(actor: RoomActor(user: info), body: .command(.profileChanged))
            ) { _ in }
        }
    }

    /// Sends a frame to the sessions that some users have at this node.
    private func tellHere(_ users: [UserID], _ text: [UInt8]) { Self.tell(users, text, hub: hub, shards: shards) }

    /// Sends a frame to the sessions that some users have at the node with this hub and these event loops.
    static func tell(_ users: [UserID], _ text: [UInt8], hub: SessionHub, shards: [LoopShard]) {
        let connections = users.flatMap { hub.connections(of: $0) }
        guard !connections.isEmpty else { return }
        let frame = Framing.text(text)
        for address in connections {
            let shard = shards[address.loop]
            shard.run { shard.connection(address.number)?.writeFrames(frame) }
        }
    }
}
