import OvationBackend
import OvationModel
import OvationNode
import OvationRules
import OvationStorage

extension RESTCall {
    /// The names and pictures of those users that this server knows. It knows users who were imported or logged in once, and the
    /// administrators of the app.
    ///
    /// - Throws: `StorageError` if the storage cannot be read.
    func users(_ users: [UserID]) async throws -> [UserID: UserInfo] {
        var profiles = try await node.services.storage.profiles(of: users)
        if users.contains(where: { profiles[$0] == nil && !node.isAdministrator($0) }) {
            // A user who has just logged in may not be on the disk yet.
            try await node.services.journal.barrier()
            profiles = try await node.services.storage.profiles(of: users)
        }
        var known: [UserID: UserInfo] = [:]
        for user in users {
            if let profile = profiles[user] {
                known[user] = profile.info(of: user)
            } else if node.isAdministrator(user) {
                known[user] = UserInfo(userID: user)
            }
        }
        return known
    }

    /// The names and pictures of users, in the order in which they are given. The server must know each of them.
    ///
    /// - Throws: `illegalParameter`, which names the field and the first user that the server does not know.
    @discardableResult
    func requireImported(_ users: [UserID], field: String) async throws -> [UserInfo] {
        let known = try await self.users(users)
        return try users.map { user in
            guard let info = known[user] else { throw Rejection(unknown: user, in: field) }
            return info
        }
    }

    /// The name and picture of a user, whom the server must know.
    ///
    /// - Throws: `illegalParameter`, which names the field and the user.
    func requireImported(_ user: UserID, field: String) async throws -> UserInfo {
        guard let info = try await users([user])[user] else { throw Rejection(unknown: user, in: field) }
        return info
    }

    /// Keeps changes of users. Clients that show these users are told.
    ///
    /// - Parameter changes: the changes by user; nil fields stay as they are.
    func update(_ changes: [(user: UserID, change: UserProfile)]) async throws {
        for (_, change) in changes {
            if let rejection = FieldRules.rejection(of: change) { throw rejection }
        }
        let seen = changes.filter { $0.change.nickname != nil || $0.change.avatarURL != nil }.map(\.user)
        // Only what differs from the profiles before is told.
        let before = seen.isEmpty ? [:] : try await node.services.storage.profiles(of: seen)
        try await rooms.keep(changes.map { .profile($0.user, $0.change) })
        guard !seen.isEmpty else { return }
        for (user, profile) in try await node.services.storage.profiles(of: seen) {
            node.profileChanged(from: before[user]?.info(of: user), to: profile.info(of: user))
        }
    }
}

extension Rejection {
    /// The refusal of a field that names a user whom the server does not know.
    fileprivate init(unknown user: UserID, in field: String) {
        self.init(
            .illegalParameter, "\"\(field)\" names \"\(user)\", who was never imported and never logged in.")
    }
}
