import Foundation
import OvationModel
import OvationWire

/// What one node tells the others about a user. It travels in a `BrokerFrame` on the user's subject.
enum UserNotice: Equatable {
    /// A frame for every session of the user.
    case frame([UInt8])
    /// The user's profile is so now.
    case profile(UserInfo)
    /// The user has opened a session, as the next connection of a client whose session another node may have.
    case opened(SessionID, replacing: SessionID?)
    /// A session of the user is over.
    case closed(SessionID)
    /// Whether the user has a session at the node that hears it, which answers then. Nobody hears it where the user has none.
    case present
}

extension UserNotice {
    var bytes: [UInt8] {
        var writer = LinkWriter()
        switch self {
        case .frame(let frame):
            writer.add(UInt8(1))
            writer.bytes += frame
        case .profile(let info):
            writer.add(UInt8(2))
            writer.bytes += WireJSON.bytes(info)
        case .opened(let session, let replaced):
            writer.begin(3, session.rawValue)
            writer.add(replaced?.rawValue ?? "")
        case .closed(let session): writer.begin(4, session.rawValue)
        case .present: writer.add(UInt8(5))
        }
        return writer.bytes
    }

    /// Reads a notice. The bytes may be anything.
    init(_ bytes: [UInt8]) throws(MalformedLinkBody) {
        var reader = LinkReader(bytes)
        let kind: UInt8 = try reader.number()
        switch kind {
        case 1: self = .frame(reader.rest())
        case 2:
            guard let info = try? WireJSON.decode(UserInfo.self, from: Data(reader.rest())) else {
                throw MalformedLinkBody()
            }
            self = .profile(info)
        case 3:
            let (session, replaced) = (SessionID(try reader.text()), try reader.text())
            guard let session else { throw MalformedLinkBody() }
            self = .opened(session, replacing: replaced.isEmpty ? nil : SessionID(replaced))
            try reader.expectEnd()
        case 4:
            guard let session = SessionID(try reader.text()) else { throw MalformedLinkBody() }
            self = .closed(session)
            try reader.expectEnd()
        case 5:
            self = .present
            try reader.expectEnd()
        default: throw MalformedLinkBody()
        }
    }
}
