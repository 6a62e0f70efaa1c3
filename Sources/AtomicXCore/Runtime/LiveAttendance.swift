import OvationModel

/// Says whether the user is in a live, and as whom. It may be used on any thread.
struct LiveAttendance: Sendable {
    let liveID: String
    let login: LoginStore
    let liveList: LiveListStore

    /// The user's id; nil before a login.
    var user: UserID? { login.state.value.loginUserInfo.flatMap { UserID($0.userID) } }

    /// Whether the user is in the live.
    var isInside: Bool { liveList.state.value.currentLive.liveID == liveID }

    /// Whether the user is in the live and owns it.
    var isOwner: Bool {
        let live = liveList.state.value.currentLive
        return live.liveID == liveID && live.liveOwner.userID == login.state.value.loginUserInfo?.userID
    }

    /// Returns the live and the user.
    ///
    /// - Throws: `notLoggedIn` without a login, and `notInRoom` outside the live.
    func check() throws(Rejection) -> (live: LiveID, user: UserID) {
        guard login.state.value.loginStatus == .logined, let user else { throw Rejection(.notLoggedIn) }
        guard isInside else { throw Rejection(.notInRoom) }
        return (try LiveID.checked(liveID), user)
    }
}
