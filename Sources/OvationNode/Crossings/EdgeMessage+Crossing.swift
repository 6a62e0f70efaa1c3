import Foundation
import NIOCore
import OvationModel
import OvationWire
import SwiftProtobuf

// A case of its own for each message, and what a message has in a function of its own, so that a new one changes two lines here.

extension EdgeMessage: CrossingValue {
    static var crossingKind: CrossingKind { .edgeMessage }

    var form: CrossedEdgeMessage {
        var form = CrossedEdgeMessage()
        form.kind =
            switch self {
            case .batch(let batch):
                .batch(
                    .with {
                        $0.number = batch.number
                        $0.members = Int64(batch.members)
                        $0.events = batch.events.map(CrossedEvent.init)
                    })
            case .flush: .flush(CrossedNothing())
            case .admit(let admitted): .admit(CrossedAdmitted(admitted))
            case .refuseEntry(let connection, let id, let rejection):
                .refuseEntry(
                    .with {
                        $0.connection = CrossedConnection(connection)
                        $0.id = id
                        $0.refused = CrossedRefusal(rejection)
                    })
            case .finishEntry(let connection, let atOnce):
                .finishEntry(
                    .with {
                        $0.connection = CrossedConnection(connection)
                        $0.atOnce = atOnce
                    })
            case .detach(let connection): .detach(CrossedConnection(connection))
            case .resumed(let connection, let room, let frames):
                .resumed(
                    .with {
                        $0.connection = CrossedConnection(connection)
                        $0.room = CrossedResumedRoom(room)
                        $0.frames = frames.crossed
                    })
            case .resumedInPart(let connection, let position, let membership, let frames):
                .resumedInPart(
                    .with {
                        $0.connection = CrossedConnection(connection)
                        $0.position = CrossedPosition(position)
                        $0.membership = CrossedMembership(membership)
                        $0.frames = frames.crossed
                    })
            case .resumeEnded(let connection, let position, let bytesMax):
                .resumeEnded(
                    .with {
                        $0.connection = CrossedConnection(connection)
                        $0.position = CrossedPosition(position)
                        $0.bytesMax = Int64(bytesMax)
                    })
            case .sendBack(let connection): .sendBack(CrossedConnection(connection))
            case .exit(let session): .exit(session.rawValue)
            case .tellTopic(let frame): .tellTopic(CrossedTopicFrame(frame))
            case .subscribe(let connection, let topic, let ticket):
                .subscribe(CrossedTopicListener(connection, to: topic, ticket: ticket))
            case .unsubscribe(let connection, let topic):
                .unsubscribe(CrossedTopicListener(connection, to: topic, ticket: 0))
            case .forget: .forget(CrossedNothing())
            }
        return form
    }

    init(_ form: CrossedEdgeMessage) throws(CrossingFault) {
        switch form.kind {
        case .batch(let batch):
            self = .batch(
                EventBatch(
                    number: batch.number, members: Int(clamping: batch.members),
                    events: try batch.events.map { event throws(CrossingFault) in try event.decoded() }))
        case .flush: self = .flush
        case .admit(let admitted): self = .admit(try admitted.decoded())
        case .refuseEntry(let refused):
            self = .refuseEntry(
                try refused.connection(refused.hasConnection), id: refused.id,
                try required(refused.hasRefused ? refused.refused : nil, "a refusal").decoded())
        case .finishEntry(let finished):
            self = .finishEntry(try finished.connection(finished.hasConnection), atOnce: finished.atOnce)
        case .detach(let connection): self = .detach(try connection.decoded())
        case .exit(let session): self = .exit(try SessionID(crossed: session))
        case .resumed(let resumed):
            self = .resumed(
                try resumed.connection(resumed.hasConnection),
                try required(resumed.hasRoom ? resumed.room : nil, "a live").decoded(),
                frames: ByteBuffer(bytes: resumed.frames))
        case .resumedInPart(let resumed):
            self = .resumedInPart(
                try resumed.connection(resumed.hasConnection),
                try required(resumed.hasPosition ? resumed.position : nil, "a position").decoded(),
                try required(resumed.hasMembership ? resumed.membership : nil, "a membership").decoded(),
                frames: ByteBuffer(bytes: resumed.frames))
        case .resumeEnded(let ended):
            self = .resumeEnded(
                try ended.connection(ended.hasConnection),
                try required(ended.hasPosition ? ended.position : nil, "a position").decoded(),
                bytesMax: max(0, Int(ended.bytesMax)))
        case .sendBack(let connection): self = .sendBack(try connection.decoded())
        case .tellTopic(let frame): self = .tellTopic(try frame.decoded())
        case .subscribe(let listener):
            let (connection, topic) = try listener.decoded()
            self = .subscribe(connection, topic, ticket: listener.ticket)
        case .unsubscribe(let listener):
            let (connection, topic) = try listener.decoded()
            self = .unsubscribe(connection, topic)
        case .forget: self = .forget
        case nil: throw .unknownCase("edge message")
        }
    }
}

extension EdgeMessage {
    /// The connections that the message names. An edge refuses a message that names an event loop which it does not have.
    var connections: [ConnectionAddress] {
        switch self {
        case .admit(let admitted): admitted.members.map(\.entrant.connection)
        case .refuseEntry(let connection, _, _), .finishEntry(let connection, _), .detach(let connection),
            .resumed(let connection, _, _), .resumedInPart(let connection, _, _, _),
            .resumeEnded(let connection, _, _), .sendBack(let connection), .subscribe(let connection, _, _),
            .unsubscribe(let connection, _):
            [connection]
        case .batch, .flush, .exit, .tellTopic, .forget: []
        }
    }

    /// The message in two, each with half of its members; nil for one that cannot be divided.
    var halves: (EdgeMessage, EdgeMessage)? {
        guard case .admit(let admitted) = self, admitted.members.count > 1 else { return nil }
        let middle = admitted.members.count / 2
        func half(_ members: ArraySlice<Admitted.Member>) -> EdgeMessage {
            .admit(Admitted(members: Array(members), snapshot: admitted.snapshot, after: admitted.after))
        }
        return (half(admitted.members[..<middle]), half(admitted.members[middle...]))
    }
}

// MARK: - Connections

/// A part of an edge message that is for one connection.
protocol CrossedForConnection {
    var connection: CrossedConnection { get }
}

extension CrossedForConnection {
    /// Whom it is for.
    ///
    /// - Parameter isThere: whether the message says it.
    fileprivate func connection(_ isThere: Bool) throws(CrossingFault) -> ConnectionAddress {
        try required(isThere ? connection : nil, "a connection").decoded()
    }
}

extension CrossedRefusedEntry: CrossedForConnection {}
extension CrossedFinishedEntry: CrossedForConnection {}
extension CrossedResumed: CrossedForConnection {}
extension CrossedResumedInPart: CrossedForConnection {}
extension CrossedResumeEnded: CrossedForConnection {}
extension CrossedTopicListener: CrossedForConnection {}
extension CrossedMember: CrossedForConnection {}

// MARK: - Events

extension CrossedEvent {
    init(_ event: Broadcast.Event) {
        self.init()
        name = event.name.rawValue
        frame = Data(event.frame)
        lane = CrossedLane(event.lane)
        if let seq = event.seq { self.seq = seq }
    }

    func decoded() throws(CrossingFault) -> Broadcast.Event {
        guard let name = RoomEventName(rawValue: name) else { throw .unknownCase("event") }
        return Broadcast.Event(name: name, frame: [UInt8](frame), lane: try lane.decoded(), seq: hasSeq ? seq : nil)
    }
}

extension CrossedLane {
    init(_ lane: DeliveryClass) {
        switch lane {
        case .essential: self = .essential
        case .barrage: self = .barrage
        case .membership: self = .membership
        case .reaction: self = .reaction
        case .count: self = .count
        }
    }

    func decoded() throws(CrossingFault) -> DeliveryClass {
        switch self {
        case .essential: .essential
        case .barrage: .barrage
        case .membership: .membership
        case .reaction: .reaction
        case .count: .count
        case .unspecified, .UNRECOGNIZED: throw .unknownCase("lane")
        }
    }
}

// MARK: - Admissions

extension CrossedAdmitted {
    init(_ admitted: EdgeMessage.Admitted) {
        self.init()
        members = admitted.members.map(CrossedMember.init)
        if let snapshot = admitted.snapshot { self.snapshot = snapshot.crossed }
        after = admitted.after
    }

    func decoded() throws(CrossingFault) -> EdgeMessage.Admitted {
        EdgeMessage.Admitted(
            members: try members.map { member throws(CrossingFault) in try member.decoded() },
            snapshot: hasSnapshot ? ByteBuffer(bytes: snapshot) : nil, after: after)
    }
}

extension CrossedMember {
    init(_ member: EdgeMessage.Admitted.Member) {
        self.init()
        session = member.entrant.session.rawValue
        connection = CrossedConnection(member.entrant.connection)
        answer =
            switch member.entrant.answer {
            case .enter(let id, let created): .enter(CrossedEntry(id: id, created: created))
            case .resume(let frames, let recovered):
                .resume(
                    .with {
                        $0.frames = frames.crossed
                        $0.recovered = recovered
                    })
            }
        membership = CrossedMembership(member.membership)
        isPresent = member.isPresent
    }

    func decoded() throws(CrossingFault) -> EdgeMessage.Admitted.Member {
        let answer: EntryAnswer =
            switch answer {
            case .enter(let entry): .enter(id: entry.id, created: entry.created)
            case .resume(let resumption):
                .resume(frames: ByteBuffer(bytes: resumption.frames), recovered: resumption.recovered)
            case nil: throw .unknownCase("entry")
            }
        return EdgeMessage.Admitted.Member(
            entrant: Admission<EntryAnswer>.Entrant(
                session: try SessionID(crossed: session), connection: try connection(hasConnection), answer: answer),
            membership: try required(hasMembership ? membership : nil, "a membership").decoded(), isPresent: isPresent)
    }
}

extension CrossedResumedRoom {
    init(_ entry: SessionOpened.Room) {
        self.init()
        room = entry.room.rawValue
        joined = entry.joined
        recovered = entry.recovered
        if let membership = entry.membership { self.membership = CrossedMembership(membership) }
        if let error = entry.error { self.error = CrossedReplyError(error) }
    }

    func decoded() throws(CrossingFault) -> SessionOpened.Room {
        SessionOpened.Room(
            room: try LiveID(crossed: room), joined: joined, recovered: recovered,
            membership: hasMembership ? try membership.decoded() : nil, error: hasError ? try error.decoded() : nil)
    }
}

// MARK: - Topics

extension CrossedTopicFrame {
    init(_ frame: EdgeMessage.TopicFrame) {
        self.init()
        topic = frame.topic.rawValue
        self.frame = Data(frame.frame)
        isEssential = frame.isEssential
        // In one order, so that the same message has the same bytes.
        if let receivers = frame.receivers { self.receivers = CrossedUserIDs(receivers.sorted()) }
    }

    func decoded() throws(CrossingFault) -> EdgeMessage.TopicFrame {
        EdgeMessage.TopicFrame(
            topic: try TopicName(crossed: topic), frame: [UInt8](frame), isEssential: isEssential,
            receivers: hasReceivers ? Set(try receivers.decoded()) : nil)
    }
}

extension CrossedTopicListener {
    init(_ connection: ConnectionAddress, to topic: TopicName, ticket: Int64) {
        self.init()
        self.connection = CrossedConnection(connection)
        self.topic = topic.rawValue
        self.ticket = ticket
    }

    func decoded() throws(CrossingFault) -> (ConnectionAddress, TopicName) {
        (try connection(hasConnection), try TopicName(crossed: topic))
    }
}
