import Foundation
import NIOCore
import OvationModel
import OvationWire
import SwiftProtobuf

// What several messages have.

extension Identifier {
    /// Reads an id.
    init(crossed text: String) throws(CrossingFault) {
        guard Self.isValid(text) else { throw .badValue("\(Self.self)") }
        self.init(unchecked: text)
    }
}

extension CrossedUserIDs {
    init(_ users: some Sequence<UserID>) {
        self.init()
        ids = users.map(\.rawValue)
    }

    func decoded() throws(CrossingFault) -> [UserID] { try ids.map(UserID.init(crossed:)) }
}

extension CrossedUser {
    init(_ user: UserInfo) {
        self.init()
        id = user.userID.rawValue
        name = user.userName
        avatarURL = user.avatarURL
    }

    func decoded() throws(CrossingFault) -> UserInfo {
        var user = UserInfo(userID: try UserID(crossed: id), avatarURL: avatarURL)
        user.userName = name
        return user
    }
}

extension [CrossedPair] {
    /// Texts by key, in the order of the keys.
    init(_ texts: [String: String]) {
        self = texts.sorted { $0.key < $1.key }.map { text in
            .with {
                $0.key = text.key
                $0.value = text.value
            }
        }
    }

    func decoded(_ detail: String) throws(CrossingFault) -> [String: String] {
        var texts: [String: String] = [:]
        for pair in self where texts.updateValue(pair.value, forKey: pair.key) != nil {
            throw .badValue("\(detail): a key twice")
        }
        return texts
    }
}

extension CrossedConnection {
    init(_ address: ConnectionAddress) {
        self.init()
        edge = UInt32(address.edge.number)
        loop = UInt32(clamping: address.loop)
        number = Int64(address.number)
    }

    func decoded() throws(CrossingFault) -> ConnectionAddress {
        ConnectionAddress(edge: try EdgeID(crossed: edge), loop: Int(loop), number: Int(number))
    }
}

extension EdgeID {
    /// Reads the number of an edge.
    init(crossed number: UInt32) throws(CrossingFault) {
        guard let number = UInt16(exactly: number) else { throw .badValue("an edge") }
        self.init(number: number)
    }
}

/// Something that a message must have.
///
/// - Parameter part: nil where it is missing.
func required<Part>(_ part: Part?, _ detail: String) throws(CrossingFault) -> Part {
    guard let part else { throw .badValue("\(detail) is missing") }
    return part
}

extension CrossedPosition {
    init(_ position: SessionOpen.Position) {
        self.init()
        room = position.room.rawValue
        epoch = position.epoch
        seq = position.seq
        durable = position.durable
        if let sessionID = position.sessionID { start = sessionID.rawValue }
    }

    func decoded() throws(CrossingFault) -> SessionOpen.Position {
        SessionOpen.Position(
            room: try LiveID(crossed: room), epoch: epoch, seq: seq, durable: durable,
            sessionID: hasStart ? try LiveSessionID(crossed: start) : nil)
    }
}

// MARK: - JSON

/// JSON of what is rare and has such a form on the wire or in storage.
enum CrossingJSON {
    static func bytes(_ value: some Encodable) -> Data { Data(WireJSON.bytes(value)) }

    static func decoded<Value: Decodable>(_ bytes: Data, _ detail: String) throws(CrossingFault) -> Value {
        do { return try WireJSON.decode(Value.self, from: bytes) } catch { throw .badValue(detail) }
    }
}

// MARK: - Frames

extension ByteBuffer {
    /// The bytes that are left to read, to cross.
    var crossed: Data { Data(readableBytesView) }
}

// MARK: - Refusals

extension CrossedRefusal {
    init(_ rejection: Rejection) {
        self.init()
        code = Int64(rejection.code.rawValue)
        message = rejection.message
        if let wait = rejection.retryAfterMilliseconds { retryAfterMilliseconds = wait }
        if let until = rejection.until { self.until = until.milliseconds }
        if let reason = rejection.reason { self.reason = reason }
    }

    func decoded() -> Rejection {
        Rejection(
            ErrorCode(rawValue: Int(code)), message,
            retryAfterMilliseconds: hasRetryAfterMilliseconds ? retryAfterMilliseconds : nil,
            until: hasUntil ? Timestamp(milliseconds: until) : nil, reason: hasReason ? reason : nil)
    }
}

extension CrossedReplyError {
    init(_ error: WireError) {
        self.init()
        refusal = CrossedRefusal(error.rejection)
        name = error.name
        temporary = error.temporary
    }

    func decoded() throws(CrossingFault) -> WireError {
        var error = WireError(try required(hasRefusal ? refusal : nil, "an error's number").decoded())
        error.name = name
        error.temporary = temporary
        return error
    }
}

// MARK: - Memberships

extension CrossedMembership {
    init(_ membership: RoomJoined) {
        self.init()
        room = membership.liveID.rawValue
        start = membership.sessionID.rawValue
        role = CrossedRole(membership.role)
        muted = membership.muted
        if let until = membership.mutedUntil { mutedUntil = until.milliseconds }
        if let reason = membership.mutedReason { mutedReason = reason }
        created = membership.created
        epoch = membership.epoch
        seq = membership.seq
        durable = membership.durable
    }

    func decoded() throws(CrossingFault) -> RoomJoined {
        RoomJoined(
            liveID: try LiveID(crossed: room), sessionID: try LiveSessionID(crossed: start), role: try role.decoded(),
            muted: muted, mutedUntil: hasMutedUntil ? Timestamp(milliseconds: mutedUntil) : nil,
            mutedReason: hasMutedReason ? mutedReason : nil, created: created, epoch: epoch, seq: seq, durable: durable)
    }
}

extension CrossedRole {
    init(_ role: Role) {
        switch role {
        case .owner: self = .owner
        case .admin: self = .admin
        case .viewer: self = .viewer
        }
    }

    func decoded() throws(CrossingFault) -> Role {
        switch self {
        case .owner: .owner
        case .admin: .admin
        case .viewer: .viewer
        case .unspecified, .UNRECOGNIZED: throw .unknownCase("role")
        }
    }
}
