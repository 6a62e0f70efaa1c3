import OvationModel

/// What a strip of viewers shows: the last who entered, and how many there are beside them.
struct AudienceStripContent: Equatable, Sendable {
    /// Those who are shown, who entered last first.
    let shown: [UserInfo]
    /// How many viewers are not shown.
    let others: Int

    /// - Parameters:
    ///   - viewers: who is known, in the order in which they entered.
    ///   - count: how many there are.
    ///   - shownMax: how many are shown at most.
    init(viewers: [UserInfo], count: Int, shownMax: Int) {
        shown = viewers.suffix(max(0, shownMax)).reversed()
        others = max(0, count - shown.count)
    }

    /// The first letter of a name, for who has no picture.
    static func initial(of user: UserInfo) -> String {
        user.userName.first.map { String($0).uppercased() } ?? "?"
    }
}
