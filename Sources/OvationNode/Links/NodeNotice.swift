import OvationModel

/// What a node tells all others, on the subject on which each says that it is there. It travels in a `BrokerFrame`.
///
/// Nothing of it is sent again. Each notice only makes true at once what becomes true a little later without it.
enum NodeNotice: Equatable {
    /// This node is there. A notice of a later version says no more than that to an earlier one.
    case here
    /// A live has begun at this node.
    case began(LiveID)
    /// A user was erased.
    case erased(UserID)
    /// Gifts have changed the boards of the app.
    case ranked
    /// Gifts of these users were refunded: they may be lower on every board. At most ``usersMax``.
    case coinsTakenBack(Set<UserID>)
    /// This node answers nothing any more: what it was asked and has not answered, it never will.
    case left
}

extension NodeNotice {
    /// How many users one notice is about at most: far less than a message may hold.
    static let usersMax = 1_000

    /// The notices of a refund to these users.
    static func takenBack(from users: Set<UserID>) -> [NodeNotice] {
        let sorted = users.sorted()
        return stride(from: 0, to: sorted.count, by: usersMax).map { first in
            .coinsTakenBack(Set(sorted[first..<min(first + usersMax, sorted.count)]))
        }
    }

    var bytes: [UInt8] {
        var writer = LinkWriter()
        switch self {
        case .here: break
        case .began(let live): writer.begin(1, live.rawValue)
        case .erased(let user): writer.begin(2, user.rawValue)
        case .ranked: writer.add(UInt8(3))
        case .coinsTakenBack(let users):
            writer.add(UInt8(4))
            for user in users.sorted() { writer.add(user.rawValue) }
        case .left: writer.add(UInt8(5))
        }
        return writer.bytes
    }

    /// Reads a notice. The bytes may be anything.
    init(_ bytes: [UInt8]) throws(MalformedLinkBody) {
        var reader = LinkReader(bytes)
        guard !reader.isAtEnd else {
            self = .here
            return
        }
        let kind: UInt8 = try reader.number()
        switch kind {
        case 1:
            guard let live = LiveID(try reader.text()) else { throw MalformedLinkBody() }
            self = .began(live)
            try reader.expectEnd()
        case 2:
            guard let user = UserID(try reader.text()) else { throw MalformedLinkBody() }
            self = .erased(user)
            try reader.expectEnd()
        case 3:
            self = .ranked
            try reader.expectEnd()
        case 4:
            var users: Set<UserID> = []
            while !reader.isAtEnd {
                guard users.count < Self.usersMax, let user = UserID(try reader.text()) else {
                    throw MalformedLinkBody()
                }
                users.insert(user)
            }
            self = .coinsTakenBack(users)
        case 5:
            self = .left
            try reader.expectEnd()
        default: self = .here
        }
    }
}
