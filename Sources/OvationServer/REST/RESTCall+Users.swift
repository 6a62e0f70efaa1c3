import OvationModel
import OvationRules
import OvationStorage

extension RESTCall {
    /// The public part of users that this server knows: those that were imported or logged in at least once, and the
    /// administrators of the app.
    ///
    /// - Throws: `StorageError` where the storage cannot say.
    func users(_ users: [UserID]) async throws -> [UserID: UserInfo] {
        var profiles = try await node.storage.profiles(of: users)
        if users.contains(where: { profiles[$0] == nil && !node.isAdministrator($0) }) {
            // A user who has just logged in may not be on the disk yet.
            try await node.journal.barrier()
            profiles = try await node.storage.profiles(of: users)
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

    /// Returns what everybody may see of some users. Each of them must be known.
    ///
    /// - Throws: `illegalParameter`, which names the field and the first user who is not known.
    @discardableResult
    func requireImported(_ users: [UserID], field: String) async throws -> [UserID: UserInfo] {
        let known = try await self.users(users)
        guard let stranger = users.first(where: { known[$0] == nil }) else { return known }
        throw Rejection(
            .illegalParameter,
            "\"\(field)\" names \"\(stranger)\", who was never imported and never logged in.")
    }

    /// Keeps changes of users, and tells everybody who sees these users.
    ///
    /// - Parameter changes: the changes by user; nil fields stay as they are.
    func update(_ changes: [(user: UserID, change: UserProfile)]) async throws {
        for (_, change) in changes {
            if let rejection = FieldRules.rejection(of: change) { throw rejection }
        }
        let seen = changes.filter { $0.change.nickname != nil || $0.change.avatarURL != nil }.map(\.user)
        // The users as they are kept now, so that only changes of a name or a picture are told.
        let before = seen.isEmpty ? [:] : try await node.storage.profiles(of: seen)
        try await rooms.keep(changes.map { .profile($0.user, $0.change) })
        guard !seen.isEmpty else { return }
        for (user, profile) in try await node.storage.profiles(of: seen) {
            node.profileChanged(from: before[user]?.info(of: user), to: profile.info(of: user))
        }
    }
}
