import OvationModel

extension SeatUserInfo {
    /// The host of a live, as states and events of connections have it: the role and the devices keep their defaults.
    init(hostOf live: RoomInfo) {
        let owner = live.liveOwner
        self.init(
            userID: owner.userID.rawValue, userName: owner.userName, avatarURL: owner.avatarURL,
            liveID: live.liveID.rawValue)
    }
}
