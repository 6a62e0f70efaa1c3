package import OvationModel
package import OvationWire

/// A user who can watch a live.
package protocol AudienceMember: Sendable {
    /// The type of the id that tells users apart.
    associatedtype UserKey: Hashable
    /// The user's id.
    var userID: UserKey { get }
}

extension UserInfo: AudienceMember {}

/// The viewers of a live. The roster combines pages from the server with events, which also arrive while pages are being fetched.
package struct AudienceRoster<User: AudienceMember>: Sendable {
    /// A change of the list during a fetch.
    private enum Change: Sendable {
        case joined(User)
        case left(User)
    }

    /// The viewers in the order in which they entered. Beyond the limit only the last ones are kept.
    package private(set) var viewers: [User] = []
    /// The number of viewers.
    package private(set) var count = 0
    /// The administrators of the live.
    package private(set) var administrators: [User] = []
    /// The muted users, as far as they are known.
    package private(set) var muted: [User] = []

    private let max: Int
    /// The number of fetches in progress.
    private var fetches = 0
    /// The changes since the first of these fetches began.
    private var changes: [Change] = []

    /// Makes the roster of a live without viewers.
    ///
    /// - Parameter max: The most viewers in the list.
    package init(max: Int) { self.max = Swift.max(0, max) }

    /// Applies a snapshot.
    package mutating func entered(_ audience: [User], count: Int, administrators: [User]) {
        // A page that is being fetched is older, or says the same.
        changes = []
        viewers = audience
        self.count = count
        self.administrators = administrators
    }

    /// Adds a user who entered.
    package mutating func joined(_ user: User, count: Int) {
        note(.joined(user))
        apply(.joined(user), to: &viewers)
        self.count = count
    }

    /// Removes a user who left or was removed.
    package mutating func left(_ user: User, count: Int) {
        note(.left(user))
        apply(.left(user), to: &viewers)
        self.count = count
    }

    /// Sets the number of viewers.
    package mutating func counted(_ count: Int) { self.count = count }

    /// Notes that a user was muted or unmuted.
    package mutating func setMuted(_ isMuted: Bool, _ user: User) { muted.set(user, isMember: isMuted) }

    /// Notes that a user became an administrator or no longer is one.
    package mutating func setAdministrator(_ isAdministrator: Bool, _ user: User) {
        administrators.set(user, isMember: isAdministrator)
    }

    // MARK: - Fetching

    /// Begins a fetch. Changes from now on are newer than its pages. A fetch ends with ``fetched(_:count:administrators:muted:)`` or
    /// ``giveUpFetch()``.
    package mutating func beginFetch() { fetches += 1 }

    /// Gives up a fetch.
    package mutating func giveUpFetch() { endFetch() }

    /// Applies the pages of a fetch, and then the changes that came during the fetch. Nobody knows whether a page already includes such a
    /// change, but applying it twice does no harm.
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
    /// Appends a user, updates them in place if they are in the array already, or removes them.
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

    /// Fetches the viewers of a live, page by page.
    ///
    /// - Parameter max: The number of viewers after which no further page is fetched.
    /// - Returns: The viewers, and the last page with the other numbers and lists.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    package func wholeAudience(
        of liveID: LiveID, max: Int
    ) async throws -> (audience: [UserInfo], lastPage: AudiencePage) {
        var page = try await audience(of: liveID, cursor: "", count: Self.audiencePageSize)
        var viewers = page.audience
        while !page.cursor.isEmpty, !page.audience.isEmpty, viewers.count < max {
            do {
                page = try await audience(of: liveID, cursor: page.cursor, count: Self.audiencePageSize)
            } catch let rejection as Rejection where rejection.code == .pageBeyondEnd {
                // So many viewers have left meanwhile that this page no longer exists.
                break
            }
            viewers += page.audience
        }
        return (viewers, page)
    }
}
