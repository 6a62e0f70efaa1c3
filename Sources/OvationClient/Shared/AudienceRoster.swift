package import OvationModel
package import OvationWire

/// Somebody who may watch a live.
package protocol AudienceMember: Sendable {
    /// What users are told apart by.
    associatedtype UserKey: Hashable
    /// Who.
    var userID: UserKey { get }
}

extension UserInfo: AudienceMember {}

/// Who watches a live: pages of the server, and the events that change the list, also while pages are on their way.
package struct AudienceRoster<User: AudienceMember>: Sendable {
    /// What changed in the list while a page of it was under way.
    private enum Change: Sendable {
        case joined(User)
        case left(User)
    }

    /// Viewers in the order in which they entered, the last ones where there are more than may be.
    package private(set) var viewers: [User] = []
    /// How many viewers there are.
    package private(set) var count = 0
    /// The administrators of the live.
    package private(set) var administrators: [User] = []
    /// Who may not write, as far as it is known.
    package private(set) var muted: [User] = []

    private let max: Int
    /// How many fetches are under way.
    private var fetches = 0
    /// The changes since the first of them began.
    private var changes: [Change] = []

    /// Makes the roster of a live without viewers.
    ///
    /// - Parameter max: how many viewers the list names.
    package init(max: Int) { self.max = Swift.max(0, max) }

    /// Takes over what a snapshot says.
    package mutating func entered(_ audience: [User], count: Int, administrators: [User]) {
        // A page that is under way is older, or says the same.
        changes = []
        viewers = audience
        self.count = count
        self.administrators = administrators
    }

    /// Takes in somebody who entered.
    package mutating func joined(_ user: User, count: Int) {
        note(.joined(user))
        apply(.joined(user), to: &viewers)
        self.count = count
    }

    /// Takes out somebody who left or was removed.
    package mutating func left(_ user: User, count: Int) {
        note(.left(user))
        apply(.left(user), to: &viewers)
        self.count = count
    }

    /// Takes over how many viewers there are.
    package mutating func counted(_ count: Int) { self.count = count }

    /// Notes who may not write.
    package mutating func setMuted(_ isMuted: Bool, _ user: User) { muted.set(user, isMember: isMuted) }

    /// Notes who is an administrator.
    package mutating func setAdministrator(_ isAdministrator: Bool, _ user: User) {
        administrators.set(user, isMember: isAdministrator)
    }

    // MARK: - Fetching

    /// Begins to fetch the list: what changes from now on is newer than what comes. Ends with ``fetched(_:count:administrators:muted:)``
    /// or ``giveUpFetch()``.
    package mutating func beginFetch() { fetches += 1 }

    /// Gives up a fetch.
    package mutating func giveUpFetch() { endFetch() }

    /// Takes over the pages of a fetch, and what happened while they came: of an event and a page nobody knows which is
    /// newer, and the event done twice does no harm.
    package mutating func fetched(_ audience: [User], count: Int, administrators: [User], muted: [User]) {
        var seen = Set<User.UserKey>()
        var list = Array(audience.prefix(max).filter { seen.insert($0.userID).inserted })
        for change in changes { apply(change, to: &list) }
        let heard = !changes.isEmpty
        endFetch()
        viewers = list
        if !heard { self.count = count }
        self.administrators = administrators
        self.muted = muted
    }

    private mutating func endFetch() {
        fetches = Swift.max(0, fetches - 1)
        if fetches == 0 { changes = [] }
    }

    private mutating func note(_ change: Change) { if fetches > 0 { changes.append(change) } }

    private func apply(_ change: Change, to list: inout [User]) {
        switch change {
        case .joined(let user):
            list.set(user, isMember: true)
            if list.count > max { list.removeFirst(list.count - max) }
        case .left(let user): list.set(user, isMember: false)
        }
    }
}

extension Array where Element: AudienceMember {
    /// Adds a user at the end, or renews what is known of them where they are, or removes them.
    fileprivate mutating func set(_ user: Element, isMember: Bool) {
        let index = firstIndex { $0.userID == user.userID }
        switch (index, isMember) {
        case (nil, true): append(user)
        case (nil, false): break
        case (let index?, true): self[index] = user
        case (let index?, false): remove(at: index)
        }
    }
}

extension OvationClient {
    private static let audiencePageSize = 200

    /// Who watches a live, page by page.
    ///
    /// - Parameter max: after how many viewers no further page is asked for.
    /// - Returns: the viewers, and the last page for what else it says.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    package func wholeAudience(
        of liveID: LiveID, max: Int
    ) async throws -> (audience: [UserInfo], lastPage: AudiencePage) {
        var page = try await audience(of: liveID, cursor: "", count: Self.audiencePageSize)
        var viewers = page.audience
        while !page.cursor.isEmpty, !page.audience.isEmpty, viewers.count < max {
            do {
                page = try await audience(of: liveID, cursor: page.cursor, count: Self.audiencePageSize)
            } catch let rejection as Rejection where rejection.code == .pageBeyondEnd {
                // So many have left meanwhile that there is no such page any more.
                break
            }
            viewers += page.audience
        }
        return (viewers, page)
    }
}
