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
            case .edgeReported(let report): .edgeReported(CrossedEdgeReport(report))
            case .subscribed(let ticket, let refusal):
                .subscribed(
                    .with {
                        $0.ticket = ticket
                        if let refusal { $0.refused = CrossedRefusal(refusal) }
                    })
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
        case .edgeReported(let report): self = .edgeReported(try report.decoded())
        case .subscribed(let subscribed):
            self = .subscribed(
                ticket: subscribed.ticket, subscribed.hasRefused ? subscribed.refused.decoded() : nil)
        case .pictureChanged(let changed):
            self = .pictureChanged(
                try LiveSessionID(crossed: changed.start), try CrossingJSON.decoded(changed.mediaJson, "a picture"))
        case .coinsTakenBack(let users): self = .coinsTakenBack(Set(try users.decoded()))
        case nil: throw .unknownCase("notice")
        }
    }
}

extension CrossedEdgeReport {
    init(_ report: EdgeReport) {
        self.init()
        edge = UInt32(report.edge.number)
        isDivided = report.isDivided
        writingNanosecondsMax = report.writingNanosecondsMax
        picosecondsPerByteMax = Int64(report.picosecondsPerByteMax)
        waitingBytesMax = Int64(report.waitingBytesMax)
    }

    func decoded() throws(CrossingFault) -> EdgeReport {
        var report = EdgeReport(edge: try EdgeID(crossed: edge))
        report.isDivided = isDivided
        report.writingNanosecondsMax = writingNanosecondsMax
        report.picosecondsPerByteMax = Int(clamping: max(0, picosecondsPerByteMax))
        report.waitingBytesMax = Int(clamping: max(0, waitingBytesMax))
        return report
    }
}
