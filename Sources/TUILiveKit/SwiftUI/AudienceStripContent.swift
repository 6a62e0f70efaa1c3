import OvationModel

/// The content of an audience strip: the latest viewers, and the number of all others.
struct AudienceStripContent: Equatable, Sendable {
    /// The visible viewers, the latest first.
    let shown: [UserInfo]
    /// The number of viewers who are not visible.
    let others: Int

    /// Chooses the viewers to show.
    ///
    /// - Parameters:
    ///   - viewers: The known viewers, in the order in which they entered.
    ///   - count: The number of all viewers.
    ///   - shownMax: The most viewers to show.
    init(viewers: [UserInfo], count: Int, shownMax: Int) {
        shown = viewers.suffix(max(0, shownMax)).reversed()
        others = max(0, count - shown.count)
    }

    /// The first letter of the name, for a user without an avatar.
    static func initial(of user: UserInfo) -> String {
        user.userName.first.map { String($0).uppercased() } ?? "?"
    }
}
