import OvationModel

extension SeatUserInfo {
    /// The host of a live, as states and events of connections have it: the role and the devices keep their defaults.
    init(hostOf live: RoomInfo) { self.init(host: CoHost(liveID: live.liveID, user: live.liveOwner)) }

    /// A host, as states and events of connections and battles have it.
    init(host: CoHost) {
        self.init(
            userID: host.user.userID.rawValue, userName: host.user.userName, avatarURL: host.user.avatarURL,
            liveID: host.liveID.rawValue)
    }
}
