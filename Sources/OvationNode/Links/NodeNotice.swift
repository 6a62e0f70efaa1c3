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
}

extension NodeNotice {
    var bytes: [UInt8] {
        var writer = LinkWriter()
        switch self {
        case .here: break
        case .began(let live): writer.begin(1, live.rawValue)
        case .erased(let user): writer.begin(2, user.rawValue)
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
        default: self = .here
        }
    }
}
