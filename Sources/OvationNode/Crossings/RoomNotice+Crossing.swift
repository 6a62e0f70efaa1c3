import OvationBackend
import OvationModel
import SwiftProtobuf

extension RoomNotice: CrossingValue {
    static var crossingKind: CrossingKind { .notice }

    var form: CrossedNotice {
        var form = CrossedNotice()
        form.kind =
            switch self {
            case .connectionLost(let session, let connection):
                .connectionLost(
                    .with {
                        $0.session = session.rawValue
                        $0.connection = CrossedConnection(connection)
                    })
            case .sessionEnded(let session, let cause):
                .sessionEnded(
                    .with {
                        $0.session = session.rawValue
                        $0.cause = cause.rawValue
                    })
            case .entryAbandoned(let session): .entryAbandoned(session.rawValue)
            case .pictureChanged(let start, let media):
                .pictureChanged(
                    .with {
                        $0.start = start.rawValue
                        $0.mediaJson = CrossingJSON.bytes(media)
                    })
            // In one order, so that the same notice has the same bytes.
            case .coinsTakenBack(let users): .coinsTakenBack(CrossedUserIDs(users.sorted()))
            }
        return form
    }

    init(_ form: CrossedNotice) throws(CrossingFault) {
        switch form.kind {
        case .connectionLost(let lost):
            self = .connectionLost(
                try SessionID(crossed: lost.session),
                try required(lost.hasConnection ? lost.connection : nil, "a connection").decoded())
        case .sessionEnded(let ended):
            guard let cause = MemberStateCause(rawValue: ended.cause) else { throw .unknownCase("cause") }
            self = .sessionEnded(try SessionID(crossed: ended.session), cause)
        case .entryAbandoned(let session): self = .entryAbandoned(try SessionID(crossed: session))
        case .pictureChanged(let changed):
            self = .pictureChanged(
                try LiveSessionID(crossed: changed.start), try CrossingJSON.decoded(changed.mediaJson, "a picture"))
        case .coinsTakenBack(let users): self = .coinsTakenBack(Set(try users.decoded()))
        // Cases that nobody sends yet.
        case .subscribed, .edgeReport, nil: throw .unknownCase("notice")
        }
    }
}
