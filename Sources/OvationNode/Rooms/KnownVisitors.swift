import OvationModel

/// Users of whom it is kept that they have entered a live, so that it is not kept again each time that they do.
///
/// Only a memory of what the storage knows: where there are too many, all are forgotten.
struct KnownVisitors {
    private let countMax: Int
    private var users: Set<UserID> = []

    init(countMax: Int) { self.countMax = max(countMax, 1) }

    func contains(_ user: UserID) -> Bool { users.contains(user) }

    mutating func insert(_ user: UserID) {
        if users.count >= countMax { users.removeAll() }
        users.insert(user)
    }

    mutating func remove(_ user: UserID) { users.remove(user) }
}
