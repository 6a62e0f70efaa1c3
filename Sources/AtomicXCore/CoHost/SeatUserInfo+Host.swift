import OvationModel

extension SeatUserInfo {
    /// The host of a live, as states and events of connections have it: the role and the devices keep their defaults.
    init(hostOf live: RoomInfo) {
        self.init(
            userID: live.liveOwner.userID.rawValue, userName: live.liveOwner.userName,
            avatarURL: live.liveOwner.avatarURL,
            liveID: live.liveID.rawValue)
    }
}
